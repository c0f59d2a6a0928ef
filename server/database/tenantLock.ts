import type { Tx } from './transaction.ts'

/**
 * Serialises changes to things of which a tenant has one or a limited number, until the transaction ends; other
 * transactions don't wait. It is not a lock on the tenant's row: Citus replicates that row and would need all workers.
 */
export async function lockTenant(tx: Tx, tenantId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`tenant ${tenantId}`}, 0))`
}
