import { recordActivity } from '../activity/queries.ts'
import type { AppContext } from '../context.ts'
import { emit } from '../webhooks/events.ts'
import {
  type DueDomain,
  getDomain,
  listDueDomains,
  markChecked,
  markFailing,
  markUnverified,
} from './queries.ts'

/** How long a domain may fail to prove itself before it is no longer served. */
export const graceMs = 3 * 86_400_000
const mostAtOnce = 20

type Needed = Pick<AppContext, 'db' | 'resolveTxt' | 'log'>

/**
 * Asks DNS again about domains that were verified a day ago or more; one that fails is asked again every hour. Its tenant
 * is told when it begins to fail and when it is given up, so that a host name that changed hands is not kept for ever.
 */
export async function recheckDomains({ db, resolveTxt, log }: Needed, now = new Date()): Promise<void> {
  for (const domain of await listDueDomains(db.read, now, mostAtOnce)) {
    const isProven = await resolveTxt(domain.record).then(
      (found) => found.includes(domain.challenge),
      () => false,
    )
    await db.inTransaction(async (tx) => {
      if (isProven) return await markChecked(tx, domain, now)
      const isOver = domain.failingSinceMs !== null && now.getTime() - domain.failingSinceMs >= graceMs
      if (isOver) await markUnverified(tx, domain)
      else await markFailing(tx, domain, now)
      if (!isOver && domain.failingSinceMs !== null) return
      const type = isOver ? 'tenant_domain.lost' : 'tenant_domain.failing'
      await recordActivity(tx, domain.tenantId, { type, source: 'system', payload: payloadOf(domain) })
      emit(tx, domain.tenantId, type, await getDomain(tx, domain.tenantId, domain.tenantDomainId))
    })
    if (!isProven)
      log.warn({ tenantId: domain.tenantId, hostname: domain.hostname }, 'a domain no longer proves itself')
  }
}

function payloadOf({ tenantDomainId, hostname, record, challenge }: DueDomain) {
  return { tenantDomainId, hostname, record, value: challenge }
}
