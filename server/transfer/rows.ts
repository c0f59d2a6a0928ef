import { idPattern } from '../../shared/ids.ts'
import { invalid } from '../../shared/problem.ts'
import type { DatabaseSession } from '../database/session.ts'
import { idPrefixes } from '../ids.ts'
import { refuseBadText } from '../web/validation.ts'
import type { ArchiveHead } from './export.ts'
import { columnsOf, type TableRule, type TransferRow } from './tables.ts'

/** Names chosen by users or other systems, and sessions of visitors, whose ids are UUIDs. */
const notIds = new Set([
  'action_id',
  'header_action_id',
  'form_id',
  'client_message_id',
  'conflict_id',
  'session_id',
])
/** More than any text of the API has. */
const longestText = 100_000

/** The row with the columns that may be written; throws a problem if it is invalid. */
export function takeRow(
  { tenantId, slug }: ArchiveHead,
  table: string,
  rule: TableRule,
  value: unknown,
): TransferRow {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid('', 'must be an object')
  const columns = new Set(columnsOf(rule))
  for (const [column, cell] of Object.entries(value)) {
    if (!columns.has(column)) throw invalid(`/${column.slice(0, 100)}`, 'is not a column that is imported')
    checkCell(column, cell)
  }
  const row = Object.fromEntries(
    [...columns].map((column) => [column, (value as TransferRow)[column] ?? null]),
  )
  if (row.tenant_id !== tenantId) throw invalid('/tenant_id', 'must be the tenant of the archive')
  if (table === 'tenants' && row.slug !== slug) throw invalid('/slug', 'must be the slug of the archive')
  rule.check?.(row)
  return { ...row, ...rule.set?.(row) }
}

function checkCell(column: string, cell: unknown): void {
  refuseBadText(cell, `/${column}`)
  if (typeof cell !== 'string') return
  const pattern = patternOf(column)
  // Figures of a whole page have an empty audience id.
  if (pattern && cell !== '' && !pattern.test(cell)) throw invalid(`/${column}`, 'is not an id of its kind')
  if (cell.length > longestText) throw invalid(`/${column}`, `must have at most ${longestText} characters`)
}

const idPatterns = new Map(idPrefixes.map((prefix) => [prefix, new RegExp(idPattern(prefix))]))

/** The pattern of the ids in a column. The longest prefix wins: an `account_log_id` is not the id of a log. */
function patternOf(column: string): RegExp | undefined {
  if (notIds.has(column)) return undefined
  const named = idPrefixes
    .filter((prefix) => column === `${prefix}_id` || column.endsWith(`_${prefix}_id`))
    .sort((a, b) => b.length - a.length)[0]
  return named && idPatterns.get(named)
}

export async function insertRows(
  session: DatabaseSession,
  table: string,
  rule: TableRule,
  rows: TransferRow[],
): Promise<void> {
  const into = session.identifier(table)
  const columns = session.identifier([...new Set([...columnsOf(rule), ...rows.flatMap(Object.keys)])])
  await session`
    insert into ${into} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${into}, ${JSON.stringify(rows)}::jsonb)`
}
