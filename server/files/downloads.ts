import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../shared/problem.ts'
import type { App, AppContext } from '../context.ts'
import type { StorageLocation } from '../storage/storage.ts'
import { matchesEtag } from '../web/etag.ts'
import { fileAddress, secondsLeft } from './addresses.ts'
import { findFile, type StoredFile } from './queries.ts'
import { kindOf } from './schema.ts'
import { describeFile, readRange, tagOf } from './serving.ts'
import { storageGone } from './upload.ts'

/** The bytes of files at signed URLs, outside /v0: anyone with the URL can fetch them until it expires. */
export function downloadRoutes(app: App, context: AppContext) {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/:tenant_id/:file_id/:variant',
    schema: { hide: true },
    handler: async (request, reply) => {
      const { tenant_id: tenantId, file_id: fileId, variant } = request.params as Record<string, string>
      const { expires, signature } = request.query as Record<string, unknown>
      const path = `/files/${tenantId}/${fileId}/${variant}`
      const left = secondsLeft(context, path, String(expires), String(signature))
      // The signature covers the whole path.
      const place = { tenantId, fileId, variant } as StorageLocation
      const file = left > 0 ? await findFile(context.db.read, place.tenantId, place.fileId) : undefined
      if (!file) throw expired()
      // Tenants' scripts are never served from the origin of the console.
      const { assetsUrl } = context.config
      if (assetsUrl && kindOf(file.mediaType) === 'component' && request.host !== new URL(assetsUrl).host)
        return await reply.redirect(fileAddress(context, place.tenantId, place.fileId, 'original'), 307)
      return await serve(context, request, reply, place, file, left)
    },
  })
}

function expired() {
  return new Problem('link_expired', 'This URL has expired or was changed, or its file was deleted.')
}

async function serve(
  { storage, log }: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  place: StorageLocation,
  file: StoredFile,
  secondsLeft: number,
) {
  const isPreview = place.variant === 'preview'
  const size = isPreview ? file.previewSize : file.size
  if (size === null) throw expired()
  const etag = tagOf(file.fileId, isPreview)
  reply.headers({
    ...describeFile(file.name, isPreview ? 'image/webp' : file.mediaType),
    'cache-control': `private, max-age=${secondsLeft}, immutable`,
    'accept-ranges': 'bytes',
    etag,
  })
  if (matchesEtag(request.headers['if-none-match'], etag)) return await reply.code(304).send()
  const range = readRange(request.headers, etag, size)
  if (range === 'beyond')
    throw new Problem(
      'range_not_satisfiable',
      `The file has ${size} bytes.`,
      {},
      { 'content-range': `bytes */${size}` },
    )
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
