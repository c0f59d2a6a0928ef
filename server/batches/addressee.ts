import { Problem } from '../../shared/problem.ts'
import { findAccountIdByDomain } from '../accounts/queries.ts'
import type { AccountInput } from '../accounts/schema.ts'
import { createAccount, nameAccount } from '../accounts/verbs.ts'
import type { Tx } from '../database/database.ts'
import { changeFieldValues } from '../fields/change.ts'
import type { FieldOwner } from '../fields/schema.ts'
import { findPersonIdByEmail } from '../persons/queries.ts'
import type { PersonInput } from '../persons/schema.ts'
import { createPerson } from '../persons/verbs.ts'
import type { RowSubject } from './given.ts'

/** The person or account of an audience. */
export type Addressee = { personId: string } | { accountId: string }

/**
 * Finds the person or account of a row by e-mail address and domain, or creates it. Existing ones are not changed, as a
 * file may be outdated; only custom fields get the values of the file, and accounts without a name get theirs.
 */
export async function findAddressee(tx: Tx, tenantId: string, given: RowSubject): Promise<Addressee> {
  if ('personId' in given || 'accountId' in given) return given
  const { person, account, isNamed, fieldValues = [] } = given
  const fill = async (owner: FieldOwner, id: string) => {
    const set = fieldValues.flatMap((one) => (one.owner === owner ? [[one.fieldId, one.value]] : []))
    if (set.length > 0)
      await changeFieldValues(tx, tenantId, owner, id, { set: Object.fromEntries(set), unset: [] })
  }
  const accountId = account && (await findOrMakeAccount(tx, tenantId, account))
  if (accountId !== undefined) await fill('account', accountId)
  if (!person) return { accountId: accountId as string }
  const input = { ...person, ...(isNamed && accountId && { accountId }) }
  const personId = await findOrMakePerson(tx, tenantId, input)
  await fill('person', personId)
  return { personId }
}

async function findOrMakeAccount(tx: Tx, tenantId: string, account: AccountInput): Promise<string> {
  const found = await findAccountIdByDomain(tx, tenantId, account.domain)
  if (found !== undefined) {
    if (account.name !== undefined) await nameAccount(tx, tenantId, found, account.name)
    return found
  }
  const made = createAccount(tx, tenantId, account).then(({ accountId }) => accountId)
  return await made.catch(otherwise('account_exists', 'accountId'))
}

async function findOrMakePerson(tx: Tx, tenantId: string, person: PersonInput): Promise<string> {
  const found = person.email && (await findPersonIdByEmail(tx, tenantId, person.email))
  if (found) return found
  const made = createPerson(tx, tenantId, person).then(({ personId }) => personId)
  return await made.catch(otherwise('person_exists', 'personId'))
}

/** Another transaction may have created them meanwhile: the problem then contains their id. */
function otherwise(code: Problem['code'], member: string) {
  return (error: unknown): string => {
    if (error instanceof Problem && error.code === code) return error.members[member] as string
    throw error
  }
}
