import { type BatchState, type Status, statusOf } from '../../shared/statusWords.ts'
import { numbers } from '../api/locale.ts'
import { errorSentence, ProblemError } from '../api/problem.ts'
import type { Shape } from '../api/schema.ts'
import type { CustomField } from '../fields/words.ts'

export type Batch = Shape<'Batch'>
export type BatchReport = Shape<'BatchReport'>
export type BatchRow = Shape<'BatchRow'>
export type CsvCheck = Shape<'CsvCheck'>

/** Display names of the fields that a column can be mapped to. */
export const fieldWords = {
  name: 'Full name',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'E-mail address',
  company: 'Company name',
  domain: 'Company website',
  phoneNumber: 'Phone',
  linkedinProfileUrl: 'LinkedIn profile',
  jobTitle: 'Job title',
  supplementaryContext: 'Notes for the agent',
  customName: 'Audience name',
} as const
export type CsvField = keyof typeof fieldWords
/** A standard or custom field: `account.fields.industry`. */
export type CsvColumn = CsvField | `${CustomField['owner']}.fields.${string}`
export const csvFields = Object.keys(fieldWords) as CsvField[]
/** An import creates no audiences, so their fields are left out. */
export const importFields = csvFields.filter(
  (field) => field !== 'customName' && field !== 'supplementaryContext',
)

export function customColumn({ owner, key }: CustomField): CsvColumn {
  return `${owner}.fields.${key}`
}

/** The display name of a column; the key if a custom field was deleted. */
export function columnWords(column: string, fields: readonly CustomField[]): string {
  const custom = fields.find((field) => customColumn(field) === column)
  return custom?.label ?? fieldWords[column as CsvField] ?? column
}

/** Where the values of a column are stored. */
export function columnUse(column: CsvColumn): string {
  switch (column) {
    case 'supplementaryContext':
      return 'The agent reads them. What they asked for may go on the page, remarks don’t.'
    case 'customName':
    case 'phoneNumber':
    case 'linkedinProfileUrl':
      return 'For your team only'
    case 'email':
    case 'domain':
      return 'Finds who it is; on the page only where you place it'
    default:
      return 'Can stand on the page'
  }
}

/** Why a row failed, with the display name of the field. */
export function reasonWords(reason: string | null): string {
  if (reason === null) return ''
  const [first = ''] = reason.split(' ', 1)
  const label = fieldWords[first as CsvField]
  const words = label ? label + reason.slice(first.length) : reason
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The name of the person or account in a row, if it has one. */
export function nameOfRow(values: BatchRow['values']): string | undefined {
  if (!values) return undefined
  const { name, firstName, lastName, email, company, domain } = values
  return name ?? ([firstName, lastName].filter(Boolean).join(' ') || email || company || domain)
}

/** At least one of these columns must identify the person or account of a row. */
export const identifyingFields: CsvColumn[] = ['name', 'firstName', 'lastName', 'email', 'domain']

export function isUnderWay({ status }: Pick<Batch, 'status'>): boolean {
  return status === 'running' || status === 'cancelling'
}

/** Rows that are finished, successfully or not. */
export function finishedRows({ counts: { total, waiting, running } }: Pick<Batch, 'counts'>): number {
  return Math.max(0, total - waiting - running)
}

type StatedBatch = Pick<Batch, 'status' | 'counts' | 'pageId' | 'publishable'>

/** The state of a batch or an import as a status badge. */
export function batchStatus(batch: StatedBatch): Status {
  return statusOf('batch', stateOf(batch), {
    done: count.format(finishedRows(batch)),
    total: count.format(batch.counts.total),
    count: count.format(batch.counts.failed),
  })
}

function stateOf({ status, counts, pageId, publishable }: StatedBatch): BatchState {
  if (status === 'running') return pageId === null ? 'importing' : 'running'
  if (status !== 'finished') return status
  if (counts.failed > 0) return 'undecided'
  if (pageId === null) return 'imported'
  return publishable === 0 && counts.made > 0 ? 'published' : 'finished'
}

const count = numbers()

/** `3 rows`, `1 row`. */
export function rowsPhrase(rows: number): string {
  return `${count.format(rows)} ${rows === 1 ? 'row' : 'rows'}`
}

/** `5 rows: 2 new, 1 already in Foyer, 1 duplicate, 1 can’t be used.` */
export function checkPhrase({ rows, fresh, known, repeated, failed }: CsvCheck): string {
  const parts: [count: number, words: string][] = [
    [fresh, 'new'],
    [known, 'already in Foyer'],
    [repeated, repeated === 1 ? 'duplicate' : 'duplicates'],
    [failed, 'can’t be used'],
  ]
  const named = parts
    .filter(([total]) => total > 0)
    .map(([total, words]) => `${count.format(total)} ${words}`)
  return `${rowsPhrase(rows)}: ${named.join(', ')}.`
}

/** `3 have a page already: they are updated.` */
export function updatedPhrase({ updated = 0 }: CsvCheck): string | undefined {
  if (updated === 0) return undefined
  return updated === 1
    ? '1 has a page already: it is updated.'
    : `${count.format(updated)} have a page already: they are updated.`
}

/** Rows that a batch or an import would use. */
export function usableRows({ fresh, known }: CsvCheck): number {
  return fresh + known
}

/** Why a file can't be read. */
export function faultWords(error: Error): string {
  const [first] = error instanceof ProblemError ? error.errors : []
  return first ? errorSentence(first.message, 'The file') : error.message
}

/** What is missing before a batch can start. `csv` is undefined for batches without a file. */
export function missingWords(
  hasPage: boolean,
  csv:
    | { source: object | undefined; check: { isPending: boolean; data?: CsvCheck | undefined } | undefined }
    | undefined,
): string | undefined {
  const needsFile = csv !== undefined && !csv.source
  if (needsFile || !hasPage)
    return `Choose ${[!hasPage && 'a page', needsFile && 'a file'].filter(Boolean).join(' and ')}.`
  if (csv?.check?.isPending) return 'Checking the file…'
  return csv?.check?.data && usableRows(csv.check.data) === 0 ? 'No row of the file can be used.' : undefined
}

const rowStatus = (dot: Status['dot'], words: string) => ({ dot, words, meaning: '' })
export const rowStatuses: Record<BatchRow['status'], Pick<Status, 'dot' | 'words' | 'meaning'>> = {
  waiting: rowStatus('hidden', 'Waiting'),
  made: rowStatus('live', 'Created'),
  running: rowStatus('busy', 'In progress'),
  drafted: rowStatus('live', 'Drafted'),
  unchanged: rowStatus('past', 'Unchanged'),
  failed: rowStatus('failed', 'Failed'),
  cancelled: rowStatus('past', 'Stopped'),
  repeated: rowStatus('past', 'Duplicate'),
}
