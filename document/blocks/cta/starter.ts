import { ask, person } from '../../templates/ask.ts'
import type { Props } from './schema.ts'

export const starter: Props = {
  headline: ask('What do you invite them to?'),
  body: ask('Why now, and what happens then?'),
  primaryAction: { label: 'Get in touch', link: 'action:primary' },
  person,
}
