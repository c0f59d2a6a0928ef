import type { Tx } from './database.ts'

/** On this channel every node receives the pages to drop from its cache. */
export const siteChannel = 'site_changed'

/** The payload that invalidates the pages of all tenants. */
export const everyTenant = '*'

/**
 * On commit, notifies every node to drop the cached pages that show a page, audience or path of a tenant; without a
 * subject, all pages and host names of the tenant.
 */
export function notifySite(tx: Tx, tenantId: string, subject?: string): void {
  tx.notify(siteChannel, subject === undefined ? tenantId : `${tenantId}/${subject}`)
}
