import type { Command } from 'commander'
import { Problem } from '../../shared/problem.ts'
import type { Config } from '../config/config.ts'
import { openStorage } from '../context.ts'
import { openDatabase, type Reader } from '../database/database.ts'
import { slugPattern } from '../ids.ts'
import type { Storage } from '../storage/storage.ts'
import { issueKey } from '../tenants/keys.ts'
import { createTenant, findTenant, listTenants, type Tenant } from '../tenants/queries.ts'
import { exportTenant } from '../transfer/export.ts'
import { importTenant } from '../transfer/import.ts'
import { demandUpToDate, readAll, withDatabase, withDatabaseUrl } from './database.ts'
import { notice, paint, print, shownTime, table } from './output.ts'
import { recordCommand, recordFinishedCommand } from './record.ts'

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

/** Moves a tenant to another database: the file contains its rows and the bytes of its files. */
function transferCommands(tenants: Command) {
  tenants
    .command('export <tenant> [file]')
    .description('export all data of a tenant to a file')
    .action(async (name: string, file?: string) => {
      await withDatabaseUrl(async (url, config) => {
        await demandUpToDate(url)
        const db = openDatabase({ url, asService: true, poolSize: 1 })
        const tenant = await getNamedTenant(db.read, name).finally(() => db.close())
        const target = file ?? `${tenant.slug}.tar.gz`
        const report = await withStorage(config, (storage) => exportTenant(url, storage, tenant, target))
        await recordFinishedCommand(url, tenant.tenantId, 'tenant.exported')
        print(
          { file: target, ...report },
          `Exported ${report.slug} to ${target}: ${report.rows} rows, ${report.files} files. Later changes are not included.`,
        )
      })
    })
  tenants
    .command('import <file>')
    .description('import a tenant from an exported file')
    .action(async (file: string) => {
      await withDatabaseUrl(async (url, config) => {
        await demandUpToDate(url)
        const report = await withStorage(config, (storage) => importTenant(url, storage, file))
        await recordFinishedCommand(url, report.tenantId, 'tenant.imported')
        notice(
          `keys, secrets, webhooks and notice channels are not imported, and domains have to be verified again. Create a key with \`npx foyer keys create ${report.slug}\``,
        )
        print(report, `Imported ${report.slug}: ${report.rows} rows, ${report.files} files.`)
      })
    })
}

async function withStorage<T>(config: Config, work: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = await openStorage(config)
  return await work(storage).finally(() => storage.close())
}

/** Finds a tenant by slug or id. */
export async function getNamedTenant(db: Reader, name: string): Promise<Tenant> {
  const tenant = await findTenant(db, name)
  if (!tenant)
    throw new Problem('not_found', `Tenant ${name} not found. List tenants with \`npx foyer tenants list\`.`)
  return tenant
}

export function shownKey(key: string): string {
  return `  ${paint('bold', key)}\n\nThis key is shown only once. Store it now.`
}
