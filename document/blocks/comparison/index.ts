import { defineBlock } from '../block.ts'
import { example } from './example.ts'
import { render } from './html.ts'
import { check, Props } from './schema.ts'
import { starter } from './starter.ts'
import { thumbnail } from './thumbnail.ts'
import { words } from './words.ts'

export const comparison = defineBlock({
  name: 'comparison',
  purpose: 'Two to five ways of doing it, side by side.',
  words,
  thumbnail,
  props: Props,
  check,
  starter,
  example,
  tone: 'plain',
  dark: { rank: 3, from: 1 },
  layouts: ({ columns }) => (columns.length === 2 ? ['before-after', 'table'] : ['table']),
  render,
})
