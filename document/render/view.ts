import type { OwnFont } from '../fonts.ts'
import type { CornerStyle, LookName } from '../looks.ts'
import type { Metadata } from '../metadata.ts'
import type { Subject } from '../pictures/subject.ts'
import type { Document } from '../schema.ts'
import type { FontUrl } from './fontFaces.ts'
import type { Language } from './language.ts'
import type { Words } from './words.ts'

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

/**
 * How a brand looks. What is null or left out follows from the look: its fonts, its corners, and a second colour
 * computed from the first. A brand's own fonts win over those of the look.
 */
export type BrandTokens = {
  name: string
  primaryColor: string | null
  secondaryColor?: string | null | undefined
  /** One font for headings and text; `headingFont` and `textFont` win over it. */
  font: string | null
  headingFont?: string | null | undefined
  textFont?: string | null | undefined
  cornerStyle?: CornerStyle | null | undefined
  look?: LookName | null | undefined
  logo?: ShownAsset | undefined
  /** The logo for dark backgrounds. */
  logoDark?: ShownAsset | undefined
  favicon?: ShownAsset | undefined
}

/** The company a page is made for, shown beside the brand in the header. */
export type PageRecipient = { name: string; logo?: ShownAsset | undefined; logoDark?: ShownAsset | undefined }

export type PageAction = { actionId: string; actionIndex: number; buttonTitle: string; url: string }

export type PageParts = {
  title: string
  actions: PageAction[]
  actionCardWidgets: {
    title: string
    logos: { image: { altText: string; url: string; fileId: string; assetId: string } }[]
  }[]
  scripts: { content: string; enabled: boolean; name: string }[]
  footerLinks?:
    | { title: string; id: string; links: { text: string; url: string; id: string }[] }[]
    | undefined
  headerActionId?: string | undefined
  /** The effective ones: the page's with the audience's in their place. */
  metadata?: Metadata | undefined
}

/** All that a page is drawn from. Nothing else is read: no database, no clock, no network. */
export type PageInput = {
  document: Document
  page: PageParts
  brand: BrandTokens
  recipient?: PageRecipient | undefined
  /** Breaks ties where several layouts would do; the same for every version of a page, such as its id. */
  seed?: string | undefined
  /** The public address of the page. */
  url?: string | undefined
  asset: (assetId: string) => ShownAsset | undefined
  /** The public address of a file, for pictures that metadata and action cards name. */
  fileUrl: (fileId: string) => string | undefined
  /** Where the answers of a form are posted to. */
  formAction: (blockId: string) => string
  /** A font that the brand uploaded. */
  ownFont?: ((fileId: string) => OwnFont | undefined) | undefined
  /** Where a font is loaded from. Without it no font is, and system fonts stand in. */
  fontUrl?: FontUrl | undefined
  /** Shows what is still to be written as questions; never for visitors. */
  showsPrompts?: boolean | undefined
  /** The theme’s, or found out from the text, when left out. */
  language?: Language | undefined
  /** Made for somebody: search engines are asked to stay away unless metadata say otherwise. */
  personal?: boolean | undefined
  visitScript?: { url: string; data?: Record<string, string> } | undefined
  /** A picture drawn for those who share the page; one that the metadata name goes before it. */
  socialImage?: { url: string; alt: string; width: number; height: number } | undefined
  /** The origins that may show the page in a frame, such as the console's for a preview; its own when absent. */
  frameAncestors?: string[] | undefined
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
  asset: PageInput['asset']
  formAction: PageInput['formAction']
  /** Where a link leads; undefined when it names an action that the page does not have. */
  resolve: (link: string) => { href: string; actionId?: string } | undefined
}
