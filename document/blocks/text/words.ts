import type { BlockWords } from '../words.ts'

export const words: BlockWords = {
  order: 30,
  name: 'Text',
  hint: 'A letter or an explanation',
  icon: 'text-align-start',
  called: ['text', 'text section', 'paragraph', 'letter', 'text block'],
  items: {
    points: ['point', 'bullet', 'bullet point', 'list item', 'line'],
  },
  fields: {
    signature: ['signature', 'sign off', 'signoff', 'signatory'],
  },
}
