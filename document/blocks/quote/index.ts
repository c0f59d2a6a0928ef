import { defineBlock } from '../block.ts'
import { example } from './example.ts'
import { render } from './html.ts'
import { Props } from './schema.ts'
import { starter } from './starter.ts'
import { thumbnail } from './thumbnail.ts'
import { words } from './words.ts'

export const quote = defineBlock({
  name: 'quote',
  purpose: 'Somebody else’s word for it.',
  words,
  thumbnail,
  props: Props,
  starter,
  example,
  tone: 'plain',
  boldTone: ({ above }) => (above === 'deep' ? 'tint' : 'deep'),
  dark: { rank: 2, from: 1 },
  namesOtherPlaces: true,
  layouts: ({ name }, { look }) => {
    if (!name) return ['plain']
    return look === 'editorial'
      ? ['arch', 'plain']
      : look === 'product'
        ? ['card', 'plain']
        : ['bleed', 'plain']
  },
  render,
})
