import { picture } from '../examples.ts'
import type { Props } from './schema.ts'

export const example: Props = {
  eyebrow: 'What we heard',
  heading: 'Two shifts a week go into waiting',
  body: 'The machines are fast, the handover is not.\n\nThe [schedule](https://example.com) lives in a spreadsheet.',
  points: ['Changeovers take 40 minutes.', 'Two of five lines wait for the same crew.'],
  signature: { name: 'Marta Oyelaran', role: 'Northwind', picture },
}
