import { moveActivityToAccount } from '../activity/queries.ts'
import type { Fragment, Reader, Tx } from '../database/database.ts'
import { count } from '../lists/tallies.ts'
import { changesProtection, type DemandPublish } from '../web/publishing.ts'
import { renameAudiencesOf } from './audienceNames.ts'
import type { LinkedPerson } from './schema.ts'

const columns = (db: Reader) => db`
  person_id, name, email, domain, slug, phone_number, linkedin_profile_url, job_title, created_at, updated_at`

/** A timestamp inside JSON, which is not converted on reading, formatted like all other times. */
const timestampOf = (db: Reader, column: Fragment) =>
  db`'+' || floor(extract(epoch from ${column}) * 1000)::bigint`

/** The persons of an account, newest first, as JSON; for a statement on `accounts`. */
export function linkedPersons(db: Reader, tenantId: string): Fragment {
  return db`(
    select coalesce(json_agg(json_build_object(
      'personId', person_id, 'name', p.name, 'email', email, 'domain', p.domain, 'slug', slug,
      'phoneNumber', phone_number, 'linkedinProfileUrl', linkedin_profile_url,
      'createdAt', ${timestampOf(db, db`p.created_at`)}, 'updatedAt', ${timestampOf(db, db`p.updated_at`)})
      order by person_id desc), '[]')
    from persons p where p.tenant_id = ${tenantId} and p.account_id = accounts.account_id)`
}

/**
 * Creating an account searches for persons of its domain without an account; writing a person searches for an account
 * of their domain. If both read before either commits, neither finds the other. So creating an account takes an
 * exclusive lock on the domain, and writing persons a shared one.
 */
export function lockDomain(tx: Tx, tenantId: string, domain: string, how: 'alone' | 'shared'): void {
  const name = `domain ${tenantId} ${domain}`
  // Statements run in order, so the following ones wait for the lock.
  if (how === 'alone') tx.defer(tx`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
  else tx.defer(tx`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`)
}

/** Whether persons of this domain have no account. Most new domains have none, which saves searching for them. */
export async function hasUnlinkedPersons(db: Reader, tenantId: string, domain: string): Promise<boolean> {
  // With `=`, PostgreSQL expects an early match if persons have few domains, and scans the whole table if there is
  // none.
  const [found] = await db`
    select from persons
    where tenant_id = ${tenantId} and domain between ${domain} and ${domain} and account_id is null limit 1`
  return found !== undefined
}

/** A linked person with the column that the account doesn't show. */
type NewlyLinked = LinkedPerson & { jobTitle: string | null }

/** Links the persons of a domain that have no account, and their activity, to the account that now has the domain. */
export async function linkPersons(
  tx: Tx,
  tenantId: string,
  { accountId, domain }: { accountId: string; domain: string },
  demandPublish: DemandPublish,
): Promise<NewlyLinked[]> {
  // A common domain may have very many persons: ten thousand took ten seconds on a busy machine, including search
  // indexes.
  tx.setStatementTimeout(120_000)
  tx.defer(tx`
    select from audiences a
    where tenant_id = ${tenantId} and person_id = any(array(
      select person_id from persons where tenant_id = ${tenantId} and domain = ${domain} and account_id is null))
    order by audience_id for no key update`)
  const persons = await tx<NewlyLinked[]>`
    update persons set account_id = ${accountId}, updated_at = now()
    where tenant_id = ${tenantId} and domain = ${domain} and account_id is null
    returning ${columns(tx)}`
  if (persons.length === 0) return persons
  const personIds = persons.map(({ personId }) => personId)
  if (await changesProtection(tx, tenantId, personIds, accountId)) demandPublish()
  count(tx, tenantId, { [`account:${accountId}:persons`]: persons.length, persons_revision: 1 })
  await Promise.all([
    moveActivityToAccount(tx, tenantId, personIds, accountId),
    renameAudiencesOf(tx, tenantId, { personIds }),
  ])
  return persons
}
