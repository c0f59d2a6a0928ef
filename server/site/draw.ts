import {
  type BrandTokens,
  type Document,
  effectiveMetadata,
  type Metadata,
  type PageSource,
  renderPage,
  type ShownAsset,
} from '../../document/index.ts'
import type { Reader } from '../database/database.ts'
import { inDocumentThread, mostInline } from '../documents/worker.ts'
import { kindOf } from '../files/schema.ts'
import type { Sign } from '../secrets/secrets.ts'
import type { ComponentUse } from './components.ts'
import { type DrawnPage, drawPageText, type PageData, pageSource } from './pageData.ts'
import {
  findOwnFonts,
  findPublicFiles,
  type PublicFile,
  type ShownAudience,
  type ShownBrand,
} from './queries.ts'

/** Identifies a rendered page: tenant, page, audience and version. */
export type PageIdentity = { tenantId: string; pageId: string; audienceId: string; versionId: string }
/** What a page is rendered with besides its content: scripts, forms, frames, fonts and the social image. */
export type RenderOptions = Pick<
  PageSource,
  'visitScript' | 'formAction' | 'frameAncestors' | 'socialImage' | 'showsPrompts'
>

/** The tenant's settings for the visit script. */
export type VisitSettings = Pick<ShownAudience, 'respectPrivacySignals'>
export type GetVisitOptions = (place: PageIdentity, settings: VisitSettings) => RenderOptions

/** Maximum width of previews. */
const previewSide = 480

/** Everything a document is rendered with, except the document. */
export type PageSurroundings = Pick<ShownAudience, 'page' | 'brand' | 'isPersonal' | 'actionUrlOverride'> &
  Partial<Pick<ShownAudience, 'pageId' | 'accountName' | 'accountLogoAssetId'>>
/** Everything a page is rendered from. */
export type PageToRender = PageSurroundings & Pick<ShownAudience, 'document'>

/** The URL and purpose of a rendered document. */
type DrawnAt = RenderOptions & {
  origin: string
  path: string
  sign: Sign
  componentUse: ComponentUse
  /** Where images and videos are served from; the site itself by default. */
  assetsUrl?: string | undefined
}

/** Renders an audience's page at `origin` and `path`; a large one in a thread. */
export async function drawShown(
  db: Reader,
  tenantId: string,
  shown: PageToRender,
  where: DrawnAt,
): Promise<DrawnPage> {
  const { document } = shown
  const json = JSON.stringify(document)
  const data = await gatherInput(db, tenantId, shown, document, json, where)
  if (json.length <= mostInline) return renderPage(pageSource(data, document))
  // Visitors don't wait behind what the tenant's keys do.
  return await inDocumentThread(`${tenantId} site`, 'page', drawPageText, { data, json })
}

/** The robots directive of a personal page: not indexed, unless its own metadata say otherwise. */
export function personalRobots({ metadata }: Document): NonNullable<Metadata['robots']> {
  return metadata?.robots?.length ? metadata.robots : ['noindex', 'nofollow']
}

/** Everything that a document is rendered from besides itself. `json` is its text. */
export async function gatherInput(
  db: Reader,
  tenantId: string,
  { page, brand, isPersonal, actionUrlOverride, pageId, accountName, accountLogoAssetId }: PageSurroundings,
  document: Document,
  json: string,
  { origin, path, sign, componentUse, assetsUrl, formAction, ...options }: DrawnAt,
): Promise<PageData> {
  const effective = effectiveMetadata(page.metadata ?? undefined, document.metadata)
  const metadata = isPersonal ? { ...effective, robots: personalRobots(document) } : effective
  const [pictures, ownFonts] = await Promise.all([
    findPictures(
      db,
      tenantId,
      [page.actionCardWidgets, metadata, brand, accountLogoAssetId],
      { componentUse, assetsUrl },
      json,
    ),
    findOwnFonts(db, tenantId, [brand.headingFont, brand.textFont]),
  ])
  const forms = document.blocks.filter(({ type }) => type === 'form')
  const given = {
    ...options,
    assetsUrl,
    page: {
      ...page,
      actions: withOverride(page, actionUrlOverride),
      headerActionId: page.headerActionId ?? undefined,
      metadata,
    },
    brand: brandTokens(brand, pictures),
    recipient: accountName ? { name: accountName, logo: pictures.get(accountLogoAssetId ?? '') } : undefined,
    seed: pageId,
    url: `${origin}${path}`,
    personal: isPersonal,
  }
  const formActions = new Map(forms.map(({ id }) => [id, formAction(id)]))
  return { given, origin, pictures, ownFonts, formActions, secret: sign.current() }
}

/** The brand properties used in pages, with the brand's images. */
export function brandTokens(brand: ShownBrand, pictures: Map<string, ShownAsset>): BrandTokens {
  const picture = (assetId: string | null) => (assetId === null ? undefined : pictures.get(assetId))
  return {
    ...brand,
    logo: picture(brand.logoAssetId),
    logoDark: picture(brand.logoDarkAssetId),
    favicon: picture(brand.faviconAssetId),
  }
}

/** An audience may override the URL of the main action of its page. */
function withOverride(
  { actions, headerActionId }: ShownAudience['page'],
  url: string | null,
): ShownAudience['page']['actions'] {
  if (url === null) return actions
  const [first] = actions.toSorted((a, b) => a.actionIndex - b.actionIndex)
  const main = actions.find(({ actionId }) => actionId === headerActionId) ?? first
  return actions.map((action) => (action === main ? { ...action, url } : action))
}

/** The images, videos and components whose ids occur in the content, or its JSON. A superfluous id does no harm. */
export async function findPictures(
  db: Reader,
  tenantId: string,
  drawn: unknown,
  { componentUse = () => '', assetsUrl }: Partial<Pick<DrawnAt, 'componentUse' | 'assetsUrl'>> = {},
  json = '',
): Promise<Map<string, ShownAsset>> {
  const text = json + JSON.stringify(drawn)
  const assetIds = [...new Set(text.match(/\basset_[0-9a-z]{26}\b/g))]
  const fileIds = [...new Set(text.match(/\bfile_[0-9a-z]{26}\b/g))]
  const urlOf = ({ fileId, mediaType }: PublicFile) => {
    if (kindOf(mediaType) === 'component') return `/_s/f/${fileId}${componentUse(fileId)}`
    return assetsUrl ? `${assetsUrl}/_s/f/${tenantId}/${fileId}` : `/_s/f/${fileId}`
  }
  const files = await findPublicFiles(db, tenantId, { assetIds, fileIds })
  return new Map(files.map((file) => [file.assetId ?? file.fileId, toShown(file, urlOf(file))]))
}

function toShown(file: PublicFile, url: string): ShownAsset {
  const {
    fileId,
    mediaType,
    width,
    height,
    previewSize,
    placeholder,
    widths,
    focalX,
    focalY,
    trimmedWidth,
    trimmedHeight,
  } = file
  const previewWidth =
    width && height && Math.round(width * Math.min(1, previewSide / Math.max(width, height)))
  const isSmaller = previewSize !== null && previewWidth && width && previewWidth < width
  const formsIn = (format: string) =>
    widths.map((smaller) => ({ url: `${url}/${format}${smaller}`, width: smaller }))
  return {
    url,
    width,
    height,
    name: fileId.slice(-8),
    ...(placeholder ? { placeholder } : {}),
    ...(trimmedWidth && trimmedHeight
      ? { trimmed: { url: `${url}/trimmed`, width: trimmedWidth, height: trimmedHeight } }
      : {}),
    ...(focalX !== null && focalY !== null ? { focalPoint: { x: focalX, y: focalY } } : {}),
    ...(widths.length > 0
      ? { smaller: formsIn('webp'), avif: formsIn('avif') }
      : // Vector graphics and animations would lose quality.
        isSmaller && !/svg|gif/.test(mediaType)
        ? { smaller: [{ url: `${url}/preview`, width: previewWidth }] }
        : {}),
  }
}
