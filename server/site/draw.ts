import {
  type BrandTokens,
  type Document,
  effectiveMetadata,
  type Metadata,
  type PageInput,
  renderPage,
  type ShownAsset,
} from '../../document/index.ts'
import type { Reader } from '../database/database.ts'
import { kindOf } from '../files/schema.ts'
import type { ComponentUse } from './components.ts'
import { findOwnFonts, findPublicFiles, type PublicFile, type Shown, type ShownBrand } from './queries.ts'

/** What a rendered page is: whose, for whom, in which version. */
export type Place = { tenantId: string; pageId: string; audienceId: string; versionId: string }
/** What is put into a page when it is drawn, by those who take visits and forms. */
export type Equipment = Pick<
  PageInput,
  'visitScript' | 'formAction' | 'frameAncestors' | 'fontUrl' | 'socialImage' | 'showsPrompts'
>

/** How the tenant wants it. */
export type Wishes = Pick<Shown, 'respectPrivacySignals'>
export type Equip = (place: Place, wishes: Wishes) => Equipment

/** Previews are at most this wide. */
const previewSide = 480

/** What a document is drawn with besides itself. */
export type Look = Pick<Shown, 'page' | 'brand' | 'isPersonal' | 'actionUrlOverride'> &
  Partial<Pick<Shown, 'pageId' | 'accountName' | 'accountLogoAssetId'>>
/** What a drawing is made of. */
export type Drawn = Look & Pick<Shown, 'document'>

/** Where a document is drawn, and what for. */
type DrawnAt = Equipment & { origin: string; path: string; componentUse: ComponentUse }

/** Draws what an audience is shown. `origin` and `path` are where. */
export async function drawShown(
  db: Reader,
  tenantId: string,
  shown: Drawn,
  where: DrawnAt,
): Promise<ReturnType<typeof renderPage>> {
  return renderPage(await gatherInput(db, tenantId, shown, shown.document, where))
}

/** What a page made for somebody tells search engines: to stay away, unless its own metadata say otherwise. */
export function personalRobots({ metadata }: Document): NonNullable<Metadata['robots']> {
  return metadata?.robots?.length ? metadata.robots : ['noindex', 'nofollow']
}

/** All that a document is drawn from. */
export async function gatherInput(
  db: Reader,
  tenantId: string,
  { page, brand, isPersonal, actionUrlOverride, pageId, accountName, accountLogoAssetId }: Look,
  document: Document,
  { origin, path, componentUse, ...equipment }: DrawnAt,
): Promise<PageInput> {
  const effective = effectiveMetadata(page.metadata ?? undefined, document.metadata)
  const metadata = isPersonal ? { ...effective, robots: personalRobots(document) } : effective
  const [pictures, ownFonts] = await Promise.all([
    findPictures(
      db,
      tenantId,
      [document, page.actionCardWidgets, metadata, brand, accountLogoAssetId],
      componentUse,
    ),
    findOwnFonts(db, tenantId, [brand.headingFont, brand.textFont]),
  ])
  return {
    ...equipment,
    document,
    page: {
      ...page,
      actions: withOverride(page, actionUrlOverride),
      headerActionId: page.headerActionId ?? undefined,
      metadata,
    },
    brand: brandTokens(brand, pictures),
    ownFont: (fileId) => ownFonts.get(fileId),
    recipient: accountName ? { name: accountName, logo: pictures.get(accountLogoAssetId ?? '') } : undefined,
    seed: pageId,
    url: `${origin}${path}`,
    asset: (id) => pictures.get(id),
    // Those who are sent a page by others read its metadata elsewhere, so the address has to be whole.
    fileUrl: (id) => (pictures.has(id) ? `${origin}${pictures.get(id)?.url}` : undefined),
    personal: isPersonal,
  }
}

/** What pages are drawn from of a brand, with its pictures. */
export function brandTokens(brand: ShownBrand, pictures: Map<string, ShownAsset>): BrandTokens {
  const picture = (assetId: string | null) => (assetId === null ? undefined : pictures.get(assetId))
  return {
    ...brand,
    logo: picture(brand.logoAssetId),
    logoDark: picture(brand.logoDarkAssetId),
    favicon: picture(brand.faviconAssetId),
  }
}

/** An audience may have another address for the main action of its page. */
function withOverride(
  { actions, headerActionId }: Shown['page'],
  url: string | null,
): Shown['page']['actions'] {
  if (url === null) return actions
  const [first] = actions.toSorted((a, b) => a.actionIndex - b.actionIndex)
  const main = actions.find(({ actionId }) => actionId === headerActionId) ?? first
  return actions.map((action) => (action === main ? { ...action, url } : action))
}

/** The pictures, films and components whose ids occur anywhere in what is drawn. An id too many does no harm. */
export async function findPictures(
  db: Reader,
  tenantId: string,
  drawn: unknown,
  componentUse: ComponentUse = () => '',
): Promise<Map<string, ShownAsset>> {
  const text = JSON.stringify(drawn)
  const assetIds = [...new Set(text.match(/\basset_[0-9a-z]{26}\b/g))]
  const fileIds = [...new Set(text.match(/\bfile_[0-9a-z]{26}\b/g))]
  const files = await findPublicFiles(db, tenantId, { assetIds, fileIds })
  return new Map(files.map((file) => [file.assetId ?? file.fileId, toShown(file, componentUse)]))
}

function toShown(file: PublicFile, componentUse: ComponentUse): ShownAsset {
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
  const url = `/_s/f/${fileId}${kindOf(mediaType) === 'component' ? componentUse(fileId) : ''}`
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
      : // Drawings and animations would lose by it.
        isSmaller && !/svg|gif/.test(mediaType)
        ? { smaller: [{ url: `${url}/preview`, width: previewWidth }] }
        : {}),
  }
}
