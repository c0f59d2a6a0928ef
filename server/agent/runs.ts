import type { Database, Tx } from '../database/database.ts'

/** A run that this worker holds until the lease ends, unless it renews it. */
export type Claim = { tenantId: string; versionId: string; audienceId: string; fence: number }

export const leaseSeconds = 15

/**
 * Takes up runs that are due: ready ones, and those whose worker has not been heard of. One of each tenant before a
 * second of any, so that a tenant with ten thousand waiting delays nobody: the index is hopped over from tenant to
 * tenant, and its cost is in how many tenants wait.
 *
 * A tenant gets another place only while more are free than it has (`held`): alone it has half of them, and however
 * long its runs take, whoever comes next finds one.
 */
export async function claimRuns(
  tx: Tx,
  room: number,
  { held = new Map(), seconds = leaseSeconds }: { held?: Map<string, number>; seconds?: number } = {},
): Promise<Claim[]> {
  const claims: Claim[] = []
  const counts = new Map(held)
  const isFull = (tenantId: string) => (counts.get(tenantId) ?? 0) >= room - claims.length
  for (let taken: Claim[] | undefined; ; ) {
    // Who got nothing in the round before has nothing that is due.
    if (taken?.every(({ tenantId }) => isFull(tenantId)) || claims.length >= room) return claims
    taken = await claimOnePerTenant(tx, room - claims.length, [...counts.keys()].filter(isFull), seconds)
    claims.push(...taken)
    for (const { tenantId } of taken) counts.set(tenantId, (counts.get(tenantId) ?? 0) + 1)
  }
}

async function claimOnePerTenant(tx: Tx, most: number, full: string[], seconds: number): Promise<Claim[]> {
  return await tx<Claim[]>`
    -- every tenant: workers serve all
    with recursive waiting as (
      (select tenant_id from agent_runs order by tenant_id limit 1)
      union all
      select (select tenant_id from agent_runs r where r.tenant_id > waiting.tenant_id order by tenant_id limit 1)
      from waiting where waiting.tenant_id is not null
    ), due as (
      select found.* from (
        select tenant_id from waiting where tenant_id is not null and tenant_id <> all(${full}) order by random()
      ) as tenant
      cross join lateral (
        select tenant_id, version_id from agent_runs r
        where r.tenant_id = tenant.tenant_id and leased_until <= now()
        order by leased_until limit 1 for update skip locked) as found
      limit ${most}
    )
    update agent_runs r set fence = r.fence + 1, leased_until = now() + ${seconds} * interval '1 second'
    from due where r.tenant_id = due.tenant_id and r.version_id = due.version_id
    returning r.tenant_id, r.version_id, r.audience_id, r.fence`
}

/** Says that the worker lives; false when the run is no longer its own. */
export async function renewLease(
  db: Database,
  { tenantId, versionId, fence }: Claim,
  seconds = leaseSeconds,
): Promise<boolean> {
  return await db.inTransaction(async (tx) => {
    const [row] = await tx`
      update agent_runs set leased_until = now() + ${seconds} * interval '1 second'
      where tenant_id = ${tenantId} and version_id = ${versionId} and fence = ${fence} returning version_id`
    return row !== undefined
  })
}

/** Leaves a run to others at once. */
export async function releaseRun(db: Database, { tenantId, versionId, fence }: Claim): Promise<void> {
  await db.inTransaction(
    (tx) => tx`
      update agent_runs set leased_until = now()
      where tenant_id = ${tenantId} and version_id = ${versionId} and fence = ${fence}`,
  )
}
