import { moveActivityToAccount } from '../activity/queries.ts'
import type { Reader, Tx } from '../database/database.ts'
import { count } from '../lists/tallies.ts'
import { renameAudiencesOf } from './audienceNames.ts'
import type { LinkedPerson } from './schema.ts'

const columns = (db: Reader) => db`
  person_id, name, email, domain, slug, phone_number, linkedin_profile_url, created_at, updated_at`

/** The persons of each of these accounts, newest first. */
export async function listLinkedPersons(
  db: Reader,
  tenantId: string,
  accountIds: string[],
): Promise<Map<string, LinkedPerson[]>> {
  const rows = await db<(LinkedPerson & { accountId: string })[]>`
    select account_id, ${columns(db)} from persons
    where tenant_id = ${tenantId} and account_id = any(${accountIds}) order by account_id, person_id desc`
  const persons = new Map<string, LinkedPerson[]>()
  for (const { accountId, ...person } of rows) {
    const of = persons.get(accountId)
    if (of) of.push(person)
    else persons.set(accountId, [person])
  }
  return persons
}

/**
 * A person looks for the account of its domain, a new account for the persons of its domain; were both to look
 * before either is committed, neither would find the other. So whoever makes an account has the domain alone, and
 * those who write persons share it.
 */
export function lockDomain(tx: Tx, tenantId: string, domain: string, how: 'alone' | 'shared'): void {
  const name = `domain ${tenantId} ${domain}`
  // Statements run in order, so those that follow wait for the lock.
  if (how === 'alone') tx.defer(tx`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
  else tx.defer(tx`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`)
}

/** Links the persons of a domain that have no account, and their activity, to its new account. */
export async function linkPersons(
  tx: Tx,
  tenantId: string,
  { accountId, domain }: { accountId: string; domain: string },
): Promise<LinkedPerson[]> {
  // A common domain may have very many: ten thousand took ten seconds on a busy machine, search indexes and all.
  tx.setStatementTimeout(120_000)
  const persons = await tx<LinkedPerson[]>`
    update persons set account_id = ${accountId}, updated_at = now()
    where tenant_id = ${tenantId} and domain = ${domain} and account_id is null
    returning ${columns(tx)}`
  if (persons.length === 0) return persons
  const personIds = persons.map(({ personId }) => personId)
  count(tx, tenantId, { [`account:${accountId}:persons`]: persons.length, persons_revision: 1 })
  await Promise.all([
    moveActivityToAccount(tx, tenantId, personIds, accountId),
    renameAudiencesOf(tx, tenantId, { personIds }),
  ])
  return persons
}
