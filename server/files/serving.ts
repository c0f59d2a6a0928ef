import type { IncomingHttpHeaders } from 'node:http'
import type { ByteRange } from '../storage/storage.ts'
import { contentDisposition, downloadName } from './names.ts'
import { kindOf, type MediaType } from './schema.ts'

/** Allows images, video and the style inside an SVG; no scripts, no requests, an opaque origin. */
const policy =
  "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; sandbox"

/** Headers of a file's bytes that keep browsers from interpreting them as another type. */
export function describeFile(name: string, mediaType: MediaType) {
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

/** Bytes under an id never change, so the id serves as the ETag. */
export function tagOf(fileId: string, isPreview: boolean): string {
  return `"${fileId}${isPreview ? '-preview' : ''}"`
}

/** The requested range; several or invalid ones mean the whole file. `beyond`: past the end. */
export function readRange(
  headers: IncomingHttpHeaders,
  etag: string,
  size: number,
): ByteRange | 'beyond' | undefined {
  const condition = headers['if-range']
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? []
  if ((condition !== undefined && condition !== etag) || (from === '' && to === '')) return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < start) return undefined
  return start > end ? 'beyond' : { start, end }
}
