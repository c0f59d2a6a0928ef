import { defineBlock } from '../block.ts'
import { example } from './example.ts'
import { render } from './html.ts'
import { check, Props } from './schema.ts'
import { starter } from './starter.ts'
import { thumbnail } from './thumbnail.ts'
import { words } from './words.ts'

export const form = defineBlock({
  name: 'form',
  purpose: 'A few questions, answered on the page.',
  words,
  thumbnail,
  props: Props,
  check,
  starter,
  example,
  tone: 'tint',
  namesOtherPlaces: true,
  layouts: ({ fields }) => [fields.length > 8 ? 'below' : 'beside'],
  render,
})
