import type { Readable } from 'node:stream'
import { idPattern } from '../../shared/ids.ts'

/** The widths of resized images, each in two formats. */
export const pictureWidths = [480, 960, 1600] as const
export const pictureFormats = ['avif', 'webp'] as const

/**
 * The stored variants of a file: its bytes, a preview, one without empty margins, and smaller forms for smaller
 * screens.
 */
export const variants = [
  'original',
  'preview',
  'trimmed',
  ...pictureFormats.flatMap((format) => pictureWidths.map((width) => `${format}${width}` as const)),
] as const
export type Variant = (typeof variants)[number]

/** The location of stored bytes: consists of ids only, never of a caller's file name. */
export type StorageLocation = { tenantId: string; fileId: string; variant: Variant }
/** The first and the last byte. */
export type ByteRange = { start: number; end: number }

export type Storage = {
  /** Stores a copy of the file at this path. When it resolves, the bytes survive a crash. */
  put(place: StorageLocation, path: string): Promise<void>
  /** The bytes, or a range of them; undefined if they don't exist. */
  read(place: StorageLocation, range?: ByteRange): Promise<Readable | undefined>
  /** Deletes all variants of a file; succeeds if there are none. */
  remove(file: Omit<StorageLocation, 'variant'>): Promise<void>
  close(): void
}

const tenantPattern = new RegExp(idPattern('tenant'))
const filePattern = new RegExp(idPattern('file'))

/** The parts of a path or key. The two characters distribute files over folders. */
export function placeParts({ tenantId, fileId, variant }: StorageLocation): [string, string, string, string] {
  if (!tenantPattern.test(tenantId) || !filePattern.test(fileId))
    throw new Error('bytes are stored under ids alone')
  return ['files', tenantId, fileId.slice(-2), `${fileId}.${variant}`]
}
