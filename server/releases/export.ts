import { csvLine } from '../../shared/csv.ts'
import type { Database } from '../database/database.ts'
import { byteOrderMark } from '../web/send.ts'
import { listRows } from './queries.ts'

const chunk = 1_000

/** All rows of a release as CSV, read a thousand at a time while they are sent. */
export async function* exportRows(db: Database, tenantId: string, releaseId: string): AsyncGenerator<string> {
  yield byteOrderMark +
    csvLine(['audience', 'audienceId', 'status', 'reason', 'version', 'changes', 'conflicts', 'undo', 'at'])
  let after: [number] | undefined
  for (;;) {
    const request = { limit: chunk, after }
    const rows = (await listRows(db.read, tenantId, releaseId, { isReversed: false }, request)).slice(
      0,
      chunk,
    )
    const last = rows.at(-1)
    if (!last) return
    yield rows
      .map((row) =>
        csvLine([
          row.audienceName,
          row.audienceId,
          row.status,
          row.reason,
          row.versionNumber,
          row.changes,
          row.conflicts,
          row.undo,
          row.settledAt === null ? null : new Date(Number(row.settledAt)).toISOString(),
        ]),
      )
      .join('')
    after = [last.position]
  }
}
