import type { ShownAsset } from '../blocks/view.ts'
import type { FontUrl, OwnFont } from '../fonts.ts'
import type { CornerStyle, LookName } from '../looks.ts'
import type { Metadata } from '../metadata.ts'
import type { Document } from '../schema.ts'
import type { Language } from './language.ts'

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
