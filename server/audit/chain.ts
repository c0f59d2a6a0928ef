import { createHash } from 'node:crypto'
import type { Database, Tx } from '../database/database.ts'
import { type Included, isIncluded } from '../database/reachable.ts'
import { toMilliseconds } from '../time.ts'
import type { FindCountry } from '../web/countries.ts'
import { findListening, writeEvents } from '../webhooks/events.ts'
import { presentEvents } from './present.ts'
import { type AuditRow, listWaiting, readHead } from './queries.ts'

/** Rows per transaction. */
const chunk = 1_000

/** Hashes every field that the chain proves. The details have a hash of their own, so that they can be erased. */
export function hashRow(before: Buffer, tenantId: string, number: number, row: AuditRow): Buffer {
  const content = [
    before.toString('hex'),
    number,
    tenantId,
    row.eventId,
    toMilliseconds(row.at),
    row.actorKind,
    row.actorId,
    row.keyId,
    row.model,
    row.way,
    row.action,
    row.objectId,
    row.aboutId,
    row.requestId,
    row.detailsDigest.toString('hex'),
  ]
  return createHash('sha256').update(JSON.stringify(content)).digest()
}

/** Adds committed rows to the chains of their tenants, and sends them to webhooks. Writers don't wait for this. */
export async function chainEvents(db: Database, findCountry: FindCountry, tenants?: Included): Promise<void> {
  const waiting = await db.read<{ tenantId: string }[]>`
    -- every tenant: upkeep
    select distinct tenant_id from audit_events where ${isIncluded(db.read, tenants)} and number is null`
  for (const { tenantId } of waiting)
    while ((await db.inTransaction((tx) => chainNext(tx, tenantId, findCountry))) === chunk);
}

async function chainNext(tx: Tx, tenantId: string, findCountry: FindCountry): Promise<number> {
  const [head, rows] = await Promise.all([readHead(tx, tenantId), listWaiting(tx, tenantId, chunk)])
  if (rows.length === 0) return 0
  let { hash } = head
  const chained = rows.map((row, place) => {
    const number = head.number + 1 + place
    hash = hashRow(hash, tenantId, number, row)
    return { ...row, number, hash }
  })
  await tx`
    select chain_audit_events(${tenantId}, ${rows.map(({ eventId }) => eventId)}::text[], ${head.number + 1}::bigint,
      ${chained.map((row) => row.hash)}::bytea[])`
  if ((await findListening(tx, [tenantId], ['audit.event'])).length > 0)
    writeEvents(tx, tenantId, 'audit.event', await presentEvents(tx, chained, findCountry))
  return rows.length
}

/** Removes rows older than the retention period, which shortens the chain at its beginning. */
export async function forgetOldEvents(db: Database, days: number, tenants?: Included): Promise<void> {
  if (days === 0) return
  const { read } = db
  const old = await read<{ tenantId: string }[]>`
    -- every tenant: upkeep
    select h.tenant_id from audit_heads h
      join audit_events e on e.tenant_id = h.tenant_id and e.number = h.removed_number + 1
    where ${isIncluded(read, tenants, read`h.tenant_id`)} and e.at < now() - make_interval(days => ${days})`
  const forgetNext = (tenantId: string) =>
    db.inTransaction(async (tx) => {
      const [row] = await tx<{ removed: number }[]>`
        select forget_audit_events(${tenantId}, now() - make_interval(days => ${days}), ${chunk}) as removed`
      return row?.removed
    })
  for (const { tenantId } of old) while ((await forgetNext(tenantId)) === chunk);
}
