import type { AppContext } from '../context.ts'
import { listLinks } from '../links/queries.ts'
import { firstSlug } from '../tenants/first.ts'
import { findTenantBySlug } from '../tenants/queries.ts'
import { samplePath } from './samples.ts'

const keptMs = 60_000

/** Returns the URL of the sample page, if it exists; looked up once a minute at most. */
export function openSamplePage({ db, siteUrl }: Pick<AppContext, 'db' | 'siteUrl'>) {
  let found: Promise<string | undefined> | undefined
  let foundAt = 0
  const find = async () => {
    const tenant = await findTenantBySlug(db.read, firstSlug)
    if (!tenant) return undefined
    const [link] = await listLinks(
      db.read,
      tenant.tenantId,
      { tenantDomainId: null, path: samplePath },
      { limit: 1, after: undefined },
    )
    return link && siteUrl(firstSlug) + samplePath
  }
  return () => {
    if (!found || Date.now() - foundAt > keptMs) {
      foundAt = Date.now()
      // The welcome page also works while the database is unavailable.
      found = find().catch(() => undefined)
    }
    return found
  }
}
