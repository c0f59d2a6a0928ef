import { defineBlock } from '../block.ts'
import { example } from './example.ts'
import { render } from './html.ts'
import { Props } from './schema.ts'
import { starter } from './starter.ts'
import { thumbnail } from './thumbnail.ts'
import { words } from './words.ts'

export const pricing = defineBlock({
  name: 'pricing',
  purpose: 'What it costs and what is in it.',
  words,
  thumbnail,
  props: Props,
  starter,
  example,
  tone: 'tint',
  namesOtherPlaces: true,
  layouts: ({ plans }) =>
    plans.length > 1 && plans.filter(({ highlighted }) => highlighted).length === 1
      ? ['featured', 'cards']
      : ['cards'],
  render,
})
