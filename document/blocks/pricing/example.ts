import { button, other } from '../examples.ts'
import type { Props } from './schema.ts'

export const example: Props = {
  heading: 'Begin with one line',
  plans: [
    {
      name: 'One line',
      price: '€ 4,800',
      period: 'once',
      description: 'To find out.',
      includes: ['Figures'],
      action: button,
      highlighted: true,
    },
    { name: 'Plant', price: '€ 2,100', period: 'a month', includes: ['All lines'], action: other },
  ],
  note: 'Plus tax.',
}
