import { type Static, Type } from 'typebox'
import { closed, exampleId, Id, largestInteger, Timestamp } from '../http/schema.ts'

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
] as const
export type MediaType = (typeof mediaTypes)[number]

/** What a file can be used as. */
export type FileKind = 'image' | 'video' | 'component' | 'table'

export function kindOf(mediaType: MediaType): FileKind {
  if (mediaType === 'text/html') return 'component'
  if (mediaType === 'text/csv') return 'table'
  return mediaType.startsWith('video/') ? 'video' : 'image'
}

export const File = Type.Object(
  {
    fileId: Id('file'),
    name: Type.String({ description: 'The name it was sent under, without what could do harm.' }),
    mediaType: Type.String({ description: 'What the bytes are, whatever the name says.' }),
    size: Type.Integer({ minimum: 0, maximum: largestInteger, description: 'Bytes, as stored.' }),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Of the bytes as stored.' }),
    createdAt: Timestamp,
  },
  {
    ...closed,
    title: 'File',
    examples: [
      {
        fileId: exampleId('file'),
        name: 'team.jpg',
        mediaType: 'image/jpeg',
        size: 182044,
        sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        createdAt: '+1794614400000',
      },
    ],
  },
)
export type File = Static<typeof File>

/** Documents what an upload looks like; the form itself is read as a stream. */
export const Upload = Type.Object({ file: Type.String({ format: 'binary' }) }, closed)
