import { type Static, Type } from 'typebox'
import { exampleId } from '../../shared/ids.ts'
import { ClosedObject, closed, Enum, NamedObject, Nullable } from '../../shared/typebox.ts'
import { idPrefixes } from '../ids.ts'
import { Id, largestInteger, paging, Timestamp } from '../web/schema.ts'
import { actorKinds, ways } from './words.ts'

const Value = Type.Unsafe<string | number | boolean | null | { length: number; sha256: string }>({
  anyOf: [
    { type: ['string', 'number', 'boolean', 'null'] },
    {
      type: 'object',
      properties: { length: { type: 'integer' }, sha256: { type: 'string' } },
      required: ['length', 'sha256'],
      additionalProperties: false,
    },
  ],
  description: 'A text of more than 200 characters is given by its length and SHA-256 hash.',
})

const FieldChange = ClosedObject({
  old: Type.Optional(Value),
  new: Type.Optional(Value),
  isHidden: Type.Optional(
    Type.Boolean({
      description: 'True for secrets and lists of addresses: they changed, and no more is kept.',
    }),
  ),
})

const example = {
  actor: { kind: 'key', actorId: exampleId('key'), keyId: exampleId('key'), name: 'CRM sync', model: null },
  way: 'api',
  action: 'updatePageLink',
  object: { type: 'page_link', objectId: exampleId('page_link'), name: '/spring' },
  changes: { path: { old: '/summer', new: '/spring' } },
  facts: {},
  address: '203.0.113.62',
  requestId: '01kb5w3x8ef0arv2m9n4t6q7zc',
  number: 48_207,
  hash: '9f3c4a1be81b5d2f7a6c0e94b3d8f1527c6e0a9b4d3f2e1c0b9a8d7f6e5c4b3a',
}

export const AuditEvent = NamedObject(
  'AuditEntry',
  {
    eventId: Id('audit_event'),
    createdAt: Timestamp,
    actor: ClosedObject({
      kind: Enum(actorKinds),
      actorId: Nullable(Type.String({ description: 'The user, or the key if it belongs to no user.' })),
      keyId: Nullable(Id('key')),
      name: Nullable(Type.String({ description: 'Present name; null if it was erased.' })),
      model: Nullable(Type.String({ description: 'The language model of an agent run.' })),
    }),
    way: Enum(ways, { description: 'How the action reached the service.' }),
    action: Type.String({ description: 'The operation, or an event such as `session.started`.' }),
    object: Nullable(
      ClosedObject({
        type: Type.String({ description: 'The prefix of its id.' }),
        objectId: Type.String(),
        name: Nullable(Type.String({ description: 'Its name at that time.' })),
      }),
    ),
    changes: Type.Record(Type.String(), FieldChange, { description: 'The fields that changed.' }),
    facts: Type.Record(
      Type.String(),
      Type.Unsafe<string | number | boolean | null>({ type: ['string', 'number', 'boolean', 'null'] }),
      {
        description: 'Counts and other facts of bulk operations and events.',
      },
    ),
    address: Nullable(Type.String()),
    country: Nullable(
      Type.String({ description: 'ISO 3166-1 code, where a country database is configured.' }),
    ),
    device: Nullable(Type.String({ description: 'Browser and operating system.' })),
    command: Nullable(Type.String({ description: 'For commands on the server.' })),
    requestId: Nullable(Type.String()),
    isErased: Type.Boolean({
      description: 'Whether names, values and addresses were removed because a person was erased.',
    }),
    number: Nullable(
      Type.Integer({ minimum: 1, description: 'Place in the chain; null until it has joined it.' }),
    ),
    hash: Nullable(Type.String({ description: 'Hash of this row and all before it.' })),
  },
  example,
)
export type AuditEvent = Static<typeof AuditEvent>

const DateTime = (description: string) =>
  Type.Optional(Type.String({ format: 'date-time', description, examples: ['2026-11-01T00:00:00Z'] }))

const filters = {
  startDate: DateTime('At this moment or later.'),
  endDate: DateTime('Before this moment.'),
  actorId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'A user or key.',
      examples: [exampleId('key')],
    }),
  ),
  actorKind: Type.Optional(Enum(actorKinds)),
  action: Type.Optional(Type.String({ minLength: 1, maxLength: 100, examples: ['publishPage'] })),
  objectId: Type.Optional(Type.String({ minLength: 1, maxLength: 100, examples: [exampleId('page')] })),
  objectType: Type.Optional(Enum(idPrefixes)),
  way: Type.Optional(Enum(ways)),
}
export const AuditEventQuery = ClosedObject({ ...filters, ...paging })
export const AuditExportQuery = ClosedObject({
  ...filters,
  format: Type.Optional(
    Enum(['csv', 'jsonl'], { default: 'csv', description: 'CSV, or JSON Lines with all fields.' }),
  ),
})
export type AuditFilters = Omit<Static<typeof AuditEventQuery>, 'cursor' | 'limit'>

export const AuditEventPage = NamedObject(
  'AuditEntryPage',
  {
    items: Type.Array(AuditEvent),
    hasMore: Type.Boolean(),
    nextCursor: Nullable(Type.String({ minLength: 1 })),
    totalCount: Nullable(
      Type.Integer({
        minimum: 0,
        maximum: largestInteger,
        description: 'All matches; null if there are more than 10,000 with filters.',
      }),
    ),
  },
  { totalCount: 1 },
)

const faultKinds = ['changed', 'removed', 'inserted'] as const

const ChainFault = Type.Object(
  {
    kind: Enum(faultKinds),
    number: Nullable(Type.Integer({ description: 'Place in the chain.' })),
    eventId: Nullable(Type.String()),
    createdAt: Nullable(Timestamp),
  },
  { ...closed, title: 'AuditChainFault' },
)

export const AuditChain = NamedObject(
  'AuditChain',
  {
    firstNumber: Type.Integer({
      minimum: 1,
      description: 'Rows before it were removed because of their age.',
    }),
    lastNumber: Type.Integer({ minimum: 0 }),
    hash: Nullable(Type.String({ description: 'Hash of the last row, and with it of the whole chain.' })),
    startedAt: Nullable(Timestamp),
    chainedAt: Nullable(Timestamp),
    waiting: Type.Integer({ minimum: 0, description: 'Rows that join the chain at the next pass.' }),
    retentionDays: Type.Integer({ minimum: 0, description: '0: rows are kept for good.' }),
    verifiedAt: Nullable(Timestamp),
    erased: Type.Integer({ minimum: 0, description: 'Verified rows whose details were erased.' }),
    faults: Type.Array(ChainFault, { description: 'At most 100. Empty without `verify`.' }),
  },
  {
    firstNumber: 1,
    lastNumber: 48_212,
    hash: example.hash,
    startedAt: '+1772524800000',
    chainedAt: '+1794614400000',
    waiting: 3,
    retentionDays: 1095,
    verifiedAt: '+1794614400000',
    erased: 0,
  },
)
export type AuditChain = Static<typeof AuditChain>
export type ChainFault = Static<typeof ChainFault>
