import { defineBlock } from '../block.ts'
import { example } from './example.ts'
import { render } from './html.ts'
import { Props } from './schema.ts'
import { starter } from './starter.ts'
import { thumbnail } from './thumbnail.ts'
import { words } from './words.ts'

export const image = defineBlock({
  name: 'image',
  purpose: 'One picture that deserves the space.',
  words,
  thumbnail,
  props: Props,
  starter,
  example,
  tone: 'plain',
  layouts: () => ['plain'],
  render,
})
