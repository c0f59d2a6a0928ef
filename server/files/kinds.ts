// Apart from schema.ts, as the process that looks at uploads needs this and not all that schemas are made with.

/** What Foyer takes and keeps. Everything else is refused. */
export const mediaTypes = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/svg+xml',
  'video/mp4',
  'video/webm',
  'text/html',
  'text/csv',
  'font/woff2',
] as const
export type MediaType = (typeof mediaTypes)[number]

/** What a file can be used as. */
export type FileKind = 'image' | 'video' | 'component' | 'table' | 'font'

export function kindOf(mediaType: MediaType): FileKind {
  if (mediaType === 'text/html') return 'component'
  if (mediaType === 'text/csv') return 'table'
  if (mediaType === 'font/woff2') return 'font'
  return mediaType.startsWith('video/') ? 'video' : 'image'
}

/** Where a smaller form of a picture is put, beside the output. */
export function formPath(output: string, format: string, width: number): string {
  return `${output}.${format}${width}`
}

/** Where the form of a picture without empty margins is put. */
export function trimmedPath(output: string): string {
  return `${output}.trimmed`
}
