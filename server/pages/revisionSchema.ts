import { type Static, Type } from 'typebox'
import { Document, Operation } from '../../document/index.ts'
import { exampleId } from '../../shared/ids.ts'
import { ClosedObject, NamedObject, Nullable } from '../../shared/typebox.ts'
import { Cursor, Limit, Paged, Timestamp } from '../web/schema.ts'

export const RevisionNumber = Type.Integer({ minimum: 1, maximum: 2_147_483_647, examples: [7] })

const fields = {
  revision: RevisionNumber,
  hash: Type.String({
    description: 'Hash of the document; the `etag` of the document while it is the newest.',
  }),
  note: Nullable(Type.String({ description: 'Note by its author.' })),
  madeBy: Nullable(
    Type.String({ description: 'Who created it: the name of the person, or of the service’s API key.' }),
  ),
  isOpen: Type.Boolean({ description: 'Whether saves of the same sitting still go into it.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}
const example = {
  hash: 'b5d4045c3f466fa91fe2cc6abe79232a1a57cdf104f7a26e716e0a1e2789df78',
  note: 'New prices',
  madeBy: 'Console',
  createdAt: '+1794751791376',
  updatedAt: '+1794751791376',
}

export const PageRevision = NamedObject('PageRevision', fields, example)
export type PageRevision = Static<typeof PageRevision>

export const PageRevisionDocument = NamedObject(
  'PageRevisionDocument',
  { ...fields, document: Document },
  { ...example, document: { theme: {}, blocks: [] } },
)

export const PageRevisionList = Paged(PageRevision, 'PageRevisionList')
export const RevisionQuery = ClosedObject({ limit: Limit, cursor: Cursor })

export const RevisionDiff = NamedObject(
  'RevisionDiff',
  {
    revision: RevisionNumber,
    against: RevisionNumber,
    operations: Type.Array(Operation, {
      description: 'What makes the document of `revision` out of that of `against`, step by step.',
    }),
  },
  { against: 6 },
)

export const Sitting = Type.String({
  minLength: 1,
  maxLength: 64,
  description:
    'A name for one sitting of an editor. Saves of the same sitting go into one revision, until ten minutes after the last one, a release, or `close_revision`.',
  examples: [exampleId('page').slice(-12)],
})

export const RevisionNote = Type.String({ maxLength: 500, description: 'What changed, for the history.' })

export const DocumentChanges = NamedObject(
  'DocumentChanges',
  {
    operations: Type.Array(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        additionalProperties: true,
        description:
          'An operation as a diff lists it (`addBlock`, `updateBlock`, `moveBlock`, `removeBlock`, `addItem`, `updateItem`, `moveItem`, `removeItem`, `setTheme`, `setMetadata`), without `documentHash`.',
      }),
      { minItems: 1, maxItems: 1000, description: 'Applied in this order, all or none.' },
    ),
    sitting: Type.Optional(Sitting),
    note: Type.Optional(RevisionNote),
  },
  {
    operations: [{ type: 'updateBlock', blockId: 'hero', props: { headline: 'Hello' } }],
    sitting: 'a1b2c3',
  },
)
