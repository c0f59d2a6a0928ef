import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AppContext } from '../context.ts'
import { fileAddress } from '../files/addresses.ts'
import { findFile, type StoredFile } from '../files/queries.ts'
import { type FileKind, kindOf, type MediaType } from '../files/schema.ts'
import { describeFile, readRange, tagOf } from '../files/serving.ts'
import type { Variant } from '../storage/storage.ts'
import { safeHeaders, sendUnchanged } from './answer.ts'
import { isShownInFrame } from './components.ts'

type SendContext = Pick<AppContext, 'db' | 'storage' | 'sign' | 'publicUrl' | 'config'>

/** Tables are not shown in pages; fonts are, as subsets. */
const shownKinds = new Set<FileKind>(['image', 'video', 'component'])

const forever = 'public, max-age=31536000, immutable'
/** A CDN can't know that a file was deleted, so it asks again every day. */
const foreverAtBrowsers = 'public, max-age=31536000, s-maxage=86400, immutable'

const assetsShape = /^\/_s\/f\/(tenant_[a-z0-9]{26})(\/file_.*)$/
const shape = /^\/_s\/f\/(file_[a-z0-9]{26})(?:\/(preview|trimmed|(avif|webp)(\d{3,4})))?$/

/**
 * A component runs its own scripts and styles in a separate origin without network access. It is framed by pages of its
 * site, which for a preview are framed by the console: every ancestor must be allowed.
 */
const componentPolicy = (publicUrl: string) =>
  `sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'self' ${publicUrl}`

/** Sends an image or video from the host of ASSETS_URL, where its URL names the tenant. False if there is no such file. */
export async function sendSharedFile(
  context: SendContext,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const [, tenantId, rest] = assetsShape.exec(path) ?? []
  if (tenantId === undefined) return false
  return await sendFile(context, tenantId, `/_s/f${rest}`, request, response, { isShared: true })
}

/**
 * Sends an image or video of the tenant, public and immutable: bytes under an id never change. Components are
 * downloads, except in frames of pages. False if there is no such file.
 */
export async function sendFile(
  context: SendContext,
  tenantId: string,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  { isShared = false } = {},
): Promise<boolean> {
  const { db, storage } = context
  const [, fileId, variant, format, width] = shape.exec(path) ?? []
  const file = fileId && (await findFile(db.read, tenantId, fileId))
  if (!file || !shownKinds.has(kindOf(file.mediaType))) return false
  if (kindOf(file.mediaType) === 'component')
    return (
      !isShared && variant === undefined && (await sendComponent(context, tenantId, file, request, response))
    )
  const cacheControl = isShared ? foreverAtBrowsers : forever
  const preview = variant === 'preview'
  if (variant !== undefined && !preview) {
    const form = formOf(file, variant, format, width)
    const given = { name: file.name, cacheControl }
    return form !== undefined && (await sendForm(storage, tenantId, { ...form, ...given }, request, response))
  }
  const size = preview ? file.previewSize : file.size
  if (size === null) return false
  const etag = tagOf(file.fileId, preview)
  const headers: Record<string, string | number> & { etag: string } = {
    ...describeFile(file.name, preview ? 'image/webp' : file.mediaType),
    'cache-control': cacheControl,
    'accept-ranges': 'bytes',
    etag,
  }
  if (sendUnchanged(request, response, headers)) return true
  const range = readRange(request.headers, etag, size)
  if (range === 'beyond') {
    response.writeHead(416, { ...safeHeaders, 'content-range': `bytes */${size}`, 'content-length': 0 }).end()
    return true
  }
  headers['content-length'] = range ? range.end - range.start + 1 : size
  if (range) headers['content-range'] = `bytes ${range.start}-${range.end}/${size}`
  const status = range ? 206 : 200
  if (request.method === 'HEAD') {
    response.writeHead(status, headers).end()
    return true
  }
  const bytes = await storage.read(
    { tenantId, fileId: file.fileId, variant: preview ? 'preview' : 'original' },
    range,
  )
  if (!bytes) return false
  response.writeHead(status, headers)
  await sendBytes(bytes, response)
  return true
}

type ImageForm = { fileId: string; variant: Variant; mediaType: MediaType }

/** A derived form of an image: smaller, or without its margins. Undefined if the file has no such form. */
function formOf(file: StoredFile, variant: string, format?: string, width?: string): ImageForm | undefined {
  const { fileId, widths, trimmedWidth, mediaType } = file
  if (variant !== 'trimmed')
    return widths.includes(Number(width))
      ? { fileId, variant: variant as Variant, mediaType: `image/${format}` as MediaType }
      : undefined
  if (trimmedWidth === null) return undefined
  return { fileId, variant, mediaType: mediaType === 'image/svg+xml' ? mediaType : 'image/webp' }
}

async function sendForm(
  storage: AppContext['storage'],
  tenantId: string,
  { fileId, variant, mediaType, name, cacheControl }: ImageForm & { name: string; cacheControl: string },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const etag = `"${fileId}-${variant}"`
  const headers = {
    ...describeFile(name, mediaType),
    'cache-control': cacheControl,
    etag,
  }
  if (sendUnchanged(request, response, headers)) return true
  const bytes = await storage.read({ tenantId, fileId, variant })
  if (!bytes) return false
  response.writeHead(200, headers)
  if (request.method === 'HEAD') {
    bytes.destroy()
    response.end()
  } else await sendBytes(bytes, response)
  return true
}

/** A client that disconnects during the transfer is no error; one that disconnected before must not leave the file open. */
async function sendBytes(bytes: Readable, response: ServerResponse): Promise<void> {
  try {
    await pipeline(bytes, response)
  } catch {
    response.destroy()
  } finally {
    bytes.destroy()
  }
}

/**
 * A component is part of a page, never a page itself. It is shown only in a frame, which browsers indicate over secure
 * connections, and only for a use that its URL proves; otherwise it is a download. Both are sandboxed.
 */
async function sendComponent(
  context: SendContext,
  tenantId: string,
  { fileId, name, mediaType, size }: StoredFile,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const { db, storage, sign, publicUrl, config } = context
  const { url = '', headers: sent } = request
  const [, query = ''] = url.split('?', 2)
  const isFramed =
    sent['sec-fetch-dest'] === 'iframe' && (await isShownInFrame(db.read, sign, { tenantId, fileId }, query))
  if (!isFramed && config.assetsUrl) {
    const location = fileAddress(context, tenantId, fileId, 'original')
    const headers = { location, 'cache-control': 'private, no-cache', vary: 'sec-fetch-dest' }
    response.writeHead(307, { ...safeHeaders, ...headers, 'content-length': 0 }).end()
    return true
  }
  const { 'content-disposition': disposition, ...described } = describeFile(name, mediaType)
  const headers = {
    ...described,
    ...(!isFramed && { 'content-disposition': disposition }),
    'content-security-policy': componentPolicy(publicUrl()),
    // Its availability changes with the page.
    'cache-control': 'private, no-cache',
    vary: 'sec-fetch-dest',
    etag: `${tagOf(fileId, false).slice(0, -1)}${isFramed ? '' : '-download'}"`,
  }
  if (sendUnchanged(request, response, headers)) return true
  const bytes =
    request.method === 'HEAD' ? undefined : await storage.read({ tenantId, fileId, variant: 'original' })
  if (!bytes && request.method !== 'HEAD') return false
  response.writeHead(200, { ...headers, 'content-length': size })
  if (bytes) await sendBytes(bytes, response)
  else response.end()
  return true
}
