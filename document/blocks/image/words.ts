import type { BlockWords } from '../words.ts'

export const words: BlockWords = {
  order: 80,
  name: 'Image',
  hint: 'A single large image',
  icon: 'image',
  called: [
    'image',
    'picture',
    'photo',
    'screenshot',
    'illustration',
    'screen shot',
    'pic',
    'photograph',
    'img',
  ],
}
