import type { Tx } from './transaction.ts'

/**
 * Until the transaction ends, serialises changes to objects of which a tenant may have only one or a limited number.
 * Transactions of other tenants don't wait. It is not a lock on the tenant's row, because Citus replicates that row
 * and would need all workers.
 */
export async function lockTenant(tx: Tx, tenantId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`tenant ${tenantId}`}, 0))`
}
