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

/** The number of found TXT records shown to help with mistakes; third parties write their content. */
const mostShown = 10
const longestShown = 255

/**
 * Checks by DNS whether the tenant controls the host name, outside of any transaction, then claims the name unless
 * another tenant has it. A verified domain stays verified.
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

/** How long a verified domain may fail its checks before it is no longer served. */
export const graceMs = 3 * 86_400_000
const mostAtOnce = 20

type DomainContext = Pick<AppContext, 'db' | 'resolveTxt' | 'log'>

/**
 * Checks verified domains every day, and every hour while a check fails, so that a host name is not served after it
 * changed owners. The tenant gets an activity when a domain starts failing and when it is no longer verified.
 */
export async function recheckDomains(
  { db, resolveTxt, log }: DomainContext,
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
