import type { Command } from 'commander'
import type { Config } from '../config/config.ts'
import { openDatabase } from '../database/database.ts'
import type { Storage } from '../storage/storage.ts'
import { demandUpToDate, withDatabaseUrl } from './database.ts'
import { getNamedTenant } from './namedTenant.ts'
import { notice, print } from './output.ts'
import { recordFinishedCommand } from './record.ts'

/** Moves a tenant to another database: the file contains its rows and the bytes of its files. */
export function transferCommands(tenants: Command) {
  tenants
    .command('export <tenant> [file]')
    .description('export all data of a tenant to a file')
    .action(async (name: string, file?: string) => {
      await withDatabaseUrl(async (url, config) => {
        await demandUpToDate(url)
        const db = openDatabase({ url, asService: true, poolSize: 1 })
        const tenant = await getNamedTenant(db.read, name).finally(() => db.close())
        const target = file ?? `${tenant.slug}.tar.gz`
        const { exportTenant } = await import('../transfer/export.ts')
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
        const { importTenant } = await import('../transfer/import.ts')
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
  const { openStorage } = await import('../context.ts')
  const storage = await openStorage(config)
  return await work(storage).finally(() => storage.close())
}
