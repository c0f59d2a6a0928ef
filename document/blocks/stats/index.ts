import { readFigure } from '../../pictures/figures.ts'
import { bare } from '../../render/parts.ts'
import { defineBlock } from '../block.ts'
import { example } from './example.ts'
import { render } from './html.ts'
import { Props } from './schema.ts'
import { starter } from './starter.ts'
import { thumbnail } from './thumbnail.ts'
import { words } from './words.ts'

export const stats = defineBlock({
  name: 'stats',
  purpose: 'A few figures that prove a point.',
  words,
  thumbnail,
  props: Props,
  starter,
  example,
  tone: 'plain',
  boldTone: ({ followsOpening }) => (followsOpening ? 'bold' : undefined),
  dark: { rank: 1, from: 1 },
  subject: ({ items }) => ({
    figures: items
      .filter(({ value }) => readFigure(value))
      .map(({ value, label }) => ({ value: bare(value), label: bare(label) })),
  }),
  layouts: (_props, { look }) =>
    look === 'bold' ? ['rows', 'trio'] : look === 'product' ? ['spark', 'trio'] : ['trio', 'rows'],
  render,
})
