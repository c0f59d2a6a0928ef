import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const text = readFileSync(new URL('../../tracker/visit.min.js', import.meta.url))

/** The visit script, ready to serve. Its address names its content, so browsers may keep it for good. */
export const visitScript = {
  path: `/_s/visit-${createHash('sha256').update(text).digest('hex').slice(0, 12)}.js`,
  mediaType: 'text/javascript; charset=utf-8',
  cacheControl: 'public, max-age=31536000, immutable',
  text,
  gzip: gzipSync(text, { level: 9 }),
  brotli: brotliCompressSync(text),
}
