import { picture } from '../examples.ts'
import type { Props } from './schema.ts'

export const example: Props = {
  heading: 'Plants that run on Northwind',
  items: [
    { name: 'Globex', picture },
    { name: 'Initech', link: 'https://example.com' },
    { name: 'Umbrella' },
  ],
}
