import { Problem } from '../../shared/problem.ts'
import { recordActivity } from '../activity/queries.ts'
import type { AppContext } from '../context.ts'
import { databaseNow } from '../database/clock.ts'
import type { Database, Tx } from '../database/database.ts'
import type { Included } from '../database/reachable.ts'
import { DnsError, type ResolveTxt, requestLimitMs } from '../web/dns.ts'
import { emit } from '../webhooks/events.ts'
import {
  claimHostname,
  type DueDomain,
  getDomain,
  listDueDomains,
  lockDomain,
  markChecked,
  markFailing,
  markUnverified,
  markVerified,
} from './queries.ts'
import type { TenantDomain } from './schema.ts'

/** Strangers write what DNS answers: enough of it to see what is wrong, not more. */
const mostShown = 10
const longestShown = 255

/**
 * Asks DNS whether the tenant controls the host name, outside of any transaction, then takes the name unless another
 * tenant was first. A domain that is verified stays so.
 */
export async function verifyDomain(
  db: Database,
  resolveTxt: ResolveTxt,
  tenantId: string,
  domainId: string,
): Promise<TenantDomain> {
  const domain = await getDomain(db.read, tenantId, domainId)
  if (domain.verifiedAt !== null) return domain
  await demandRecord(resolveTxt, domain)
  return await db.inTransaction((tx) => takeHostname(tx, tenantId, domainId))
}

async function demandRecord(resolveTxt: ResolveTxt, { verification: { record, value } }: TenantDomain) {
  const refuse = (why: string, found: string[]) =>
    new Problem('domain_not_verified', `${why}. Set a TXT record named ${record} with the value ${value}.`, {
      record,
      value,
      found,
    })
  let found: string[]
  try {
    found = await resolveTxt(record, requestLimitMs)
  } catch (error) {
    if (error instanceof DnsError) throw refuse(`${error.message}. Try again in a minute`, [])
    throw error
  }
  if (found.includes(value)) return
  const shown = found.slice(0, mostShown).map((text) => text.toWellFormed().slice(0, longestShown))
  throw refuse(
    shown.length === 0
      ? `The TXT record ${record} was not found`
      : `The TXT record ${record} has the value ${shown.map((text) => JSON.stringify(text)).join(', ')}`,
    shown,
  )
}

async function takeHostname(tx: Tx, tenantId: string, domainId: string): Promise<TenantDomain> {
  const domain = await lockDomain(tx, tenantId, domainId)
  if (domain.verifiedAt !== null) return domain
  if (!(await claimHostname(tx, tenantId, domainId, domain.hostname)))
    throw new Problem('domain_taken', `Another tenant has verified ${domain.hostname}.`)
  return await markVerified(tx, tenantId, domainId)
}

/** How long a domain may fail to prove itself before it is no longer served. */
export const graceMs = 3 * 86_400_000
const mostAtOnce = 20

type Needed = Pick<AppContext, 'db' | 'resolveTxt' | 'log'>

/**
 * Asks DNS again about domains that were verified a day ago or more; one that fails is asked again every hour. Its tenant
 * is told when it begins to fail and when it is given up, so that a host name that changed hands is not kept for ever.
 */
export async function recheckDomains(
  { db, resolveTxt, log }: Needed,
  now = new Date(databaseNow()),
  tenants?: Included,
): Promise<void> {
  for (const domain of await listDueDomains(db.read, now, mostAtOnce, tenants)) {
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
