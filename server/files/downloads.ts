import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App, Ground } from '../ground.ts'
import { Problem } from '../http/problem.ts'
import type { ByteRange, Place } from '../storage.ts'
import { secondsLeft } from './addresses.ts'
import { contentDisposition, downloadName } from './names.ts'
import { findFile, type StoredFile } from './queries.ts'
import { kindOf, type MediaType } from './schema.ts'
import { storageGone } from './upload.ts'

/** Shows pictures, video and the style inside an SVG; runs nothing, fetches nothing, belongs to no origin. */
const policy =
  "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; sandbox"

/** The bytes of files at signed addresses, outside /v0: whoever has the address may fetch them until it expires. */
export function downloadRoutes(app: App, ground: Ground) {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/:tenant_id/:file_id/:variant',
    schema: { hide: true },
    handler: async (request, reply) => {
      const { tenant_id: tenantId, file_id: fileId, variant } = request.params as Record<string, string>
      const { expires, signature } = request.query as Record<string, unknown>
      const path = `/files/${tenantId}/${fileId}/${variant}`
      const left = secondsLeft(ground, path, String(expires), String(signature))
      // A good signature vouches for the whole path.
      const place = { tenantId, fileId, variant } as Place
      const file = left > 0 ? await findFile(ground.db.read, place.tenantId, place.fileId) : undefined
      if (!file) throw expired()
      return await serve(ground, request, reply, place, file, left)
    },
  })
}

function expired() {
  return new Problem('link_expired', 'This address has expired, was changed, or its file is gone.')
}

async function serve(
  { storage, log }: Ground,
  request: FastifyRequest,
  reply: FastifyReply,
  place: Place,
  file: StoredFile,
  secondsLeft: number,
) {
  const isPreview = place.variant === 'preview'
  const size = isPreview ? file.previewSize : file.size
  if (size === null) throw expired()
  // Bytes under an id never change, so the id is their tag.
  const etag = `"${file.fileId}${isPreview ? '-preview' : ''}"`
  reply.headers({
    ...describe(file.name, isPreview ? 'image/webp' : file.mediaType),
    'cache-control': `private, max-age=${secondsLeft}, immutable`,
    'accept-ranges': 'bytes',
    etag,
  })
  if (namesTag(request.headers['if-none-match'], etag)) return await reply.code(304).send()
  const range = readRange(request, etag, size)
  const length = range ? range.end - range.start + 1 : size
  reply.header('content-length', length)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  if (request.method === 'HEAD') return await reply.send()
  const bytes = await storage.read(place, range).catch((error) => {
    log.error({ err: error }, 'a file could not be read')
    throw storageGone()
  })
  if (!bytes) throw expired()
  return await reply.send(bytes)
}

function describe(name: string, mediaType: MediaType) {
  const isText = mediaType.startsWith('text/')
  const shown =
    kindOf(mediaType) === 'video' || (kindOf(mediaType) === 'image' && mediaType !== 'image/svg+xml')
  return {
    'content-type': isText ? `${mediaType}; charset=utf-8` : mediaType,
    'content-disposition': contentDisposition(shown ? 'inline' : 'attachment', downloadName(name, mediaType)),
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  }
}

function namesTag(header: string | undefined, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return tags.includes(etag) || tags.includes('*')
}

/** The one range that is asked for; several, or one that can't be read, mean all of it. */
function readRange({ headers }: FastifyRequest, etag: string, size: number): ByteRange | undefined {
  const condition = headers['if-range']
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? []
  if ((condition !== undefined && condition !== etag) || (from === '' && to === '')) return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < start) return undefined
  if (start > end)
    throw new Problem(
      'range_not_satisfiable',
      `The file has ${size} bytes.`,
      {},
      { 'content-range': `bytes */${size}` },
    )
  return { start, end }
}
