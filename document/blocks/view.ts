import type { LookName } from '../looks.ts'
import type { Subject } from '../pictures/subject.ts'
import type { Words } from '../render/words.ts'

/** A picture, film or component that can be shown. Without width and height a picture is cut to a fixed shape. */
export type ShownAsset = {
  url: string
  width?: number | null | undefined
  height?: number | null | undefined
  /** Smaller forms of a picture, for smaller screens. */
  smaller?: { url: string; width: number }[] | undefined
  /** The same in a format that not every browser knows. */
  avif?: { url: string; width: number }[] | undefined
  /** The picture without its empty margins; absent where it has none. Logos are shown in it. */
  trimmed?: { url: string; width: number; height: number } | undefined
  /** Tells it from other pictures in the style sheet. */
  name?: string | undefined
  /** A tiny form of it as a data address, shown until it has loaded. */
  placeholder?: string | undefined
  /** What stays in sight when it is cropped, in parts of its width and height. */
  focalPoint?: { x: number; y: number } | undefined
}

/** What a block sees of the page it stands on. */
export type BlockView = {
  id: string
  /** Level of the section's own heading; what stands in the section is one below. */
  level: 1 | 2
  /** First on the page: its picture is loaded at once. */
  isFirst: boolean
  words: Words
  look: LookName
  /** How the section is arranged; empty for a type that has one layout alone. */
  layout: string
  /** What the page speaks of that can be drawn. */
  subject: Subject
  /** Names of the brand and of the company that the page is for. */
  brand: string
  recipient: string | undefined
  /** Drawings that stand for nothing in particular follow from it. */
  seed: string
  asset: (assetId: string) => ShownAsset | undefined
  /** Where the answers of a form are posted to. */
  formAction: (blockId: string) => string
  /** Where a link leads; undefined when it names an action that the page does not have. */
  resolve: (link: string) => { href: string; actionId?: string } | undefined
}
