import type { Readable } from 'node:stream'
import { idPattern } from '../../shared/ids.ts'

/** The widths that pictures are kept in besides their own, each in two formats. */
export const pictureWidths = [480, 960, 1600] as const
export const pictureFormats = ['avif', 'webp'] as const

/** What is kept of a file: its bytes, a small picture of it, one without empty margins, and smaller forms for smaller screens. */
export const variants = [
  'original',
  'preview',
  'trimmed',
  ...pictureFormats.flatMap((format) => pictureWidths.map((width) => `${format}${width}` as const)),
] as const
export type Variant = (typeof variants)[number]

/** Where bytes are: named by ids alone, never by what a caller called a file. */
export type Place = { tenantId: string; fileId: string; variant: Variant }
/** The first and the last byte. */
export type ByteRange = { start: number; end: number }

export type Storage = {
  /** Keeps a copy of the file at this path. When it returns, the bytes survive a crash. */
  put(place: Place, path: string): Promise<void>
  /** The bytes, or a range of them; undefined when there are none. */
  read(place: Place, range?: ByteRange): Promise<Readable | undefined>
  /** Removes all that is kept of a file; fine when there is nothing. */
  remove(file: Omit<Place, 'variant'>): Promise<void>
  close(): void
}

const tenantPattern = new RegExp(idPattern('tenant'))
const filePattern = new RegExp(idPattern('file'))

/** The parts of a place's path or key. The two characters spread files over folders. */
export function placeParts({ tenantId, fileId, variant }: Place): [string, string, string, string] {
  if (!tenantPattern.test(tenantId) || !filePattern.test(fileId))
    throw new Error('bytes are stored under ids alone')
  return ['files', tenantId, fileId.slice(-2), `${fileId}.${variant}`]
}
