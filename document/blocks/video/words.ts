import type { BlockWords } from '../words.ts'

export const words: BlockWords = {
  order: 90,
  name: 'Video',
  hint: 'A video that plays on the page',
  icon: 'video',
  called: ['video', 'film', 'clip', 'demo video', 'movie'],
  fields: {
    transcript: ['transcript', 'captions'],
    poster: ['poster', 'thumbnail', 'preview image', 'cover image'],
  },
}
