import { type Static, Type } from 'typebox'
import { ClosedObject, NamedObject } from '../../shared/typebox.ts'
import { Id, largestInteger, Timestamp } from '../web/schema.ts'

export { type FileKind, kindOf, type MediaType, mediaTypes } from './kinds.ts'

export const File = NamedObject(
  'File',
  {
    fileId: Id('file'),
    name: Type.String({ description: 'The sanitised file name.' }),
    mediaType: Type.String({ description: 'Media type, detected from the content.' }),
    size: Type.Integer({ minimum: 0, maximum: largestInteger, description: 'Stored size in bytes.' }),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Of the stored bytes.' }),
    createdAt: Timestamp,
  },
  {
    name: 'team.jpg',
    mediaType: 'image/jpeg',
    size: 182044,
    sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  },
)
export type File = Static<typeof File>

/** Documents the upload; the form itself is read as a stream. */
export const Upload = ClosedObject({ file: Type.String({ format: 'binary' }) })
