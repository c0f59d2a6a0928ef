import { defineBlock } from '../block.ts'
import { example } from './example.ts'
import { render } from './html.ts'
import { check, Props } from './schema.ts'
import { starter } from './starter.ts'
import { thumbnail } from './thumbnail.ts'
import { words } from './words.ts'

export const text = defineBlock({
  name: 'text',
  purpose: 'Prose: a letter, an explanation, or what was heard in a conversation.',
  words,
  thumbnail,
  props: Props,
  check,
  starter,
  example,
  tone: 'plain',
  continues: true,
  boldTone: ({ followsOpening }) => (followsOpening ? 'bold' : undefined),
  render,
})
