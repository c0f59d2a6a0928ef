import type { Command } from 'commander'
import { Problem } from '../../shared/problem.ts'
import { slugPattern } from '../ids.ts'
import { issueKey } from '../tenants/keys.ts'
import { createTenant, listTenants } from '../tenants/queries.ts'
import { readAll, withDatabase } from './database.ts'
import { shownKey } from './namedTenant.ts'
import { print, shownTime, table } from './output.ts'
import { recordCommand } from './record.ts'
import { transferCommands } from './transfer.ts'

const slugExpression = new RegExp(slugPattern)

export function tenantCommands(program: Command) {
  const tenants = program.command('tenants').description('create, list, export and import tenants')

  tenants
    .command('create <slug>')
    .description('create a tenant and its first key, which is shown only once')
    .option('--name <name>', 'display name (default: the slug)')
    .action(async (slug: string, { name = slug }: { name?: string }) => {
      if (!slugExpression.test(slug))
        throw new Problem(
          'invalid_input',
          `The slug must match ${slugPattern}, because it becomes part of a host name.`,
        )
      if (name.trim() === '' || [...name].length > 255)
        throw new Problem('invalid_input', 'The name must have 1 to 255 characters.')
      await withDatabase(async (db) => {
        const made = await db.inTransaction(async (tx) => {
          const tenant = await createTenant(tx, slug, name)
          if (!tenant) throw new Problem('slug_taken', `The tenant ${slug} already exists.`)
          recordCommand(tx, tenant.tenantId, 'tenant.created', tenant.tenantId, { label: slug })
          return {
            tenant,
            key: await issueKey(tx, tenant.tenantId, { name: 'First key', scopes: ['admin'] }),
          }
        })
        print(made, `Tenant ${slug} was created (${made.tenant.tenantId}).\n\n${shownKey(made.key.key)}`)
      })
    })

  tenants
    .command('list')
    .description('list the tenants, newest first')
    .action(async () => {
      await withDatabase(async ({ read }) => {
        const items = await readAll(
          (page) => listTenants(read, page),
          ({ tenantId }) => tenantId,
        )
        const rows = items.map((one) => [one.slug, one.name, one.tenantId, shownTime(one.createdAt)])
        print({ items }, table(['SLUG', 'NAME', 'ID', 'MADE'], rows))
      })
    })

  transferCommands(tenants)
}
