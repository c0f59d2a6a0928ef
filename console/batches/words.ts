import type { Shape } from '../api/schema.ts'

export type Batch = Shape<'Batch'>
export type BatchReport = Shape<'BatchReport'>
export type BatchRow = Shape<'BatchRow'>
export type CustomField = Shape<'CustomField'>

/** What a column can be, as people call it. */
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
/** A field, or a custom one: `account.fields.industry`. */
export type CsvColumn = CsvField | `${CustomField['owner']}.fields.${string}`
export const csvFields = Object.keys(fieldWords) as CsvField[]

export function customColumn({ owner, key }: CustomField): CsvColumn {
  return `${owner}.fields.${key}`
}

/** What a column is called; the key of a custom field that is gone. */
export function columnWords(column: string, fields: readonly CustomField[]): string {
  const custom = fields.find((field) => customColumn(field) === column)
  return custom?.label ?? fieldWords[column as CsvField] ?? column
}

/** Why a row failed, with the field called as people call it. */
export function reasonWords(reason: string | null): string {
  if (reason === null) return ''
  const [first = ''] = reason.split(' ', 1)
  const label = fieldWords[first as CsvField]
  const words = label ? label + reason.slice(first.length) : reason
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Whom a row of a file is about, as far as it says so. */
export function nameOfRow(values: BatchRow['values']): string | undefined {
  if (!values) return undefined
  const { name, firstName, lastName, email, company, domain } = values
  return name ?? ([firstName, lastName].filter(Boolean).join(' ') || email || company || domain)
}

/** One of these says whom a row is about. */
export const tellingFields: CsvColumn[] = ['name', 'firstName', 'lastName', 'email', 'domain']

export function isUnderWay({ status }: Pick<Batch, 'status'>): boolean {
  return status === 'running' || status === 'cancelling'
}

/** Rows whose work has ended, one way or another. */
export function doneOf({ counts: { total, waiting, running } }: Pick<Batch, 'counts'>): number {
  return Math.max(0, total - waiting - running)
}

const count = new Intl.NumberFormat()

/** `3 rows`, `1 row`. */
export function rowsPhrase(rows: number): string {
  return `${count.format(rows)} ${rows === 1 ? 'row' : 'rows'}`
}
