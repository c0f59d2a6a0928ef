import type { BlockWords } from '../words.ts'

export const words: BlockWords = {
  order: 150,
  name: 'Custom component',
  hint: 'Your own HTML in a safe frame',
  icon: 'blocks',
  called: ['custom component', 'component', 'widget', 'embed'],
  fields: {
    height: ['height'],
  },
}
