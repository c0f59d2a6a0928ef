import type { LookName } from '../looks.ts'
import type { Subject } from '../pictures/subject.ts'
import type { Words } from '../render/words.ts'

/** An image, video or component. An image without width and height is cropped to a fixed aspect ratio. */
export type ShownAsset = {
  url: string
  width?: number | null | undefined
  height?: number | null | undefined
  /** Smaller forms of an image. */
  smaller?: { url: string; width: number }[] | undefined
  /** The same as AVIF, which some browsers don't support. */
  avif?: { url: string; width: number }[] | undefined
  /** The image without empty margins, for logos; absent if it has none. */
  trimmed?: { url: string; width: number; height: number } | undefined
  /** Identifies it in the style sheet. */
  name?: string | undefined
  /** A tiny form as a data URL, shown until the image has loaded. */
  placeholder?: string | undefined
  /** The point that stays visible when it is cropped, as fractions of width and height. */
  focalPoint?: { x: number; y: number } | undefined
}

/** The properties of the page that the rendering of a block depends on. */
export type BlockView = {
  id: string
  /** Level of the section's heading; headings within it are one below. */
  level: 1 | 2
  /** First on the page: its image is not loaded lazily. */
  isFirst: boolean
  words: Words
  look: LookName
  /** Empty for a type without layouts. */
  layout: string
  /** The page's content that can be drawn. */
  subject: Subject
  /** Names of the brand and of the company that the page is made for. */
  brand: string
  recipient: string | undefined
  /** Seed of decorative drawings. */
  seed: string
  asset: (assetId: string) => ShownAsset | undefined
  /** The URL that a form posts to. */
  formAction: (blockId: string) => string
  /** The target of a link; undefined if it refers to an action that the page doesn't have. */
  resolve: (link: string) => { href: string; actionId?: string } | undefined
}
