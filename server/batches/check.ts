import type { AppContext } from '../context.ts'
import type { Reader } from '../database/database.ts'
import type { RowInput } from './csvReader.ts'
import { csvReading } from './csvReader.ts'
import { readCsvFile } from './file.ts'
import type { RowSubject } from './given.ts'
import type { CsvCheck, CsvCheckInput } from './importSchema.ts'
import { mostFailures } from './schema.ts'

/** Parses a file as a batch or an import would, without storing anything. */
export async function checkCsv(
  context: Pick<AppContext, 'db' | 'storage'>,
  tenantId: string,
  { csvFileId, columns, pageId }: CsvCheckInput,
): Promise<CsvCheck> {
  const file = await csvReading.run(
    tenantId,
    async () => await readCsvFile(context, tenantId, csvFileId, columns),
  )
  const bad = file.rows.filter(({ given }) => given === null)
  const { emails, domains, named } = identitiesOf(file.rows)
  const unique = emails.size + domains.size + named
  const [known, updated] = await Promise.all([
    countKnown(context.db.read, tenantId, [...emails], [...domains]),
    pageId ? countUpdated(context.db.read, tenantId, pageId, [...emails], [...domains]) : 0,
  ])
  return {
    rows: file.rows.length,
    fresh: unique - known,
    known,
    ...(pageId && { updated }),
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

/** The key that rows are matched by. Persons without an e-mail address match no row. */
function identitiesOf(rows: RowInput[]) {
  const [emails, domains] = [new Set<string>(), new Set<string>()]
  let named = 0
  for (const { given } of rows) {
    if (given === null) continue
    const row = JSON.parse(given) as RowSubject
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

/** The number of persons and accounts that already have an audience on the page. */
async function countUpdated(
  db: Reader,
  tenantId: string,
  pageId: string,
  emails: string[],
  domains: string[],
): Promise<number> {
  const isThere = db`
    a.tenant_id = ${tenantId} and a.page_id = ${pageId} and a.archived_at is null`
  const [row] = await db<{ count: number }[]>`
    select (select count(*) from persons p where p.tenant_id = ${tenantId} and lower(p.email) = any(${emails})
        and exists (select from audiences a where ${isThere} and a.person_id = p.person_id))
      + (select count(*) from accounts c where c.tenant_id = ${tenantId} and c.domain = any(${domains})
        and exists (select from audiences a where ${isThere} and a.account_id = c.account_id and a.person_id is null))
      as count`
  return row?.count ?? 0
}
