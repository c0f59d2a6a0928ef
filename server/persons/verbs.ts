import { invalid } from '../../shared/problem.ts'
import { lockAudiencesOf } from '../accounts/audienceNames.ts'
import { canonicalDomain } from '../accounts/domain.ts'
import { lockDomain } from '../accounts/links.ts'
import { findAccountIdByDomain, hasAccount } from '../accounts/queries.ts'
import { moveActivityToAccount } from '../activity/queries.ts'
import { noteChange } from '../audit/cause.ts'
import type { Tx } from '../database/database.ts'
import { changesProtection, type DemandPublish } from '../web/publishing.ts'
import { emit } from '../webhooks/events.ts'
import { canonicalEmail, canonicalLinkedinUrl, canonicalPhoneNumber, domainOfEmail } from './contact.ts'
import {
  getPerson,
  getPersonRow,
  insertPerson,
  type PersonRow,
  type PersonValues,
  slugTaken,
  updatePerson,
} from './queries.ts'
import type { Person, PersonInput } from './schema.ts'
import { freeSlug, rareSlug, slugWish } from './slug.ts'

/** Another request may take the slug at the same moment; this many collisions are not chance. */
const slugTries = 3

export async function createPerson(tx: Tx, tenantId: string, input: PersonInput): Promise<Person> {
  const { namedAccountId, ...details } = merge(undefined, canonical(input))
  if (namedAccountId !== null) await requireAccount(tx, tenantId, namedAccountId)
  else if (details.domain !== null) lockDomain(tx, tenantId, details.domain, 'shared')
  const values = { ...details, accountId: namedAccountId, accountNamed: namedAccountId !== null }
  const wish = slugWish(details.name, details.email)
  let slug = input.slug ?? freeSlug(tx, tenantId, wish)
  for (let tries = 1; ; tries++) {
    const person = await insertPerson(tx, tenantId, { ...values, slug })
    if (person) {
      emit(tx, tenantId, 'person.created', person)
      return person
    }
    if (input.slug !== undefined || tries === slugTries) throw slugTaken(input.slug ?? wish)
    slug = await rareSlug(tx, tenantId, wish)
  }
}

/**
 * Applies a patch. A domain derived from the e-mail address changes with it, and so does the account found by the
 * domain.
 */
export async function patchPerson(
  tx: Tx,
  tenantId: string,
  personId: string,
  patch: PersonInput,
  demandPublish: DemandPublish,
): Promise<Person> {
  if (Object.keys(patch).length === 0) return await getPerson(tx, tenantId, personId)
  const changes = canonical(patch)
  // In the lock order of creating an account: the domain, audiences, persons. An unlocked read finds the domain.
  const { domain } = merge(await getPersonRow(tx, tenantId, personId, { lock: false }), changes)
  if (domain !== null) lockDomain(tx, tenantId, domain, 'shared')
  lockAudiencesOf(tx, tenantId, { personIds: [personId] })
  const before = await getPersonRow(tx, tenantId, personId, { lock: true })
  noteChange(tx, { before })
  const values = await withAccount(tx, tenantId, merge(before, changes))
  const isMoved = values.accountId !== before.accountId
  if (isMoved && (await changesProtection(tx, tenantId, [personId], values.accountId))) demandPublish()
  const person = await updatePerson(tx, tenantId, before, { ...values, slug: patch.slug ?? before.slug })
  if (before.accountId === null && person.accountId !== null)
    await moveActivityToAccount(tx, tenantId, [personId], person.accountId)
  emit(tx, tenantId, 'person.updated', person)
  return person
}

function canonical(input: PersonInput): PersonInput {
  const { email, domain, phoneNumber, linkedinProfileUrl } = input
  return {
    ...input,
    ...(email && { email: canonicalEmail(email) }),
    ...(domain && { domain: canonicalDomain(domain) }),
    ...(phoneNumber && { phoneNumber: canonicalPhoneNumber(phoneNumber) }),
    ...(linkedinProfileUrl && { linkedinProfileUrl: canonicalLinkedinUrl(linkedinProfileUrl) }),
  }
}

type PersonDetails = Omit<PersonValues, 'slug' | 'accountId' | 'accountNamed'> & {
  namedAccountId: string | null
}

/** The details of a person: the given ones, otherwise the existing ones. */
function merge(before: PersonRow | undefined, now: PersonInput): PersonDetails {
  const either = <T>(said: T | null | undefined, known: T | null | undefined): T | null =>
    said === undefined ? (known ?? null) : said
  const name = either(now.name, before?.name)
  const email = either(now.email, before?.email)
  if (name === null && email === null) throw invalid('', 'must give the person a name or an e-mail address')
  const hasOwnDomain = before !== undefined && before.domain !== domainOfEmail(before.email)
  const ownDomain = either(now.domain, hasOwnDomain ? before.domain : null)
  return {
    name,
    email,
    domain: ownDomain ?? domainOfEmail(email),
    phoneNumber: either(now.phoneNumber, before?.phoneNumber),
    linkedinProfileUrl: either(now.linkedinProfileUrl, before?.linkedinProfileUrl),
    jobTitle: either(now.jobTitle, before?.jobTitle),
    namedAccountId: either(now.accountId, before?.accountNamed ? before.accountId : null),
  }
}

/** Adds the account: the given one, or else that of the domain. */
async function withAccount(
  tx: Tx,
  tenantId: string,
  { namedAccountId, ...details }: PersonDetails,
): Promise<Omit<PersonValues, 'slug'>> {
  if (namedAccountId !== null) {
    await requireAccount(tx, tenantId, namedAccountId)
    return { ...details, accountId: namedAccountId, accountNamed: true }
  }
  if (details.domain === null) return { ...details, accountId: null, accountNamed: false }
  lockDomain(tx, tenantId, details.domain, 'shared')
  const found = await findAccountIdByDomain(tx, tenantId, details.domain)
  return { ...details, accountId: found ?? null, accountNamed: false }
}

async function requireAccount(tx: Tx, tenantId: string, accountId: string): Promise<void> {
  if (!(await hasAccount(tx, tenantId, accountId))) throw invalid('/accountId', 'does not match an account')
}
