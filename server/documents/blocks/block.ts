import type { Static, TObject } from 'typebox'
import type { InputError } from '../../http/problem.ts'
import type { Html } from '../render/html.ts'
import type { BlockView } from '../render/view.ts'

export const toneNames = ['plain', 'tint', 'bold'] as const
export type Tone = (typeof toneNames)[number]

/** One type of block. Its file holds all that the service knows about it. */
export type BlockType<Name extends string = string, Props extends TObject = TObject> = {
  name: Name
  /** What it is for, told to people and language models alike. */
  purpose: string
  props: Props
  /** The ground it stands on when its props do not say. */
  tone: Tone
  /** Its rules of the style sheet; a page carries those of the blocks it has. */
  css: string
  /** Finds what a schema cannot say, with paths from the props. */
  check?(props: Static<Props>): InputError[]
  /** The inside of its section. */
  render(props: Static<Props>, view: BlockView): Html
}

export function defineBlock<const Name extends string, Props extends TObject>(block: BlockType<Name, Props>) {
  return block
}
