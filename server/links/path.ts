export const longestPath = 1024

/** Reserved names at the top level of every host. */
const reserved = /^(?:_.*|\.well-known|robots\.txt|sitemap\.xml|favicon\.ico)$/i

export class PathError extends Error {}

/**
 * The canonical form of a path, used when a link is written and when it is visited: a slash before every segment and
 * none at the end, no empty or dot segments, one encoding for every character. A slash within a segment (`%2F`) stays
 * encoded. Throws a PathError for a path that can't be a page.
 */
export function canonicalPath(text: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) throw new PathError('must be a path, without scheme and host')
  if (/[?#\\]/.test(text)) throw new PathError('must not contain ?, # or \\')
  const segments: string[] = []
  for (const part of text.split('/')) {
    const segment = decode(part)
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  const path = `/${segments.map(encode).join('/')}`
  if (path.length > longestPath) throw new PathError(`must have at most ${longestPath} characters`)
  return path
}

export function isReserved(path: string): boolean {
  return reserved.test(path.split('/', 2)[1] ?? '')
}

/** Accented letters have two encodings that look the same; keyboards produce the composed one. */
function decode(segment: string): string {
  let text: string
  try {
    text = decodeURIComponent(segment).normalize('NFC')
  } catch {
    throw new PathError('must use valid percent-encoding of UTF-8')
  }
  if (/\p{Cc}|\p{Cs}/u.test(text)) throw new PathError('must not contain control characters')
  return text
}

/** RFC 3986 allows these characters unencoded in a segment, and browsers send them unencoded. */
function encode(segment: string): string {
  return encodeURIComponent(segment).replace(/%(?:24|26|2B|2C|3A|3B|3D|40)/g, decodeURIComponent)
}

/** The key of a personal page as a query parameter. */
export const keyParameter = /[?&]k=([0-9a-z]{16}|[0-9a-z]{10})(?:&|$)/

/** A personal page: the path of a link followed by the person's key. */
export const personalPath = /^(.*)\/([0-9a-z]{16}|[0-9a-z]{10})$/
