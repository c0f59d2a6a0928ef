import type { DatabaseSession } from './session.ts'

/**
 * These tables are read before the tenant is known, or all tenants' tables reference them: Citus keeps a copy on every
 * node. A write needs all nodes, so tables that must stay writable when a worker fails are not listed: tables without a
 * tenant stay on the coordinator.
 */
const referenceTables = ['tenants', 'api_keys', 'verified_hostnames', 'users', 'memberships', 'invitations']
/** Jobs have a tenant, but workers claim jobs of all tenants, so the table stays on the coordinator. */
const queueTable = 'jobs'

/**
 * Functions that run with the rights of the owner. Citus runs them on the worker of their tenant, in the transaction of
 * the service: called on the coordinator, they would need a second connection to rows that this transaction has locked.
 */
const tenantFunctions = [
  'chain_audit_events(text, text[], bigint, bytea[])',
  'forget_audit_events(text, timestamptz, integer)',
  'erase_audit_details(text, text[])',
]

type ForeignKey = { name: string; source: string; target: string; definition: string }

/**
 * On PostgreSQL with the Citus extension, distributes tenant tables over the workers: all rows of a tenant are stored
 * on one worker, so a statement for one tenant runs entirely there. Does nothing without Citus or for tables that are
 * distributed already. Returns the tables it moved.
 *
 * Citus rejects a foreign key between a distributed table and one that is not yet distributed, so the keys are dropped
 * first and recreated at the end, in one transaction.
 */
export async function distributeTables(session: DatabaseSession, serviceRole: string): Promise<string[]> {
  const [citus] = await session`select from pg_extension where extname = 'citus'`
  if (!citus) return []
  const tables = await session<{ name: string; hasTenant: boolean }[]>`
    select c.relname as name, exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
      ) as has_tenant
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and not exists (select from pg_dist_partition d where d.logicalrelid = c.oid)
    order by c.relname`
  const copied = tables.filter(({ name }) => referenceTables.includes(name))
  const spread = tables.filter(
    ({ name, hasTenant }) => hasTenant && !referenceTables.includes(name) && name !== queueTable,
  )
  const moved = [...copied, ...spread].map(({ name }) => name)
  if (moved.length === 0) return []
  // The coordinator connects to the workers as the role that runs the statement.
  await session.execute(`alter role ${serviceRole} login`)
  const keys = (await findForeignKeys(session)).filter(
    ({ source, target }) => moved.includes(source) || moved.includes(target),
  )
  // One at a time: Citus sends the text of a step to the workers, which accept only one statement.
  const steps = [
    'begin',
    // Uses one connection to each worker, so that each step sees the objects created by the previous one.
    "set local citus.multi_shard_modify_mode to 'sequential'",
    ...keys.map(({ source, name }) => `alter table ${source} drop constraint ${name}`),
    ...copied.map(({ name }) => `select create_reference_table('${name}')`),
    ...spread.map(({ name }) => `select create_distributed_table('${name}', 'tenant_id')`),
    ...keys.map(
      ({ source, name, definition }) => `alter table ${source} add constraint ${name} ${definition}`,
    ),
    ...tenantFunctions.map(
      (signature) =>
        `select create_distributed_function('${signature}', 'tenant', 'audit_events', force_delegation => true)`,
    ),
    'commit',
  ]
  for (const step of steps) await session.execute(step)
  return moved
}

async function findForeignKeys(session: DatabaseSession): Promise<ForeignKey[]> {
  return await session<ForeignKey[]>`
    select conname as name, conrelid::regclass::text as source, confrelid::regclass::text as target,
      pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    order by conrelid, conname`
}
