import type { Command } from 'commander'
import { openLog } from '../log/log.ts'
import { completeFirstStart, ensureFirstTenant } from '../tenants/first.ts'
import { demandUpToDate, withDatabaseUrl } from './database.ts'
import { shownKey } from './namedTenant.ts'
import { print } from './output.ts'

export function demoCommand(program: Command) {
  program
    .command('demo')
    .description('create the sample tenant and its data, unless they exist')
    .action(async () => {
      const [{ seedDemo }, { createContext }] = await Promise.all([
        import('../demo/seed.ts'),
        import('../context.ts'),
      ])
      await withDatabaseUrl(async (databaseUrl, config) => {
        await demandUpToDate(databaseUrl)
        const context = await createContext(config, openLog('warn'), { databaseUrl })
        try {
          const {
            tenant,
            isFirst: made,
            newKey,
          } = await context.db.inTransaction(async (tx) => {
            const first = await ensureFirstTenant(tx, config.apiKey)
            await seedDemo(context, tx, first.tenant.tenantId)
            return first
          })
          const text = `Tenant ${tenant.slug} ${made ? 'was created with' : 'has'} its sample data.`
          print(
            { tenant, made, ...(newKey ? { key: newKey } : {}) },
            newKey ? `${text}\n\n${shownKey(newKey)}` : text,
          )
          await context.db.inTransaction(completeFirstStart)
        } finally {
          await context.close()
        }
      })
    })
}
