import type { Props } from './schema.ts'

export const example: Props = {
  heading: 'From plants like yours',
  items: [
    { value: '9 min', before: '40 min', label: 'median changeover' },
    { value: '−62 %', label: 'waiting time' },
  ],
  note: 'Median of eleven plants.',
}
