import type { BlockWords } from '../words.ts'

export const words: BlockWords = {
  order: 70,
  name: 'Quote',
  hint: 'A customer’s words, with a photo',
  icon: 'quote',
  called: [
    'quote',
    'testimonial',
    'customer quote',
    'review',
    'endorsement',
    'customer testimonial',
    'reference',
    'customer story',
  ],
  fields: {
    quote: [
      'quote',
      'text',
      'wording',
      'words',
      'testimonial',
      'quote text',
      'testimonial text',
      'statement',
      'quotation',
      'what said',
    ],
  },
}
