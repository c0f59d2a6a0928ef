import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import {
  type BundledFontName,
  bare,
  defaultLook,
  fillPlaceholders,
  isBundled,
  looks,
  paletteOf,
  withoutPrompts,
} from '../../document/index.ts'
import type { AppContext } from '../context.ts'
import type { Reader } from '../database/database.ts'
import { GraphicsCache } from '../graphics/cache.ts'
import { type SocialImage, socialSize } from '../graphics/socialPreview.ts'
import type { GraphicsWorker } from '../graphics/worker.ts'
import type { Sign } from '../secrets/secrets.ts'
import { safeHeaders, sendUnchanged } from './answer.ts'
import { findPublicFiles, findShown, type LinkGate, type ShownAudience } from './queries.ts'

const purpose = 'social image'
const lastingPurpose = 'lasting social image'
const shape = /^\/_s\/og\/(audience_[a-z0-9]{26})\.([\w-]{43})\.png$/
/** A few hundred previews. */
const mostBytes = 16 * 1024 * 1024
const longestHeadline = 200

type PreviewedAudience = Pick<ShownAudience, 'audienceId' | 'brand' | 'page' | 'document' | 'accountName'>

/** The social image in a page's head. Its URL contains a hash of its content, so the bytes never change. */
export function socialImageOf(sign: Sign, origin: string, shown: PreviewedAudience) {
  const image = describeImage(shown)
  const alt = [image.headline, image.brand, image.recipient].filter(Boolean).join(' · ')
  return { url: origin + addressOf(sign, shown, image), alt, ...socialSize }
}

/** The social image at a permanent URL, for e-mails: they are read long after the page has changed. */
export function lastingImageOf(sign: Sign, origin: string, shown: PreviewedAudience) {
  const { alt } = socialImageOf(sign, origin, shown)
  const signature = sign(lastingPurpose, shown.audienceId)
  return { url: `${origin}/_s/og/${shown.audienceId}.${signature}.png`, alt, ...socialSize }
}

function addressOf(sign: Sign, shown: PreviewedAudience, image: SocialImage): string {
  return `/_s/og/${shown.audienceId}.${sign(purpose, signedText(shown, image))}.png`
}

function signedText({ audienceId, brand }: PreviewedAudience, image: SocialImage): string {
  return `${audienceId} ${hash('sha256', JSON.stringify([image, brand.logoAssetId]), 'base64url')}`
}

function describeImage({ brand, page, document, accountName }: PreviewedAudience): SocialImage {
  const { theme, blocks, metadata } = withoutPrompts(fillPlaceholders(document, { brand, page }))
  const look = theme.look ?? brand.look ?? defaultLook
  const palette = paletteOf(theme, { ...brand, look })
  const tones = palette.light ?? palette.dark
  if (!tones) throw new Error('a palette has at least one scheme')
  const hero = blocks.find(({ type }) => type === 'hero')
  const said = hero && 'headline' in hero.props ? bare(hero.props.headline) : undefined
  const headline = said || metadata?.title || page.metadata?.title || page.title || brand.name
  const { bg, fg, muted, accent, t1, t2, t3 } = look === 'bold' ? tones.deep : tones.plain
  return {
    headline: [...headline].slice(0, longestHeadline).join(''),
    brand: brand.name,
    recipient: accountName,
    headingFont: fontOf([theme.font, brand.headingFont, brand.font], looks[look].headingFont),
    textFont: fontOf([theme.font, brand.textFont, brand.font], looks[look].textFont),
    headingWeight: { editorial: 400, product: 600, bold: 800 }[look],
    colors: { bg, fg, muted, accent, tones: [t1, t2, t3] },
  }
}

/** Only bundled fonts can be rendered: system fonts of visitors are not installed here. */
function fontOf(names: (string | null | undefined)[], otherwise: BundledFontName): BundledFontName {
  const chosen = names.find((name) => name && name !== 'system')
  return chosen && isBundled(chosen) ? chosen : otherwise
}

/** Renders social images on request, and caches them. */
export class SocialImages {
  readonly #context: Pick<AppContext, 'db' | 'storage' | 'sign'>
  readonly #worker: GraphicsWorker
  readonly #cache = new GraphicsCache(mostBytes)

  constructor(context: Pick<AppContext, 'db' | 'storage' | 'sign'>, worker: GraphicsWorker) {
    this.#context = context
    this.#worker = worker
  }

  /** Sends the social image at a path; false if there is none, or the page has changed since. */
  async send(
    tenantId: string,
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
    mayPass: (gate: LinkGate) => boolean,
  ): Promise<boolean> {
    const [, audienceId, signature = ''] = shape.exec(path) ?? []
    if (!audienceId) return false
    const shown = await findShown(this.#context.db.read, tenantId, audienceId)
    if (!shown?.isLive || shown.isDeleted || shown.isArchived || shown.pageStatus !== 'published')
      return false
    const { gate } = shown
    if (gate && !mayPass(gate)) return false
    const image = describeImage(shown)
    const { sign } = this.#context
    const isLasting = sign.verify(lastingPurpose, audienceId, signature)
    if (!isLasting && !sign.verify(purpose, signedText(shown, image), signature)) return false
    const exact = addressOf(sign, shown, image)
    const headers = {
      ...safeHeaders,
      'content-type': 'image/png',
      'cache-control': gate
        ? 'private, no-store'
        : isLasting
          ? 'public, max-age=3600'
          : 'public, max-age=31536000, immutable',
      // Other sites embed the image when a page is shared.
      'cross-origin-resource-policy': 'cross-origin',
      etag: `"${exact.slice(-47, -4)}"`,
    }
    if (sendUnchanged(request, response, headers)) return true
    const bytes = await this.#cache.get(exact, async () => {
      const logo = await this.#readLogo(tenantId, shown.brand.logoAssetId, image)
      return await this.#worker.run(tenantId, { kind: 'social', image, logo })
    })
    response.writeHead(200, { ...headers, 'content-length': bytes.length })
    response.end(request.method === 'HEAD' ? undefined : bytes)
    return true
  }

  /** The small variant of the logo, a raster image of known size. */
  async #readLogo(tenantId: string, assetId: string | null, { colors }: SocialImage) {
    const { db, storage } = this.#context
    const file = assetId && (await findLogo(db.read, tenantId, assetId))
    // A logo for light backgrounds would be invisible on a dark one; the name is shown instead.
    if (!file || isDark(colors.bg)) return undefined
    const bytes = await storage.read({ tenantId, fileId: file.fileId, variant: 'preview' })
    return bytes && (await buffer(bytes))
  }
}

async function findLogo(db: Reader, tenantId: string, assetId: string) {
  const [file] = await findPublicFiles(db, tenantId, { assetIds: [assetId], fileIds: [] })
  return file && file.previewSize !== null ? file : undefined
}

function isDark(color: string): boolean {
  return Number.parseInt(color.slice(1, 3), 16) < 128
}
