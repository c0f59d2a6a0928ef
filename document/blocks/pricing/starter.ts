import { ask } from '../ask.ts'
import type { Props } from './schema.ts'

export const starter: Props = {
  heading: 'What it costs',
  plans: [
    { name: ask('Name of the plan'), price: ask('Price'), includes: [ask('What is in it?')] },
    {
      name: ask('Name of the plan'),
      price: ask('Price'),
      includes: [ask('What is in it?')],
      highlighted: true,
    },
  ],
}
