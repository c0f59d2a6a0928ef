import type { BlockWords } from '../words.ts'

export const words: BlockWords = {
  order: 100,
  name: 'Comparison',
  hint: 'Two to five options side by side',
  icon: 'columns-2',
  called: [
    'comparison',
    'comparison table',
    'compare table',
    'versus',
    'comparison chart',
    'table',
    'comparison section',
    'comparison grid',
    'vs table',
    'compare section',
  ],
  items: {
    rows: ['row', 'line', 'criterion', 'table row'],
    columns: ['column', 'alternative', 'competitor', 'table column'],
    cells: ['cell', 'value'],
  },
  fields: {
    cells: ['cells', 'values'],
    rows: ['rows', 'lines', 'criteria'],
    columns: ['columns', 'alternatives'],
  },
}
