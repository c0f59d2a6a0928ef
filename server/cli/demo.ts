import type { Command } from 'commander'
import { openLog } from '../log.ts'
import { completeFirstStart, ensureFirstTenant } from '../tenants/first.ts'
import { demandUpToDate, withDatabaseUrl } from './database.ts'
import { print } from './output.ts'
import { shownKey } from './tenants.ts'

export function demoCommand(program: Command) {
  program
    .command('demo')
    .description('ensure the sample tenant and its sample data; what is there already stays as it is')
    .action(async () => {
      const [{ seedDemo }, { openGround }] = await Promise.all([
        import('../demo/seed.ts'),
        import('../ground.ts'),
      ])
      await withDatabaseUrl(async (databaseUrl, config) => {
        await demandUpToDate(databaseUrl)
        const ground = await openGround(config, openLog('warn'), { databaseUrl, works: false })
        try {
          const {
            tenant,
            isFirst: made,
            newKey,
          } = await ground.db.inTransaction(async (tx) => {
            const first = await ensureFirstTenant(tx, config.apiKey)
            await seedDemo(ground, tx, first.tenant.tenantId)
            return first
          })
          const text = `Tenant ${tenant.slug} ${made ? 'was made and has' : 'has'} its sample data.`
          print(
            { tenant, made, ...(newKey ? { key: newKey } : {}) },
            newKey ? `${text}\n\n${shownKey(newKey)}` : text,
          )
          await ground.db.inTransaction(completeFirstStart)
        } finally {
          await ground.close()
        }
      })
    })
}
