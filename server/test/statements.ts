/**
 * Why a statement is wrong, if it touches a tenant's table without keeping to one tenant: every mention of such a
 * table must come with a mention of `tenant_id`. Upkeep over all tenants says so: `-- every tenant: why`.
 */
export function missesTenant(statement: string, tenantTables: ReadonlySet<string>): string | undefined {
  if (/--\s*every tenant: \S/.test(statement)) return undefined
  const text = statement
    .replace(/--[^\n]*/g, ' ')
    .replace(/'(?:[^']|'')*'/g, "''")
    .replaceAll('"', '')
  const mentioned = [
    ...text.matchAll(/\b(?:from|join|update|into|using)\s+(?:only\s+)?(?:public\.)?([a-z_]+)/gi),
  ]
    .map(([, table]) => (table ?? '').toLowerCase())
    .filter((table) => tenantTables.has(table))
  const named = text.match(/\btenant_id\b/g)?.length ?? 0
  return named < mentioned.length
    ? `touches ${mentioned.join(', ')} but names tenant_id ${named} times: ${statement.trim()}`
    : undefined
}
