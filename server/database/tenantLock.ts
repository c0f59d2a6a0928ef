import type { Tx } from './transaction.ts'

/**
 * Makes those who change what a tenant has only one of, or a limited number of, take turns until their transactions end;
 * nobody else waits. Not a lock of the tenant's row: Citus keeps copies of that on every worker and would need all of them.
 */
export async function lockTenant(tx: Tx, tenantId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`tenant ${tenantId}`}, 0))`
}
