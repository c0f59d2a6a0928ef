import type { ShownAsset } from '../blocks/view.ts'
import type { FontUrl, OwnFont } from '../fonts.ts'
import type { CornerStyle, LookName } from '../looks.ts'
import type { Metadata } from '../metadata.ts'
import type { Document } from '../schema.ts'
import type { Language } from './language.ts'

/**
 * The visual properties of a brand. Fonts and corners that are null or absent are those of the look; a missing second
 * colour is computed from the first.
 */
export type BrandTokens = {
  name: string
  primaryColor: string | null
  secondaryColor?: string | null | undefined
  /** The font of headings and text; `headingFont` and `textFont` override it. */
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
  /** The page's metadata, overridden by the audience's. */
  metadata?: Metadata | undefined
}

/** Everything that a page is rendered from; rendering does no I/O and reads no clock. */
export type PageSource = {
  document: Document
  page: PageParts
  brand: BrandTokens
  recipient?: PageRecipient | undefined
  /** Breaks ties between layouts; the same for every version of a page, such as its id. */
  seed?: string | undefined
  /** The public URL of the page. */
  url?: string | undefined
  asset: (assetId: string) => ShownAsset | undefined
  /** The public URL of a file, for images in metadata and action cards. */
  fileUrl: (fileId: string) => string | undefined
  /** The URL that a form posts to. */
  formAction: (blockId: string) => string
  /** A font uploaded for the brand. */
  ownFont?: ((fileId: string) => OwnFont | undefined) | undefined
  /** The URL of a font. Without it, system fonts are used. */
  fontUrl?: FontUrl | undefined
  /** Shows prompts as questions; never for visitors. */
  showsPrompts?: boolean | undefined
  /** If absent, the theme's or the detected one. */
  language?: Language | undefined
  /** For an account or person: `noindex` unless the metadata say otherwise. */
  personal?: boolean | undefined
  visitScript?: { url: string; data?: Record<string, string> } | undefined
  /** The generated social preview; an image in the metadata overrides it. */
  socialImage?: { url: string; alt: string; width: number; height: number } | undefined
  /** The origin of uploaded images and videos if it is not the page's own. */
  assetsUrl?: string | undefined
  /** The origins that may frame the page, such as the console's for a preview; by default its own. */
  frameAncestors?: string[] | undefined
}
