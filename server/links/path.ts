export const longestPath = 1024

/** Names the site keeps for itself, at the top of every host. */
const reserved = /^(?:_.*|\.well-known|robots\.txt|sitemap\.xml|favicon\.ico)$/i

export class PathError extends Error {}

/**
 * The one spelling of a path, the same when a link is written and when it is visited: a slash before every
 * segment and none behind, no empty or dot segments, every character encoded in one way. A slash within a segment
 * (`%2F`) is a character of it and stays encoded. Throws a PathError for what names no page.
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

/** Letters with accents can be written in two ways that look the same; composed is how keyboards write them. */
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

/** RFC 3986 lets these stand for themselves in a segment; browsers send them so. */
function encode(segment: string): string {
  return encodeURIComponent(segment).replace(/%(?:24|26|2B|2C|3A|3B|3D|40)/g, decodeURIComponent)
}

/** The key of a person's page as a parameter of the address. */
export const keyParameter = /[?&]k=([0-9a-z]{16}|[0-9a-z]{10})(?:&|$)/

/** A person's page: the path of a link, and the person's key below it. */
export const personalPath = /^(.*)\/([0-9a-z]{16}|[0-9a-z]{10})$/
