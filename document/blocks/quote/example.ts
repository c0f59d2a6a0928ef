import { picture } from '../examples.ts'
import type { Props } from './schema.ts'

export const example: Props = {
  quote: 'We stopped talking about changeovers.',
  name: 'Marta Oyelaran',
  role: 'Plant manager',
  figure: '−62%',
  figureLabel: 'waiting time',
  picture,
}
