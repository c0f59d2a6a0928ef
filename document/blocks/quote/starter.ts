import { ask } from '../ask.ts'
import type { Props } from './schema.ts'

export const starter: Props = {
  quote: ask('What does a customer like them say about you, word for word?'),
  name: ask('Who says it?'),
  role: ask('Role and company'),
  figure: ask('Figure'),
  figureLabel: ask('The one result that proves it'),
}
