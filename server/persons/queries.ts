import { notFound, Problem } from '../../shared/problem.ts'
import { renameAudiencesOf } from '../accounts/audienceNames.ts'
import { accountOfDomain } from '../accounts/queries.ts'
import { engagementScores } from '../activity/engagement.ts'
import { databaseNow } from '../database/clock.ts'
import { type Reader, type Tx, violatedConstraint } from '../database/database.ts'
import type { Fragment } from '../database/sql.ts'
import { type FieldFilters, hasValues } from '../fields/filter.ts'
import { newId } from '../ids.ts'
import { searchColumns } from '../lists/search.ts'
import { SearchedList } from '../lists/searchedList.ts'
import { recount } from '../lists/tallies.ts'
import type { Person, personSorts } from './schema.ts'

type PersonFilters = { accountId?: string; fields: FieldFilters }

/** The editable fields of a person; the others are derived. */
export type PersonValues = Omit<Person, 'personId' | 'createdAt' | 'updatedAt'> & { accountNamed: boolean }
export type PersonRow = Person & { accountNamed: boolean }

const columns = (db: Reader) => db`
  person_id, name, email, domain, slug, phone_number, linkedin_profile_url, job_title, account_id, created_at, updated_at`

/**
 * Inserts a person into the given account or else the one with the same domain, which the caller has locked. Undefined
 * if the slug is taken.
 */
export async function insertPerson(
  tx: Tx,
  tenantId: string,
  values: Omit<PersonValues, 'slug'> & { slug: string | Fragment },
): Promise<Person | undefined> {
  const { accountNamed, domain } = values
  const accountId = accountNamed || domain === null ? values.accountId : accountOfDomain(tx, tenantId, domain)
  const row = { tenantId, personId: newId('person'), ...values, accountId, ...searchColumnsOf(values) }
  const [person] = await tx<Person[]>`
    insert into persons ${tx.select(row)} on conflict do nothing returning ${columns(tx)}`
  if (person) recount(tx, tenantId, [], scopesOf(person), 'persons_revision')
  else if (values.email !== null) await refuseTakenEmail(tx, tenantId, values.email)
  return person
}

/** Updates a locked person. */
export async function updatePerson(
  tx: Tx,
  tenantId: string,
  before: Person,
  values: PersonValues,
): Promise<Person> {
  const { personId } = before
  const row = { ...values, ...searchColumnsOf(values) }
  // The savepoint keeps the transaction usable after a failure, because the owner of the e-mail address must still be
  // read.
  const [person] = await tx
    .savepoint(
      (attempt) => attempt<Person[]>`
        update persons set ${attempt.set(row)}, updated_at = now()
        where tenant_id = ${tenantId} and person_id = ${personId} returning ${columns(attempt)}`,
    )
    .catch(async (error) => {
      const constraint = violatedConstraint(error)
      if (constraint === 'persons_slug') throw slugTaken(values.slug)
      if (constraint === 'persons_email' && values.email !== null)
        await refuseTakenEmail(tx, tenantId, values.email)
      throw error
    })
  recount(tx, tenantId, scopesOf(before), scopesOf(person as Person), 'persons_revision')
  await renameAudiencesOf(tx, tenantId, { personIds: [personId] })
  return person as Person
}

export async function findPersonIdByEmail(db: Reader, tenantId: string, email: string) {
  const [holder] = await db<{ personId: string }[]>`
    select person_id from persons where tenant_id = ${tenantId} and lower(email) = ${email.toLowerCase()}`
  return holder?.personId
}

async function refuseTakenEmail(tx: Tx, tenantId: string, email: string): Promise<void> {
  const personId = await findPersonIdByEmail(tx, tenantId, email)
  if (personId === undefined) return
  throw new Problem('person_exists', `The person ${personId} has the e-mail address ${email}.`, { personId })
}

export function slugTaken(slug: string): Problem {
  return new Problem('slug_taken', `Another person already has the slug ${slug}.`)
}

export async function getPerson(db: Reader, tenantId: string, personId: string): Promise<Person> {
  const [person] = await db<Person[]>`
    select ${columns(db)} from persons where tenant_id = ${tenantId} and person_id = ${personId}`
  return person ?? notFound('person', personId)
}

/** `lock` locks the person until the transaction ends. */
export async function getPersonRow(
  tx: Tx,
  tenantId: string,
  personId: string,
  { lock }: { lock: boolean },
): Promise<PersonRow> {
  const [person] = await tx<PersonRow[]>`
    select ${columns(tx)}, account_named from persons
    where tenant_id = ${tenantId} and person_id = ${personId} ${lock ? tx`for update` : tx``}`
  return person ?? notFound('person', personId)
}

/** Persons whose name, e-mail and domain contain every word of a query. */
export const openPersonList = () =>
  new SearchedList<Person, PersonFilters, (typeof personSorts)[number]>({
    revision: 'persons_revision',
    rows(db, tenantId, { accountId, fields }) {
      const linked = accountId === undefined ? db`` : db`and account_id = ${accountId}`
      return {
        table: 'persons',
        id: 'person_id',
        columns: columns(db),
        where: db`tenant_id = ${tenantId} ${linked} and ${hasValues(db, fields)}`,
        tallies: [accountId === undefined ? 'persons' : `account:${accountId}:persons`],
        isFiltered: fields.length > 0,
      }
    },
    sortedBy(db, tenantId, name) {
      if (name === 'name') return { column: db`name_folded` }
      if (name === 'createdAt') return { column: db`person_id` }
      return { scores: engagementScores(db, tenantId, { now: databaseNow(), owner: 'person', sort: name }) }
    },
  })

/** The tallies that count a person. */
function scopesOf({ accountId }: Pick<Person, 'accountId'>): string[] {
  return ['persons', ...(accountId === null ? [] : [`account:${accountId}:persons`])]
}

function searchColumnsOf({ name, email, domain }: Pick<PersonValues, 'name' | 'email' | 'domain'>) {
  return searchColumns(name ?? email ?? '', email, domain)
}
