import type { Fragment, Tx } from '../database/database.ts'
import { hashOf, shownBeside } from '../versions/pins.ts'
import type { HeldRelease } from './rows.ts'
import { type ReleasedPage, stateParts, stateTables } from './subjects.ts'

/**
 * A hash of everything that a release would make visible for an audience: its version and the settings shown with it;
 * for a merge, also the facts and the decisions. Expects the tables that `stateTables` joins.
 */
export const rowPin = (
  tx: Tx,
  { tenantId, pageId, kind, conflicts }: HeldRelease,
  page: ReleasedPage,
): Fragment => {
  const merged = kind === 'base' ? tx`jsonb_build_array(${stateParts(tx, page)})` : tx`null`
  const decided = conflicts === 'decided' ? decisions(tx, tenantId) : tx`null`
  return hashOf(tx, tx`head.version_id, ${shownBeside(tx, tenantId, pageId)}, ${merged}, ${decided}`)
}

const decisions = (tx: Tx, tenantId: string): Fragment => tx`(
  select jsonb_agg(jsonb_build_array(c.conflict_id, c.sides_hash, c.decision, c.decided_text) order by c.conflict_id)
  from audience_conflicts c
  where c.tenant_id = ${tenantId} and c.audience_id = a.audience_id and c.decision is not null)`

/** The current pins of these audiences. */
export async function readPins(
  tx: Tx,
  release: HeldRelease,
  page: ReleasedPage,
  audienceIds: string[],
): Promise<Map<string, string>> {
  const { tenantId } = release
  const rows = await tx<{ audienceId: string; pin: string }[]>`
    select a.audience_id, ${rowPin(tx, release, page)} as pin from audiences a ${stateTables(tx, tenantId)}
    where a.tenant_id = ${tenantId} and a.audience_id = any(${audienceIds}::text[])`
  return new Map(rows.map(({ audienceId, pin }) => [audienceId, pin]))
}
