import { judgeBy } from '../../shared/judge.ts'
import { type InputError, invalid, Problem } from '../../shared/problem.ts'
import { canonicalDomain } from '../accounts/domain.ts'
import { AccountInput } from '../accounts/schema.ts'
import { AudienceInput } from '../audiences/inputSchema.ts'
import type { CustomField, FieldOwner, FieldValue } from '../fields/schema.ts'
import { readText } from '../fields/values.ts'
import {
  canonicalEmail,
  canonicalLinkedinUrl,
  canonicalPhoneNumber,
  domainOfEmail,
} from '../persons/contact.ts'
import { PersonInput } from '../persons/schema.ts'
import { columnOf, type Layout } from './columns.ts'
import type { CsvColumn, CsvField, RowValues } from './schema.ts'

/** The subject of a row: an id given by the caller, or the values of a file. */
export type RowSubject =
  | { personId: string }
  | { accountId: string }
  | {
      person?: Pick<PersonInput, 'name' | 'email' | 'phoneNumber' | 'linkedinProfileUrl' | 'jobTitle'>
      account?: AccountInput
      /** Whether the file explicitly assigns the account to the person, whatever their e-mail address. */
      isNamed?: boolean
      customName?: string
      supplementaryContext?: string
      fieldValues?: RowFieldValue[]
    }

/** A custom field value with its column. */
export type RowFieldValue = { column: CsvColumn; owner: FieldOwner; fieldId: string; value: FieldValue }

/** Values of failed rows are stored up to this length. */
const longestKept = 5_000

/** E-mail providers, whose domains don't identify an employer. */
const mailboxes = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com icloud.com me.com aol.com gmx.de gmx.net
  web.de t-online.de proton.me protonmail.com mail.com zoho.com yandex.ru mail.ru qq.com 163.com orange.fr free.fr
  hey.com fastmail.com`.split(/\s+/),
)

const judgePerson = judgeBy(PersonInput)
const judgeAccount = judgeBy(AccountInput)
const judgeAudience = judgeBy(AudienceInput)

/** Parses a row of a file with the validation of persons and accounts; returns why it is invalid otherwise. */
export function readGiven(
  cells: string[],
  { places, width }: Layout,
  fields: CustomField[],
): { given: RowSubject } | { reason: string; values: RowValues } {
  const values: RowValues = {}
  for (const [column, place] of places) {
    const text = cells[place]?.trim()
    if (text) values[column] = text
  }
  if (cells.slice(width).some((cell) => cell.trim() !== ''))
    return { reason: 'has more cells than the header', values: keepShort(values) }
  try {
    return { given: toGiven(values, fields) }
  } catch (error) {
    if (error instanceof Problem) return { reason: describeProblem(error), values: keepShort(values) }
    throw error
  }
}

function keepShort(values: RowValues): RowValues {
  return Object.fromEntries(Object.entries(values).filter(([, text = '']) => text.length <= longestKept))
}

/** The values of a row for users to correct: the inverse of `toGiven`. Undefined for a row that came from no file. */
export function valuesOf(given: RowSubject): RowValues | undefined {
  if ('personId' in given || 'accountId' in given) return undefined
  const { person = {}, account, isNamed, customName, supplementaryContext, fieldValues = [] } = given
  const values: Record<string, string | null | undefined> = {
    ...person,
    company: account?.name,
    domain: isNamed ? account?.domain : undefined,
    customName,
    supplementaryContext,
    ...Object.fromEntries(fieldValues.map(({ column, value }) => [column, String(value)])),
  }
  return keepShort(
    Object.fromEntries(Object.entries(values).flatMap(([column, text]) => (text ? [[column, text]] : []))),
  )
}

/** Throws a problem if the values are invalid. */
export function toGiven(values: RowValues, fields: CustomField[]): RowSubject {
  const { company, customName, supplementaryContext } = values
  const fieldValues = readFieldValues(values, fields)
  const asksFor = (owner: FieldOwner) => fieldValues.find((one) => one.owner === owner)?.column
  const person = toPerson(values)
  const domain = values.domain ?? ((company || asksFor('account')) && employerOf(person?.email))
  const account = domain ? { domain: canonicalDomain(domain), ...(company && { name: company }) } : undefined
  if (!person && !account) throw new Problem('invalid_input', 'needs a name, an e-mail address or a domain')
  if (!person && asksFor('person'))
    throw invalid(`/${asksFor('person')}`, 'needs a name or an e-mail address beside it')
  if (!account && asksFor('account'))
    throw invalid(`/${asksFor('account')}`, 'needs a company website or a work e-mail address beside it')
  const audience = {
    ...(customName && { customName }),
    ...(supplementaryContext && { supplementaryContext }),
  }
  if (person) demandNone(judgePerson(person))
  if (account) demandNone(judgeAccount(account))
  demandNone(judgeAudience(audience))
  const isNamed = values.domain !== undefined
  return {
    ...(person && { person }),
    ...(account && { account, isNamed }),
    ...audience,
    ...(fieldValues.length > 0 && { fieldValues }),
  }
}

function readFieldValues(values: RowValues, fields: CustomField[]): RowFieldValue[] {
  return fields.flatMap((field) => {
    const column = columnOf(field)
    const text = values[column]
    if (!text) return []
    const { owner, fieldId } = field
    return [{ column, owner, fieldId, value: readText(field, text, `/${column}`) }]
  })
}

function toPerson({
  firstName,
  lastName,
  email,
  phoneNumber,
  linkedinProfileUrl,
  jobTitle,
  ...values
}: Partial<Record<CsvField, string>>) {
  const name = values.name ?? ([firstName, lastName].filter(Boolean).join(' ') || undefined)
  if (name === undefined && email === undefined) return undefined
  return {
    ...(name && { name }),
    ...(email && { email: canonicalEmail(email) }),
    ...(phoneNumber && { phoneNumber: canonicalPhoneNumber(phoneNumber) }),
    ...(linkedinProfileUrl && { linkedinProfileUrl: canonicalLinkedinUrl(withScheme(linkedinProfileUrl)) }),
    ...(jobTitle && { jobTitle }),
  }
}

function employerOf(email: string | null | undefined): string | undefined {
  const domain = domainOfEmail(email ?? null)
  return domain === null || mailboxes.has(domain) ? undefined : domain
}

/** Users paste URLs without their scheme. */
function withScheme(address: string) {
  return `https://${address.replace(/^https?:\/\//i, '')}`
}

function demandNone([error]: InputError[]) {
  if (error) throw new Problem('invalid_input', `${error.path.slice(1)} ${error.message}`)
}

/** Why a row failed, for users: the field and its error. */
export function describeProblem(problem: Problem): string {
  const [error] = (problem.members.errors ?? []) as InputError[]
  return error ? `${error.path.slice(1)} ${error.message}`.trim() : problem.message
}
