import type { Props } from './schema.ts'

export const example: Props = {
  heading: 'Next to the alternatives',
  columns: [{ title: 'Today' }, { title: 'Consultants' }, { title: 'Northwind', highlighted: true }],
  rows: [
    { label: 'First result', cells: ['None', 'In a year', 'In four weeks'] },
    { label: 'Gets better by itself', cells: ['no', 'no', 'yes'] },
  ],
  note: 'As of this spring.',
}
