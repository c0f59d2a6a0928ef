import { ask } from '../ask.ts'
import type { Props } from './schema.ts'

export const starter: Props = {
  heading: ask('What do these names have in common?'),
  items: [1, 2, 3, 4, 5, 6].map((number) => ({ name: ask(`Customer ${number}`) })),
}
