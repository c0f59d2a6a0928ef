import { ask } from '../ask.ts'
import type { Props } from './schema.ts'

export const starter: Props = {
  heading: 'What you may ask',
  items: [
    { question: ask('What do they ask first?'), answer: ask('The answer, then the reason') },
    { question: ask('What stands in the way?'), answer: ask('The answer, then the reason') },
    { question: ask('What comes up late?'), answer: ask('The answer, then the reason') },
  ],
}
