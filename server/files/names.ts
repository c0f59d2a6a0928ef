import type { MediaType } from './kinds.ts'

const mostCharacters = 255

/** Control characters, and those that reverse text direction to disguise a file extension. */
const treacherous =
  /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu

/** A safe file name: no folder, no invisible characters, not too long, never empty. */
export function harmlessName(given: string | undefined): string {
  const last = (given ?? '').split(/[/\\]/).at(-1) ?? ''
  const name = last.replace(treacherous, '').normalize('NFC').trim()
  if (/^\.*$/.test(name)) return 'file'
  const characters = [...name]
  if (characters.length <= mostCharacters) return name
  const ending = /\.\w{1,10}$/.exec(name)?.[0] ?? ''
  return characters.slice(0, mostCharacters - ending.length).join('') + ending
}

const endings: Record<MediaType, string[]> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
  'image/svg+xml': ['svg'],
  'video/mp4': ['mp4'],
  'video/webm': ['webm'],
  'text/html': ['html', 'htm'],
  'text/csv': ['csv'],
  'font/woff2': ['woff2'],
}

/** The name for a download, with the extension of its media type. */
export function downloadName(name: string, mediaType: MediaType): string {
  const ending = /\.(\w+)$/.exec(name.toLowerCase())?.[1] ?? ''
  return endings[mediaType].includes(ending) ? name : `${name}.${endings[mediaType][0]}`
}

/** A Content-Disposition header that a name can't break out of: plain for old clients, encoded for the rest. */
export function contentDisposition(how: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)
  return `${how}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
