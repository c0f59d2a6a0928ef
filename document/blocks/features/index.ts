import { bare } from '../../render/parts.ts'
import { defineBlock } from '../block.ts'
import { example } from './example.ts'
import { render } from './html.ts'
import { Props } from './schema.ts'
import { starter } from './starter.ts'
import { thumbnail } from './thumbnail.ts'
import { words } from './words.ts'

export const features = defineBlock({
  name: 'features',
  purpose: 'What was heard from the visitor, or what changes for them, most important first.',
  words,
  thumbnail,
  props: Props,
  starter,
  example,
  tone: 'plain',
  boldTone: ({ followsOpening }) => (followsOpening ? 'bold' : undefined),
  dark: { rank: 4, from: 2 },
  subject: ({ items }) => ({
    facts: items.map(({ title, figure }) => ({ title: bare(title), figure: figure && bare(figure) })),
  }),
  layouts: ({ items }, { look }) => {
    const figures = items.filter((item) => item.figure).length
    const isHeard = items.some(({ source }) => source) || figures > 1
    if (!isHeard) return look === 'editorial' ? ['list', 'grid'] : ['grid', 'list']
    if (look === 'product') return ['bento', 'grid']
    if (look === 'bold') return [figures === items.length ? 'numbers' : 'grid', 'list']
    return ['ledger', 'grid']
  },
  render,
})
