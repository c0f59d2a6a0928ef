import {
  type Document,
  type OwnFont,
  type PageSource,
  renderPage,
  type ShownAsset,
} from '../../document/index.ts'
import { fontAddress } from '../graphics/fontAddress.ts'
import { signBy } from '../secrets/secrets.ts'

/**
 * Everything that a page is rendered from, except its document, in a form that can be sent to a thread: without
 * functions.
 */
export type PageData = {
  given: Omit<PageSource, 'document' | 'ownFont' | 'asset' | 'fileUrl' | 'formAction' | 'fontUrl'>
  origin: string
  pictures: Map<string, ShownAsset>
  ownFonts: Map<string, OwnFont>
  /** The URLs of forms, by block. */
  formActions: Map<string, string>
  /** Signs the URLs of fonts. */
  secret: Uint8Array
}

export type DrawnPage = { html: string; csp: string; fonts: string[] }

export function pageSource(data: PageData, document: Document): PageSource {
  const { given, origin, pictures, ownFonts, formActions, secret } = data
  return {
    ...given,
    document,
    asset: (id) => pictures.get(id),
    ownFont: (fileId) => ownFonts.get(fileId),
    // Other sites read the metadata of shared pages, so URLs must be absolute.
    fileUrl: (id) => absoluteUrl(pictures.get(id)?.url, origin),
    formAction: (blockId) => formActions.get(blockId) ?? '',
    fontUrl: fontAddress(signBy(secret)),
  }
}

export function drawPageText({ data, json }: { data: PageData; json: string }): DrawnPage {
  return renderPage(pageSource(data, JSON.parse(json)))
}

function absoluteUrl(url: string | undefined, origin: string): string | undefined {
  return url?.startsWith('/') ? `${origin}${url}` : url
}
