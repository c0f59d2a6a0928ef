import type { Tx } from './database.ts'

/** On this channel every node hears which pages to drop from its cache. */
export const siteChannel = 'site_changed'

/** The payload that concerns the pages of all tenants. */
export const everyTenant = '*'

/**
 * Tells every node, when the transaction commits, to drop the pages that show a page, audience or path of a tenant;
 * without a subject, all pages and host names of the tenant.
 */
export function notifySite(tx: Tx, tenantId: string, subject?: string): void {
  tx.notify(siteChannel, subject === undefined ? tenantId : `${tenantId}/${subject}`)
}
