import type { AppContext } from '../context.ts'
import type { Reader } from '../database/database.ts'
import type { RowInput } from './csvReader.ts'
import { csvReading } from './csvReader.ts'
import { readCsvFile } from './file.ts'
import type { Given } from './given.ts'
import type { CsvCheck, CsvCheckInput } from './importSchema.ts'
import { mostFailures } from './schema.ts'

/** Reads a file as a batch or an import would, and stores nothing. */
export async function checkCsv(
  context: Pick<AppContext, 'db' | 'storage'>,
  tenantId: string,
  { csvFileId, columns }: CsvCheckInput,
): Promise<CsvCheck> {
  const file = await csvReading.run(
    tenantId,
    async () => await readCsvFile(context, tenantId, csvFileId, columns),
  )
  const bad = file.rows.filter(({ given }) => given === null)
  const { emails, domains, named } = identitiesOf(file.rows)
  const unique = emails.size + domains.size + named
  const known = await countKnown(context.db.read, tenantId, [...emails], [...domains])
  return {
    rows: file.rows.length,
    fresh: unique - known,
    known,
    repeated: file.rows.length - bad.length - unique,
    failed: bad.length,
    failures: bad.slice(0, mostFailures).map(({ csvRow, reason, cells }) => ({
      csvRow: csvRow ?? 0,
      reason: reason ?? '',
      values: cells === null ? null : JSON.parse(cells),
    })),
    columns: file.columns,
  }
}

/** What rows are matched by. Persons without an e-mail address match nobody. */
function identitiesOf(rows: RowInput[]) {
  const [emails, domains] = [new Set<string>(), new Set<string>()]
  let named = 0
  for (const { given } of rows) {
    if (given === null) continue
    const row = JSON.parse(given) as Given
    const { person, account } = 'person' in row || 'account' in row ? row : {}
    if (person?.email) emails.add(person.email.toLowerCase())
    else if (person) named++
    else if (account) domains.add(account.domain)
  }
  return { emails, domains, named }
}

async function countKnown(
  db: Reader,
  tenantId: string,
  emails: string[],
  domains: string[],
): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select (select count(*) from persons where tenant_id = ${tenantId} and lower(email) = any(${emails}))
      + (select count(*) from accounts where tenant_id = ${tenantId} and domain = any(${domains}))
      + (select count(*) from merged_accounts where tenant_id = ${tenantId} and domain = any(${domains})) as count`
  return row?.count ?? 0
}
