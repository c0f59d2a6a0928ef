import { buildApp } from '../server/app.ts'
import { loadConfig } from '../server/config/config.ts'
import { createContext } from '../server/context.ts'
import { migrate } from '../server/database/migrate.ts'
import { audiences } from '../server/demo/samples.ts'
import { seedDemo } from '../server/demo/seed.ts'
import { startPostgres } from '../server/embedded/postgres.ts'
import { openLog } from '../server/log/log.ts'
import { createTenant } from '../server/tenants/queries.ts'
import { openBrowser } from '../server/test/browser.ts'
import { type Painted, paintOnPhone } from '../server/test/phone.ts'
import type { Bench, Comparison } from './measure.ts'

const rounds = 5
const budgets = { paintedMs: 1_000, shift: 0.01, fontBytes: 80_000, pageBytes: 70_000 }

/** Loading the sample pages on a phone: the median of five visits with an empty cache. */
export const bench: Bench = {
  title: `Sample pages on an emulated phone (a quarter of this machine's speed, 9 Mbit/s, 60 ms), median of ${rounds}`,
  baseline: 'budget',
  subject: 'measured',
  async run(folder) {
    const server = await startPostgres(folder)
    try {
      await migrate(server.url)
      const config = loadConfig({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'error' })
      const context = await createContext(config, openLog('error'), { databaseUrl: server.url })
      await context.db.inTransaction(async (tx) => {
        const tenant = await createTenant(tx, 'demo', 'Demo')
        if (tenant) await seedDemo(context, tx, tenant.tenantId)
      })
      const app = await buildApp(context)
      const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
      const rows: Comparison[] = []
      for (const path of ['/', ...audiences.flatMap(({ path: one }) => one ?? [])])
        rows.push(...(await measure(`http://demo.localhost:${port}${path}`, path)))
      await (await openBrowser()).close()
      await app.close()
      await context.close()
      return rows
    } finally {
      await server.stop()
    }
  },
}

async function measure(url: string, path: string): Promise<Comparison[]> {
  const browser = await openBrowser()
  // Renders the page and its fonts, which happens once after publishing.
  await paintOnPhone(browser, url)
  const visits: Painted[] = []
  for (let round = 0; round < rounds; round++) visits.push(await paintOnPhone(browser, url))
  const median = (figure: keyof typeof budgets) =>
    visits.map((visit) => visit[figure]).sort((a, b) => a - b)[Math.floor(rounds / 2)] as number
  const row = (figure: keyof typeof budgets, name: string, unit: string): Comparison => ({
    name: `${path} ${name}`,
    baselineMs: budgets[figure],
    subjectMs: median(figure),
    limit: 1,
    unit,
  })
  return [
    row('paintedMs', 'largest paint', 'ms'),
    row('shift', 'layout shift', ''),
    row('pageBytes', 'HTML and CSS', 'bytes'),
    row('fontBytes', 'fonts', 'bytes'),
  ]
}
