import { type Static, Type } from 'typebox'
import { closed, NamedObject } from '../../shared/typebox.ts'
import { Id } from '../web/schema.ts'
import { BatchInput, BatchRow, ColumnMapping, mostFailures } from './schema.ts'

const { columns, idempotencyKey } = BatchInput.properties
const csvFileId = Id('file', { description: 'An uploaded CSV file with a header row.' })
const fileExample = { columns: { Website: 'domain', Company: 'company' } }

export const ImportInput = NamedObject(
  'ImportInput',
  { csvFileId, columns, idempotencyKey },
  { ...fileExample, idempotencyKey: 'crm-2026-11' },
  { description: 'Columns for the name and context of an audience are not imported.' },
)
export type ImportInput = Static<typeof ImportInput>

export const CsvCheckInput = NamedObject(
  'CsvCheckInput',
  {
    csvFileId,
    columns,
    pageId: Type.Optional(Id('page', { description: 'The page of the batch.' })),
  },
  fileExample,
)
export type CsvCheckInput = Static<typeof CsvCheckInput>

const count = (description: string) => Type.Integer({ minimum: 0, description })

const BadRow = Type.Object(
  {
    csvRow: Type.Integer({ description: 'Its number in a spreadsheet; the header is 1.' }),
    reason: Type.String({ description: 'Why it can’t be used.' }),
    values: BatchRow.properties.values,
  },
  { ...closed, title: 'CsvBadRow' },
)

export const CsvCheck = NamedObject(
  'CsvCheck',
  {
    rows: count('Rows below the header, without blank ones.'),
    fresh: count('Persons and accounts that would be created.'),
    known: count('Rows about persons and accounts that exist.'),
    updated: Type.Optional(
      count('Of the known, those who have a page already: it is updated. Only with `pageId`.'),
    ),
    repeated: count('Rows about a person or account of an earlier row.'),
    failed: count('Rows that can’t be used.'),
    failures: Type.Array(BadRow, { description: `The first ${mostFailures} rows that can’t be used.` }),
    columns: Type.Unsafe<ColumnMapping>({ ...ColumnMapping, description: 'How the file is read.' }),
  },
  {
    rows: 4,
    fresh: 1,
    known: 1,
    repeated: 1,
    failed: 1,
    failures: [
      {
        csvRow: 4,
        reason: 'domain must be a host name such as acme.com',
        values: { company: 'Acme', domain: 'acme' },
      },
    ],
    columns: fileExample.columns,
  },
  { description: 'Rows are matched by e-mail address, or by domain if they describe an account.' },
)
export type CsvCheck = Static<typeof CsvCheck>
