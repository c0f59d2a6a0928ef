import type { Static, TObject } from 'typebox'
import type { Html } from '../../shared/html.ts'
import type { InputError } from '../../shared/problem.ts'
import type { LookName } from '../looks.ts'
import type { Subject } from '../pictures/subject.ts'
import type { BlockView } from '../render/view.ts'

/** The grounds a section can stand on, with what each looks like. */
export const tones = {
  plain: 'the page’s own background',
  tint: 'a shade beside it',
  bold: 'the brand colour',
  deep: 'very dark, with light text',
  signal: 'the second brand colour',
} as const
export type Tone = keyof typeof tones

/** What a layout is chosen by. */
export type LayoutContext = { look: LookName; subject: Subject }

/** One type of block. Its file holds all that the service knows about it. */
export type BlockType<Name extends string = string, Props extends TObject = TObject> = {
  name: Name
  /** What it is for, told to people and language models alike. */
  purpose: string
  props: Props
  /** The ground it usually stands on; the page's rhythm may choose another. */
  tone: Tone
  /** Its rules of the style sheet; a page carries those of the blocks, layouts and look it has. */
  css: string
  layoutCss?: Record<string, string>
  lookCss?: Partial<Record<LookName, string>>
  /** Finds what a schema cannot say, with paths from the props. */
  check?(props: Static<Props>): InputError[]
  /** Layouts that suit the props, best first, where the props name none. */
  layouts?(props: Static<Props>, context: LayoutContext): string[]
  /** The inside of its section. */
  render(props: Static<Props>, view: BlockView): Html
}

export function defineBlock<const Name extends string, Props extends TObject>(block: BlockType<Name, Props>) {
  return block
}
