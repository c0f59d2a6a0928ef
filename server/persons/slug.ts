import { randomBytes } from 'node:crypto'
import type { Tx } from '../database/database.ts'
import type { Fragment } from '../database/sql.ts'
import { fold } from '../lists/search.ts'

const longest = 60
/** With more persons of one name, numbers are not helpful, and finding a free one would be expensive. */
const mostNumbered = 1000

/** The basis of a person's slug: the name, else the e-mail, reduced to allowed letters. */
export function slugWish(name: string | null, email: string | null): string {
  return [name, email?.split('@', 1)[0]].map((text) => toSlug(text ?? '')).find(Boolean) ?? 'person'
}

function toSlug(text: string): string {
  return fold(text)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replace(/^-|-$/g, '')
}

/**
 * The wish itself, or with the lowest free number, found by the statement that inserts the person. Transactions with
 * the same wish take turns.
 */
export function freeSlug(tx: Tx, tenantId: string, wish: string): Fragment {
  tx.defer(tx`select pg_advisory_xact_lock(hashtextextended(${`slug ${tenantId} ${wish}`}, 0))`)
  // Ten in all: PostgreSQL plans for ten array elements, and replans each time for fewer.
  const likely = [wish, ...Array.from({ length: 9 }, (_, nth) => `${wish}-${nth + 2}`)]
  return tx`coalesce(
    (select slug from unnest(${likely}::text[]) with ordinality as likely (slug, nth)
     where slug <> all (select p.slug from persons p where p.tenant_id = ${tenantId} and p.slug = any(${likely}::text[]))
     order by nth limit 1),
    ${wish}::text)`
}

/** For a wish with many existing persons. */
export async function rareSlug(tx: Tx, tenantId: string, wish: string): Promise<string> {
  return (await findFreeNumber(tx, tenantId, wish)) ?? `${wish}-${randomBytes(4).toString('hex')}`
}

/** Generating and checking a thousand numbers takes two milliseconds. */
async function findFreeNumber(tx: Tx, tenantId: string, wish: string): Promise<string | undefined> {
  const [free] = await tx<{ slug: string }[]>`
    select slug from (select n, ${wish} || '-' || n as slug from generate_series(2, ${mostNumbered}) as n) as wishes
    where not exists (select from persons p where p.tenant_id = ${tenantId} and p.slug = wishes.slug)
    order by n limit 1`
  return free?.slug
}
