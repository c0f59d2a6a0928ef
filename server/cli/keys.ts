import { type Command, InvalidArgumentError } from 'commander'
import { Problem } from '../../shared/problem.ts'
import { listKeys, revokeKey } from '../tenants/keyQueries.ts'
import { issueKey } from '../tenants/keys.ts'
import { type Scope, scopes } from '../web/auth.ts'
import { readAll, withDatabase } from './database.ts'
import { getNamedTenant, shownKey } from './namedTenant.ts'
import { print, shownTime, table } from './output.ts'
import { recordCommand } from './record.ts'

export function keyCommands(program: Command) {
  const keys = program.command('keys').description("create, list and revoke a tenant's API keys")

  keys
    .command('create <tenant>')
    .description('create a key for a tenant (slug or id); it is shown only once')
    .requiredOption('--name <name>', 'what the key is for')
    .requiredOption(
      '--scopes <scopes>',
      `scopes: ${scopes.join(', ')} (each includes the ones before it)`,
      toScopes,
    )
    .action(async (tenant: string, { name, scopes }: { name: string; scopes: Scope[] }) => {
      if (name.trim() === '' || [...name].length > 255)
        throw new Problem('invalid_input', 'The name must have 1 to 255 characters.')
      await withDatabase(async (db) => {
        const { tenantId, slug } = await getNamedTenant(db.read, tenant)
        const key = await db.inTransaction(async (tx) => {
          const made = await issueKey(tx, tenantId, { name, scopes })
          recordCommand(tx, tenantId, 'createApiKey', made.keyId, { label: name })
          return made
        })
        print(key, `Key ${key.keyId} for ${slug} may ${scopes.join(', ')}.\n\n${shownKey(key.key)}`)
      })
    })

  keys
    .command('list <tenant>')
    .description('list the keys of a tenant, newest first, without their secrets')
    .action(async (tenant: string) => {
      await withDatabase(async ({ read }) => {
        const { tenantId } = await getNamedTenant(read, tenant)
        const items = await readAll(
          (page) => listKeys(read, tenantId, page),
          ({ keyId }) => keyId,
        )
        const rows = items.map((key) => [
          key.keyId,
          key.name,
          key.scopes.join(', '),
          shownTime(key.createdAt),
        ])
        print({ items }, table(['ID', 'NAME', 'SCOPES', 'MADE'], rows))
      })
    })

  keys
    .command('revoke <tenant> <key_id>')
    .description('revoke a key; it stops working within a second')
    .action(async (tenant: string, keyId: string) => {
      await withDatabase(async (db) => {
        const { tenantId } = await getNamedTenant(db.read, tenant)
        await db.inTransaction(async (tx) => {
          await revokeKey(tx, tenantId, keyId)
          recordCommand(tx, tenantId, 'revokeApiKey', keyId)
        })
        print({ keyId, revoked: true }, `Key ${keyId} was revoked.`)
      })
    })
}

function toScopes(text: string): Scope[] {
  const given = [...new Set(text.split(/[\s,]+/).filter(Boolean))]
  const wrong = given.filter((scope) => !(scopes as readonly string[]).includes(scope))
  if (wrong.length > 0 || given.length === 0)
    throw new InvalidArgumentError(`Use one or more of ${scopes.join(', ')}, separated by commas.`)
  return given as Scope[]
}
