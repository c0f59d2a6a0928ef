import { readdir } from 'node:fs/promises'
import packageJson from '../../package.json' with { type: 'json' }
import type { SqlTag } from './sql.ts'

/** The migrations of this version. */
export const shipped = new URL('../../migrations/', import.meta.url)

/**
 * The line that marks a migration as destructive. With a version, that version and later ones no longer use what it
 * removes.
 */
const contract = /^-- contract(?: since (\d\S{0,40}))?: .{20,}$/m

/** The oldest version that can run beside a migration: `all`, `none`, or its name. */
export function runsBeside(sql: string): string {
  const found = contract.exec(sql)
  return found ? (found[1] ?? 'none') : 'all'
}

/** A migration of a later version. `isSafe` if this version can run beside it. */
export type LaterStep = { name: string; isSafe: boolean }

/** The applied migrations that this version doesn't know. */
export async function findLaterSteps(
  sql: SqlTag,
  known: Iterable<string>,
  version = packageJson.version,
): Promise<LaterStep[]> {
  // Read as JSON, because an earlier version may have created the table without the column.
  const rows = await sql<{ name: string; beside: string }[]>`
    select name, coalesce(to_jsonb(m) ->> 'runs_beside', 'none') as beside from migrations m
    where not name = any(${[...known]}::text[]) order by name`
  return rows.map(({ name, beside }) => ({ name, isSafe: isSafeFor(version, beside) }))
}

export async function listSteps(folder: URL): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}

function isSafeFor(version: string, beside: string): boolean {
  return beside === 'all' || (beside !== 'none' && !isOlder(version, beside))
}

/** Compares versions by Semantic Versioning: 1.0.0-rc.2 is older than 1.0.0-rc.10, and both are older than 1.0.0. */
export function isOlder(one: string, other: string): boolean {
  const toOrder = (version: string) => (version.includes('-') ? version : `${version}-zzz`)
  return toOrder(one).localeCompare(toOrder(other), 'en', { numeric: true }) < 0
}
