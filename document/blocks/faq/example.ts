import type { Props } from './schema.ts'

export const example: Props = {
  heading: 'Asked before you asked',
  items: [{ question: 'How long?', answer: 'One shift.\n\nThen an hour a week.' }],
}
