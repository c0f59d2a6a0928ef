import { audiences } from '../server/demo/samples.ts'
import { seedDemo } from '../server/demo/seed.ts'
import { createTenant } from '../server/tenants/queries.ts'
import { openBrowser } from '../server/test/browser.ts'
import { type Painted, paintOnPhone } from '../server/test/phone.ts'
import type { Bench, Comparison } from './measure.ts'
import { openService, withPostgres } from './service.ts'

const rounds = 5
const budgets = { paintedMs: 1_000, shift: 0.01, fontBytes: 80_000, pageBytes: 70_000 }

/** Loading the sample pages on a phone: the median of five visits with an empty cache. */
export const bench: Bench = {
  title: `Sample pages on an emulated phone (a quarter of this machine's speed, 9 Mbit/s, 60 ms), median of ${rounds}`,
  baseline: 'budget',
  subject: 'measured',
  run: (folder) =>
    withPostgres(folder, [], async (databaseUrl) => {
      const { context, port, close } = await openService(databaseUrl, folder)
      await context.db.inTransaction(async (tx) => {
        const tenant = await createTenant(tx, 'demo', 'Demo')
        if (tenant) await seedDemo(context, tx, tenant.tenantId)
      })
      const rows: Comparison[] = []
      for (const path of ['/', ...audiences.flatMap(({ path: one }) => one ?? [])])
        rows.push(...(await measure(`http://demo.localhost:${port}${path}`, path)))
      await (await openBrowser()).close()
      await close()
      return rows
    }),
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
