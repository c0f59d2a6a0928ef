import { defineBlock } from '../block.ts'
import { example } from './example.ts'
import { render } from './html.ts'
import { Props } from './schema.ts'
import { starter } from './starter.ts'
import { thumbnail } from './thumbnail.ts'
import { words } from './words.ts'

export const logos = defineBlock({
  name: 'logos',
  purpose: 'A quiet row of the names that vouch for you.',
  words,
  thumbnail,
  props: Props,
  starter,
  example,
  tone: 'plain',
  keepsTone: true,
  namesOtherPlaces: true,
  layouts: ({ items }) => [items.length < 3 ? 'row' : 'wall'],
  render,
})
