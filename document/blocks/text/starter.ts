import { ask } from '../ask.ts'
import type { Props } from './schema.ts'

export const starter: Props = {
  heading: ask('What is it about?'),
  body: ask('Tell it in two short paragraphs.'),
}
