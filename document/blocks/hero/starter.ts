import { ask } from '../ask.ts'
import type { Props } from './schema.ts'

export const starter: Props = {
  eyebrow: 'For {{account.name|you}}',
  headline: ask('What is the one sentence only they would recognise?'),
  subheadline: ask('What does it mean for them?'),
  primaryAction: { label: 'Get in touch', link: 'action:primary' },
}
