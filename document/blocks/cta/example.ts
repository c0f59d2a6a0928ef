import { button, other } from '../examples.ts'
import type { Props } from './schema.ts'

export const example: Props = {
  headline: 'One shift, and you will know.',
  body: 'Choose a date.',
  primaryAction: button,
  secondaryAction: other,
  note: 'No slides.',
  person: { name: 'Marta Oyelaran', role: 'Northwind', email: 'marta@northwind.example' },
  next: ['You choose a date.', 'We come.'],
}
