import type { Command } from 'commander'
import type { Reader } from '../database/database.ts'
import { Problem } from '../http/problem.ts'
import { slugPattern } from '../ids.ts'
import { issueKey } from '../tenants/keys.ts'
import { createTenant, findTenant, listTenants, type Tenant } from '../tenants/queries.ts'
import { readAll, withDatabase } from './database.ts'
import { paint, print, shownTime, table } from './output.ts'

export function tenantCommands(program: Command) {
  const tenants = program
    .command('tenants')
    .description('make and list tenants: each has its own data and site')

  tenants
    .command('create <slug>')
    .description('make a tenant and its first key, which is shown this once')
    .option('--name <name>', 'what people call it (default: the slug)')
    .action(async (slug: string, { name = slug }: { name?: string }) => {
      if (!new RegExp(slugPattern).test(slug))
        throw new Problem(
          'invalid_input',
          `The slug must match ${slugPattern}: it becomes a part of a host name.`,
        )
      if (name.trim() === '' || [...name].length > 255)
        throw new Problem('invalid_input', 'The name must have 1 to 255 characters.')
      await withDatabase(async (db) => {
        const made = await db.inTransaction(async (tx) => {
          const tenant = await createTenant(tx, slug, name)
          if (!tenant) throw new Problem('slug_taken', `There is a tenant ${slug} already.`)
          return {
            tenant,
            key: await issueKey(tx, tenant.tenantId, { name: 'First key', scopes: ['admin'] }),
          }
        })
        print(made, `Tenant ${slug} was made (${made.tenant.tenantId}).\n\n${shownKey(made.key.key)}`)
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
}

/** The tenant an operator names by slug or id. */
export async function getNamedTenant(db: Reader, name: string): Promise<Tenant> {
  const tenant = await findTenant(db, name)
  if (!tenant)
    throw new Problem('not_found', `There is no tenant ${name}. \`npx foyer tenants list\` lists them.`)
  return tenant
}

export function shownKey(key: string): string {
  return `  ${paint('bold', key)}\n\nThis key is shown this once: only its hash is stored.`
}
