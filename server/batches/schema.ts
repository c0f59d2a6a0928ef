import { type Static, Type } from 'typebox'
import { exampleId } from '../../shared/ids.ts'
import { ClosedObject, closed, Enum, NamedObject, Nullable } from '../../shared/typebox.ts'
import { mostFields } from '../fields/queries.ts'
import type { FieldOwner } from '../fields/schema.ts'
import { Id, Paged, paging, Timestamp } from '../web/schema.ts'

/** The meanings that a column of a CSV file can have. */
export const csvFields = [
  'name',
  'firstName',
  'lastName',
  'email',
  'company',
  'domain',
  'phoneNumber',
  'linkedinProfileUrl',
  'jobTitle',
  'supplementaryContext',
  'customName',
] as const
export type CsvField = (typeof csvFields)[number]
/** A column of a file: one of these, or a custom field, `account.fields.industry`. */
export type CsvColumn = CsvField | `${FieldOwner}.fields.${string}`

const customPattern = '(account|person)\\.fields\\.[a-z][a-z0-9_]{0,39}'
const CsvColumn = Type.Unsafe<CsvColumn>({
  anyOf: [
    Enum(csvFields),
    Type.String({
      pattern: `^${customPattern}$`,
      description: 'A custom field.',
      examples: ['account.fields.industry'],
    }),
  ],
})

export const mostRows = 50_000
const mostIds = 10_000

export const ColumnMapping = Type.Record(Type.String(), CsvColumn)
export type ColumnMapping = Record<string, CsvColumn>

const Where = (owner: FieldOwner) =>
  Type.Array(Type.String({ pattern: '^[a-z][a-z0-9_]{0,39}:', maxLength: 2_100 }), {
    minItems: 1,
    maxItems: 5,
    description: `Every ${owner} whose custom fields have these values when the batch is started, such as \`industry:Retail\` or \`employees:100..500\`.`,
    examples: [['industry:Retail']],
  })

const ColumnsInput = Type.Optional(
  Type.Record(Type.String({ maxLength: 500 }), CsvColumn, {
    maxProperties: csvFields.length + mostFields,
    description:
      'Maps column headings to fields. By default, common headings are recognised: “E-mail”, “First name”, “Company”, “Website”, …',
  }),
)
const BatchKey = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 255,
    description: 'Repeating the request with the same key and content returns the first batch.',
  }),
)

export const BatchInput = NamedObject(
  'BatchInput',
  {
    accountIds: Type.Optional(Type.Array(Id('account'), { maxItems: mostIds })),
    personIds: Type.Optional(Type.Array(Id('person'), { maxItems: mostIds })),
    accountsWhere: Type.Optional(Where('account')),
    personsWhere: Type.Optional(Where('person')),
    csvFileId: Type.Optional(
      Id('file', {
        description:
          'An uploaded CSV file with a header row, read immediately. Its persons and accounts are matched by e-mail ' +
          'address and domain, or created.',
      }),
    ),
    columns: ColumnsInput,
    message: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 50_000,
        description: 'Sent to each audience, as `sendAudienceMessage` would.',
      }),
    ),
    idempotencyKey: BatchKey,
  },
  { personIds: [exampleId('person')], message: 'Personalise for them.', idempotencyKey: 'spring-2026' },
  {
    description: `At least one person, account or row is required, ${mostRows.toLocaleString('en')} at most.`,
  },
)
export type BatchInput = Static<typeof BatchInput>

export const BatchAccepted = NamedObject('BatchAccepted', { batchId: Id('batch') })

const batchStatuses = ['running', 'cancelling', 'finished', 'cancelled'] as const

export const rowStatuses = [
  'waiting',
  'made',
  'running',
  'drafted',
  'unchanged',
  'failed',
  'cancelled',
  'repeated',
] as const
export type RowStatus = (typeof rowStatuses)[number]

const count = (description: string) => Type.Integer({ minimum: 0, description })

export const BatchCounts = Type.Object(
  {
    total: count('Rows in all.'),
    waiting: count('Rows not processed yet.'),
    made: count(
      'Audiences created so far, regardless of the result of their message; in an import, rows whose person or account is stored.',
    ),
    running: count('Messages the agent is working on.'),
    drafted: count('Messages that became a draft.'),
    unchanged: count('Messages that the agent answered without a change.'),
    failed: count('Rows that could not be used, and messages that failed.'),
    cancelled: count('Rows and messages that were cancelled, or whose person was erased meanwhile.'),
    repeated: count('Rows about a person or account of an earlier row.'),
  },
  { ...closed, title: 'BatchCounts' },
)
export type BatchCounts = Static<typeof BatchCounts>

const batchExample = {
  pageId: exampleId('page'),
  message: 'Personalise for them.',
  csvFileId: exampleId('file'),
  columns: { 'E-mail': 'email', 'Full name': 'name' },
  counts: {
    total: 3,
    waiting: 0,
    made: 2,
    running: 1,
    drafted: 1,
    unchanged: 0,
    failed: 1,
    cancelled: 0,
    repeated: 0,
  },
  publishable: 1,
}

const batchFields = {
  batchId: Id('batch'),
  pageId: Nullable(Id('page', { description: 'Null for an import of accounts and people.' })),
  status: Enum(batchStatuses, {
    description: '`finished`: all audiences are created and all messages have ended.',
  }),
  message: Nullable(Type.String()),
  csvFileId: Nullable(Id('file')),
  columns: Nullable(Type.Unsafe<ColumnMapping>({ ...ColumnMapping, description: 'How the file was read.' })),
  counts: BatchCounts,
  publishable: count(
    'Audiences of the batch with something to publish now: a draft, or a page that was never live. Of batches with more than 1,000 rows, it is estimated from the first 1,000.',
  ),
  createdAt: Timestamp,
  finishedAt: Nullable(Timestamp),
}

export const Batch = NamedObject('Batch', batchFields, batchExample)
export type Batch = Static<typeof Batch>

/** The values of a file's row, by the meaning of its columns. */
export type RowValues = Partial<Record<CsvColumn, string>>

export const BatchRow = NamedObject(
  'BatchRow',
  {
    position: Type.Integer({ minimum: 1, description: 'From 1 on: accounts, then persons, then the file.' }),
    csvRow: Nullable(Type.Integer({ description: 'Its number in a spreadsheet; the header is 1.' })),
    status: Enum(rowStatuses, {
      description:
        '`made`: created without a message, or imported; `running`, `drafted`, `unchanged`: status of the message.',
    }),
    reason: Nullable(Type.String({ description: 'Why it failed or was skipped.' })),
    values: Nullable(
      Type.Unsafe<RowValues>({
        ...Type.Record(Type.String(), Type.String()),
        description: 'Values of a failed row, by field.',
      }),
    ),
    name: Nullable(Type.String({ description: 'Of its audience, person or account.' })),
    personId: Nullable(Id('person')),
    accountId: Nullable(Id('account')),
    audienceId: Nullable(Id('audience')),
    versionId: Nullable(Id('version', { description: 'The version that the message began.' })),
  },
  {
    position: 3,
    csvRow: 4,
    status: 'failed',
    reason: 'email must be an e-mail address such as jane@acme.com',
    values: { name: 'Jane Doe', email: 'jane(at)acme.com' },
  },
)
export type BatchRow = Static<typeof BatchRow>

export const BatchRowRetry = NamedObject(
  'BatchRowRetry',
  {
    position: Type.Integer({ minimum: 1, maximum: mostRows, description: 'Which row.' }),
    values: Type.Optional(
      Type.Unsafe<RowValues>({
        writeOnly: true,
        ...Type.Record(
          Type.String({ pattern: `^(${csvFields.join('|')}|${customPattern})$` }),
          Type.String({ maxLength: 50_000 }),
          {
            ...closed,
            maxProperties: csvFields.length + mostFields,
          },
        ),
        description: 'Corrected values. Without them, the row is retried unchanged.',
      }),
    ),
  },
  { position: 3, values: { name: 'Jane Doe', email: 'jane@acme.com' } },
)
export type BatchRowRetry = Static<typeof BatchRowRetry>

/** A batch lists this many failures itself; the list of its rows has them all. */
export const mostFailures = 100

export const BatchReport = NamedObject(
  'BatchReport',
  {
    ...batchFields,
    failures: Type.Array(BatchRow, {
      description: `The first ${mostFailures} rows that failed; all are in the list of rows.`,
    }),
  },
  batchExample,
)
export type BatchReport = Static<typeof BatchReport>

export const BatchPage = Paged(Batch, 'BatchPage')
export const BatchQuery = ClosedObject({
  ...paging,
  pageId: Type.Optional(Id('page', { description: 'Batches of this page.' })),
  kind: Type.Optional(Enum(['import'], { description: 'Only imports of accounts and people.' })),
})
export const BatchRowPage = Paged(BatchRow, 'BatchRowPage')
export const BatchRowQuery = ClosedObject({
  ...paging,
  status: Type.Optional(Enum(rowStatuses)),
})
