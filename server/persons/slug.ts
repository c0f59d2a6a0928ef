import { randomBytes } from 'node:crypto'
import type { Tx } from '../database/database.ts'
import { fold } from '../lists/search.ts'

const longest = 60
/** Past this many persons of one name a number says nothing any more, and looking for a free one would cost. */
const mostNumbered = 1000

/** What a person's slug is made from: the name, else the e-mail, as far as they have letters that fit. */
export function slugWish(name: string | null, email: string | null): string {
  return [name, email?.split('@', 1)[0]].map((text) => toSlug(text ?? '')).find(Boolean) ?? 'person'
}

function toSlug(text: string): string {
  return fold(text)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replace(/^-|-$/g, '')
}

/** The wish itself, or with the lowest number that makes it free. Those who wish for the same take turns. */
export async function pickSlug(tx: Tx, tenantId: string, wish: string): Promise<string> {
  tx.defer(tx`select pg_advisory_xact_lock(hashtextextended(${`slug ${tenantId} ${wish}`}, 0))`)
  const [free] = await tx<{ slug: string }[]>`
    select slug from (
      select n, ${wish} || case when n = 1 then '' else '-' || n end as slug from generate_series(1, ${mostNumbered}) as n
    ) as wishes
    where not exists (select from persons p where p.tenant_id = ${tenantId} and p.slug = wishes.slug)
    order by n limit 1`
  return free?.slug ?? `${wish}-${randomBytes(4).toString('hex')}`
}
