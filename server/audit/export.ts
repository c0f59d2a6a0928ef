import { csvLine } from '../../shared/csv.ts'
import type { Reader } from '../database/database.ts'
import { toMilliseconds } from '../time.ts'
import type { FindCountry } from '../web/countries.ts'
import { byteOrderMark } from '../web/send.ts'
import { presentEvents } from './present.ts'
import { type AuditRow, listEventsFrom } from './queries.ts'
import type { AuditEvent, AuditFilters } from './schema.ts'

const chunk = 1_000

/** Streams the matching rows, oldest first. A row of JSON Lines includes everything that its hash covers. */
export async function* exportEvents(
  db: Reader,
  tenantId: string,
  filters: AuditFilters,
  format: 'csv' | 'jsonl',
  findCountry: FindCountry,
): AsyncGenerator<string> {
  if (format === 'csv') yield byteOrderMark + csvLine(columns.map(([name]) => name))
  for (let after = ''; ; ) {
    const rows = await listEventsFrom(db, tenantId, filters, after, chunk)
    const events = await presentEvents(db, rows, findCountry)
    const toLine = (event: AuditEvent, nth: number) =>
      format === 'csv'
        ? csvLine(columns.map(([, read]) => read(event)))
        : `${JSON.stringify({ ...event, chained: chainedPart(rows[nth] as AuditRow) })}\n`
    if (rows.length > 0) yield events.map(toLine).join('')
    if (rows.length < chunk) return
    after = rows.at(-1)?.eventId as string
  }
}

/** Fields that the hash covers, but that the rest of the line contains in another form. */
function chainedPart({ actorKind, actorId, aboutId, detailsDigest }: AuditRow) {
  return { actorKind, actorId, aboutId, detailsDigest: detailsDigest.toString('hex') }
}

const columns: [name: string, read: (event: AuditEvent) => string | number | null][] = [
  ['number', ({ number }) => number],
  ['time', ({ createdAt }) => new Date(toMilliseconds(createdAt)).toISOString()],
  ['actorKind', ({ actor }) => actor.kind],
  ['actor', ({ actor }) => actor.name],
  ['actorId', ({ actor }) => actor.actorId],
  ['keyId', ({ actor }) => actor.keyId],
  ['model', ({ actor }) => actor.model],
  ['way', ({ way }) => way],
  ['action', ({ action }) => action],
  ['objectType', ({ object }) => object?.type ?? null],
  ['object', ({ object }) => object?.name ?? null],
  ['objectId', ({ object }) => object?.objectId ?? null],
  ['changes', ({ changes }) => (Object.keys(changes).length > 0 ? JSON.stringify(changes) : null)],
  ['facts', ({ facts }) => (Object.keys(facts).length > 0 ? JSON.stringify(facts) : null)],
  ['address', ({ address }) => address],
  ['country', ({ country }) => country],
  ['device', ({ device }) => device],
  ['command', ({ command }) => command],
  ['requestId', ({ requestId }) => requestId],
  ['eventId', ({ eventId }) => eventId],
  ['hash', ({ hash }) => hash],
]
