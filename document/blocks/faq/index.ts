import { defineBlock } from '../block.ts'
import { example } from './example.ts'
import { render } from './html.ts'
import { Props } from './schema.ts'
import { starter } from './starter.ts'
import { thumbnail } from './thumbnail.ts'
import { words } from './words.ts'

export const faq = defineBlock({
  name: 'faq',
  purpose: 'The questions that stand in the way, answered.',
  words,
  thumbnail,
  props: Props,
  starter,
  example,
  tone: 'plain',
  namesOtherPlaces: true,
  layouts: ({ items }, { look }) => {
    const isShort = items.length < 7 && items.every(({ answer }) => answer.length < 420)
    if (look === 'editorial' && isShort) return ['ledger', 'accordion']
    return look === 'bold' && isShort && items.length > 1 ? ['columns', 'accordion'] : ['accordion', 'ledger']
  },
  render,
})
