// Separate from schema.ts, as the process that reads uploads doesn't need the schema library.

/** The accepted media types. All others are refused. */
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

/** The path of a smaller form of an image, derived from the output path. */
export function formPath(output: string, format: string, width: number): string {
  return `${output}.${format}${width}`
}

/** The path of an image's form without empty margins. */
export function trimmedPath(output: string): string {
  return `${output}.trimmed`
}
