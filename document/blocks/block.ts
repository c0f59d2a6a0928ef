import type { Static, TObject } from 'typebox'
import type { Html } from '../../shared/html.ts'
import type { InputError } from '../../shared/problem.ts'
import type { LookName } from '../looks.ts'
import type { Subject } from '../pictures/subject.ts'
import type { Thumbnail } from './thumbnail.ts'
import type { BlockView } from './view.ts'
import type { BlockWords } from './words.ts'

/** The backgrounds of sections, with descriptions. */
export const tones = {
  plain: 'the page’s own background',
  tint: 'a shade beside it',
  bold: 'the brand colour',
  deep: 'very dark, with light text',
  signal: 'the second brand colour',
} as const
export type Tone = keyof typeof tones

export type LayoutContext = { look: LookName; subject: Subject }

/** The position of a block, from which its tone is chosen. */
export type BlockPosition = {
  index: number
  /** The tone of the block above it. */
  above: Tone | undefined
  /** Directly below a block that opens the page. */
  followsOpening: boolean
}

/** A block type. Its folder contains everything that is specific to it. */
export type BlockType<Name extends string = string, Props extends TObject = TObject> = {
  name: Name
  /** What it is for; shown to people and language models. */
  purpose: string
  words: BlockWords
  thumbnail: Thumbnail
  props: Props
  /** Props of a new block, with prompts for its texts; null if an asset has to be chosen first. */
  starter: Static<Props> | null
  /** Complete props. */
  example: Static<Props>
  /** Its usual tone; the page's rhythm may choose another. */
  tone: Tone
  /** Always has its usual tone. */
  keepsTone?: true
  /** Below another block of this type, it keeps that one's tone. */
  continues?: true
  /** Its tone in the bold look; undefined for the usual one. */
  boldTone?(place: BlockPosition): Tone | undefined
  /** May be the page's one dark section, from this position on (0 is the first block). The lowest rank is chosen. */
  dark?: { rank: number; from: number }
  /** As the first block it opens the page: the header overlays it. */
  opens?: true
  /** Cities in its text belong to others, such as customers, so maps don't show them. */
  namesOtherPlaces?: true
  /** The content that drawings of other blocks can show. */
  subject?(props: Static<Props>): Partial<Pick<Subject, 'dates' | 'figures' | 'facts'>>
  /** Errors that the schema can't express, with paths relative to the props. */
  check?(props: Static<Props>): InputError[]
  /** Layouts that suit the props, best first, if the props don't set one. */
  layouts?(props: Static<Props>, context: LayoutContext): string[]
  /** The content of its section. */
  render(props: Static<Props>, view: BlockView): Html
}

export function defineBlock<const Name extends string, Props extends TObject>(block: BlockType<Name, Props>) {
  return block
}
