const longestPath = 1024

/** Names reserved by the site at the root of every host. */
const reserved = /^(?:_.*|\.well-known|robots\.txt|sitemap\.xml|favicon\.ico)$/i

type ParsedPath = { path: string; fault?: never } | { fault: string; path?: never }

/** The normal form of a path as the service stores it, or its error, to show while typing. */
export function readPath(text: string): ParsedPath {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return { fault: 'must be a path, without scheme and host' }
  if (/[?#\\]/.test(text)) return { fault: 'must not contain ?, # or \\' }
  const segments: string[] = []
  for (const part of text.split('/')) {
    const segment = decode(part)
    if (segment === undefined) return { fault: 'must use valid percent-encoding of UTF-8' }
    if (/\p{Cc}|\p{Cs}/u.test(segment)) return { fault: 'must not contain control characters' }
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  const path = `/${segments.map(encode).join('/')}`
  if (path.length > longestPath) return { fault: `must have at most ${longestPath} characters` }
  if (reserved.test(path.split('/', 2)[1] ?? '')) return { fault: 'is reserved' }
  return { path }
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment).normalize('NFC')
  } catch {
    return undefined
  }
}

function encode(segment: string): string {
  return encodeURIComponent(segment.toWellFormed()).replace(
    /%(?:24|26|2B|2C|3A|3B|3D|40)/g,
    decodeURIComponent,
  )
}
