import type { Shape } from '../api/schema.ts'

export type Batch = Shape<'Batch'>
export type BatchReport = Shape<'BatchReport'>
export type BatchRow = Shape<'BatchRow'>
export type CsvField = NonNullable<NonNullable<Shape<'BatchInput'>['columns']>[string]>

/** What a column can be, as people call it. */
export const fieldWords: Record<CsvField, string> = {
  name: 'Full name',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'E-mail address',
  company: 'Company name',
  domain: 'Company website',
  phoneNumber: 'Telephone',
  linkedinProfileUrl: 'LinkedIn profile',
  supplementaryContext: 'Notes for the agent',
  customName: 'Name of the audience',
}
export const csvFields = Object.keys(fieldWords) as CsvField[]

/** One of these says whom a row is about. */
export const tellingFields: CsvField[] = ['name', 'firstName', 'lastName', 'email', 'domain']

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
