import type { Command } from 'commander'
import { openLog } from '../log.ts'
import { ensureFirstTenant } from '../tenants/first.ts'
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
          const { tenant, made, newKey } = await ensureFirstTenant(ground)
          await seedDemo(ground, tenant.tenantId)
          const text = `Tenant ${tenant.slug} ${made ? 'was made and has' : 'has'} its sample data.`
          print(
            { tenant, made, ...(newKey ? { key: newKey } : {}) },
            newKey ? `${text}\n\n${shownKey(newKey)}` : text,
          )
        } finally {
          await ground.close()
        }
      })
    })
}
