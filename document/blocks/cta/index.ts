import { defineBlock } from '../block.ts'
import { example } from './example.ts'
import { render } from './html.ts'
import { Props } from './schema.ts'
import { starter } from './starter.ts'
import { thumbnail } from './thumbnail.ts'
import { words } from './words.ts'

export const cta = defineBlock({
  name: 'cta',
  purpose: 'The one thing to do, asked for once more.',
  words,
  thumbnail,
  props: Props,
  starter,
  example,
  tone: 'plain',
  keepsTone: true,
  boldTone: () => 'signal',
  namesOtherPlaces: true,
  layouts: (_props, { look }) => (look === 'bold' ? ['field', 'card'] : ['card', 'plain']),
  render,
})
