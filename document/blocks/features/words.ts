import type { BlockWords } from '../words.ts'

export const words: BlockWords = {
  order: 40,
  name: 'Features',
  hint: 'What you heard, or what changes',
  icon: 'layout-grid',
  called: [
    'features',
    'feature list',
    'feature grid',
    'benefits',
    'advantages',
    'feature section',
    'feature cards',
    'features grid',
    'features list',
  ],
  items: {
    items: ['feature', 'benefit', 'advantage', 'feature card', 'card'],
  },
  fields: {
    icon: ['icon', 'symbol', 'drawing', 'pictogram', 'emoji', 'glyph'],
  },
}
