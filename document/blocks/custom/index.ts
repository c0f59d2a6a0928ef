import { defineBlock } from '../block.ts'
import { example } from './example.ts'
import { render } from './html.ts'
import { Props } from './schema.ts'
import { starter } from './starter.ts'
import { thumbnail } from './thumbnail.ts'
import { words } from './words.ts'

export const custom = defineBlock({
  name: 'custom',
  purpose: 'A custom component of your own, shown in a frame that can reach nothing outside itself.',
  words,
  thumbnail,
  props: Props,
  starter,
  example,
  tone: 'plain',
  namesOtherPlaces: true,
  render,
})
