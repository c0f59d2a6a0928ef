import type { BlockWords } from '../words.ts'

export const words: BlockWords = {
  order: 10,
  name: 'Hero',
  hint: 'Headline and main action',
  goesByName: true,
  icon: 'panel-top',
  called: [
    'hero',
    'banner',
    'hero section',
    'header section',
    'top section',
    'opening section',
    'hero banner',
    'hero block',
    'first section',
    'page top',
    'opening',
    'opener',
  ],
}
