import { ask } from '../ask.ts'
import type { Props } from './schema.ts'

export const starter: Props = {
  headline: ask('What do you invite them to?'),
  body: ask('Why now, and what happens then?'),
  primaryAction: { label: 'Get in touch', link: 'action:primary' },
  person: { name: ask('Who will they talk to?'), role: ask('What does this person do?') },
}
