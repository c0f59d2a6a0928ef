import type { Static, TObject } from 'typebox'
import type { InputError } from '../../http/problem.ts'

/** One type of block. Its file holds all that the service knows about it. */
export type BlockType<Name extends string = string, Props extends TObject = TObject> = {
  name: Name
  /** What it is for, told to people and language models alike. */
  purpose: string
  props: Props
  /** Finds what a schema cannot say, with paths from the props. */
  check?(props: Static<Props>): InputError[]
}

export function defineBlock<const Name extends string, Props extends TObject>(block: BlockType<Name, Props>) {
  return block
}
