import { canonicalDomain } from '../accounts/domain.ts'
import { AccountInput } from '../accounts/schema.ts'
import { AudienceInput } from '../audiences/schema.ts'
import {
  canonicalEmail,
  canonicalLinkedinUrl,
  canonicalPhoneNumber,
  domainOfEmail,
} from '../persons/contact.ts'
import { PersonInput } from '../persons/schema.ts'
import { type InputError, Problem } from '../web/problem.ts'
import { judgeBy } from '../web/validation.ts'
import type { Layout } from './columns.ts'
import type { CsvField } from './schema.ts'

/** What a row is made of: an id that the caller knows, or what a file says of somebody. */
export type Given =
  | { personId: string }
  | { accountId: string }
  | {
      person?: Pick<PersonInput, 'name' | 'email' | 'phoneNumber' | 'linkedinProfileUrl'>
      account?: AccountInput
      /** Whether the file says that the account is the person's, whatever their e-mail address. */
      isNamed?: boolean
      customName?: string
      supplementaryContext?: string
    }

/** Domains that say nothing of whom their users work for. */
const mailboxes = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com icloud.com me.com aol.com gmx.de gmx.net
  web.de t-online.de proton.me protonmail.com mail.com zoho.com yandex.ru mail.ru qq.com 163.com orange.fr free.fr
  hey.com fastmail.com`.split(/\s+/),
)

const judgePerson = judgeBy(PersonInput)
const judgeAccount = judgeBy(AccountInput)
const judgeAudience = judgeBy(AudienceInput)

/** What a row of a file asks for, by the rules that persons and accounts are made by; or why it can't be had. */
export function readGiven(cells: string[], { places, width }: Layout): { given: Given } | { reason: string } {
  if (cells.slice(width).some((cell) => cell.trim() !== ''))
    return { reason: 'has more cells than the header' }
  const values: Partial<Record<CsvField, string>> = {}
  for (const [field, place] of places) {
    const text = cells[place]?.trim()
    if (text) values[field] = text
  }
  try {
    return { given: toGiven(values) }
  } catch (error) {
    if (error instanceof Problem) return { reason: tellReason(error) }
    throw error
  }
}

function toGiven(values: Partial<Record<CsvField, string>>): Given {
  const { company, customName, supplementaryContext } = values
  const person = toPerson(values)
  const domain = values.domain ?? (company && employerOf(person?.email))
  const account = domain ? { domain: canonicalDomain(domain), ...(company && { name: company }) } : undefined
  if (!person && !account) throw new Problem('invalid_input', 'needs a name, an e-mail address or a domain')
  const audience = {
    ...(customName && { customName }),
    ...(supplementaryContext && { supplementaryContext }),
  }
  if (person) demandNone(judgePerson(person))
  if (account) demandNone(judgeAccount(account))
  demandNone(judgeAudience(audience))
  const isNamed = values.domain !== undefined
  return { ...(person && { person }), ...(account && { account, isNamed }), ...audience }
}

function toPerson({
  firstName,
  lastName,
  email,
  phoneNumber,
  linkedinProfileUrl,
  ...values
}: Partial<Record<CsvField, string>>) {
  const name = values.name ?? ([firstName, lastName].filter(Boolean).join(' ') || undefined)
  if (name === undefined && email === undefined) return undefined
  return {
    ...(name && { name }),
    ...(email && { email: canonicalEmail(email) }),
    ...(phoneNumber && { phoneNumber: canonicalPhoneNumber(phoneNumber) }),
    ...(linkedinProfileUrl && { linkedinProfileUrl: canonicalLinkedinUrl(withScheme(linkedinProfileUrl)) }),
  }
}

function employerOf(email: string | null | undefined): string | undefined {
  const domain = domainOfEmail(email ?? null)
  return domain === null || mailboxes.has(domain) ? undefined : domain
}

/** People paste addresses without their scheme. */
function withScheme(address: string) {
  return `https://${address.replace(/^https?:\/\//i, '')}`
}

function demandNone([error]: InputError[]) {
  if (error) throw new Problem('invalid_input', `${error.path.slice(1)} ${error.message}`)
}

/** Why a row failed, for people: the field and what is wrong with it. */
export function tellReason(problem: Problem): string {
  const [error] = (problem.members.errors ?? []) as InputError[]
  return error ? `${error.path.slice(1)} ${error.message}`.trim() : problem.message
}
