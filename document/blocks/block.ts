import type { Static, TObject } from 'typebox'
import type { Html } from '../../shared/html.ts'
import type { InputError } from '../../shared/problem.ts'
import type { LookName } from '../looks.ts'
import type { Subject } from '../pictures/subject.ts'
import type { Thumbnail } from './thumbnail.ts'
import type { BlockView } from './view.ts'
import type { BlockWords } from './words.ts'

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

/** Where a block stands, for choosing the ground it stands on. */
export type Place = {
  index: number
  /** The tone of the block above it. */
  above: Tone | undefined
  /** Directly below a block that opens the page. */
  followsOpening: boolean
}

/** One type of block. Its folder holds all that the service knows about it. */
export type BlockType<Name extends string = string, Props extends TObject = TObject> = {
  name: Name
  /** What it is for, told to people and language models alike. */
  purpose: string
  words: BlockWords
  thumbnail: Thumbnail
  props: Props
  /** Props of a new block, with questions in place of what is to be written; null if an asset has to be chosen first. */
  starter: Static<Props> | null
  /** Props with nothing left out that it can have. */
  example: Static<Props>
  /** The ground it usually stands on; the page's rhythm may choose another. */
  tone: Tone
  /** Stays on its usual ground, whatever stands above it. */
  keepsTone?: true
  /** Two in a row stand on the same ground. */
  continues?: true
  /** The ground it stands on in the bold look; undefined for the usual one. */
  boldTone?(place: Place): Tone | undefined
  /** May be the page's one dark section, from this index on. The lowest rank is chosen. */
  dark?: { rank: number; from: number }
  /** Opens the page when it stands first: the header lies on it. */
  opens?: true
  /** Names places that are not the reader's; maps leave them out. */
  namesOtherPlaces?: true
  /** What of it the drawings of other blocks can show. */
  subject?(props: Static<Props>): Partial<Pick<Subject, 'dates' | 'figures' | 'facts'>>
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
