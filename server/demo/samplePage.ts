import type { AppContext } from '../context.ts'
import { listLinks } from '../links/queries.ts'
import { firstSlug } from '../tenants/first.ts'
import { findTenantBySlug } from '../tenants/queries.ts'
import { samplePath } from './samples.ts'

const keptMs = 60_000

/** Finds the address of the sample page, if there is one. It is looked up once a minute at most. */
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
      // Without a database there is still a welcome.
      found = find().catch(() => undefined)
    }
    return found
  }
}
