import { button, other, picture } from '../examples.ts'
import type { Props } from './schema.ts'

export const example: Props = {
  eyebrow: 'Prepared for Acme',
  headline: 'Changeovers could take *9 minutes*, not 40.',
  subheadline: 'You told us that they eat **two shifts** a week.',
  primaryAction: button,
  secondaryAction: other,
  note: 'Twenty minutes, no slides.',
  picture,
  layout: 'split',
}
