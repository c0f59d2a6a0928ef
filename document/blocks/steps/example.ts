import type { Props } from './schema.ts'

export const example: Props = {
  heading: 'What happens next',
  items: [{ when: 'This week', title: 'We stand at line 3', body: 'One shift.' }, { title: 'You decide' }],
}
