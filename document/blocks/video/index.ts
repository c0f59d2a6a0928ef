import { defineBlock } from '../block.ts'
import { example } from './example.ts'
import { render } from './html.ts'
import { Props } from './schema.ts'
import { starter } from './starter.ts'
import { thumbnail } from './thumbnail.ts'
import { words } from './words.ts'

export const video = defineBlock({
  name: 'video',
  purpose: 'A film of your own, played on the page.',
  words,
  thumbnail,
  props: Props,
  starter,
  example,
  tone: 'plain',
  layouts: () => ['plain'],
  render,
})
