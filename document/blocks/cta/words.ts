import type { BlockWords } from '../words.ts'

export const words: BlockWords = {
  order: 140,
  name: 'Call to action',
  hint: 'The main action, repeated',
  icon: 'mouse-pointer-click',
  called: [
    'call to action',
    'cta',
    'closing',
    'closing section',
    'final cta',
    'bottom cta',
    'closing cta',
    'call to action section',
    'closing block',
    'bottom section',
    'bottom banner',
    'final section',
    'closing call to action',
    'end section',
    'ending',
  ],
}
