import { join } from 'node:path'
import { migrate } from '../server/database/migrate.ts'
import { openSession } from '../server/database/session.ts'
import { newId } from '../server/ids.ts'
import { startCluster } from '../server/test/cluster.ts'
import { makePlace, makeReport, openSite } from '../server/test/visits.ts'
import { type Bench, median } from './measure.ts'
import { openService, openTenant } from './service.ts'

const callers = 24
const tenants = 8
const seconds = 2
const rounds = 3

/**
 * The service on a Citus cluster compared with one PostgreSQL of the same installation, alternately. All nodes are on
 * this machine, so the figures show the cost of the coordinator, not the gain of several machines.
 */
export const bench: Bench = {
  title: `Requests a second of ${callers} callers, ${tenants} tenants, coordinator and two workers on one machine`,
  baseline: 'PostgreSQL',
  subject: 'Citus',
  async run(folder) {
    const { CITUS_BIN: programs } = process.env
    if (!programs) {
      process.stdout.write('\nSet CITUS_BIN to the programs of a PostgreSQL with Citus.\n')
      return []
    }
    const cluster = await startCluster({ programs, folder: join(folder, 'cluster') })
    try {
      const plainUrl = await createPlainDatabase(cluster.url)
      const services = [await openWork(plainUrl, folder), await openWork(cluster.url, folder)] as const
      const names = ['create account', 'get page', 'visit report'] as const
      const rates = new Map(names.map((name) => [name, [[], []] as [number[], number[]]]))
      for (let round = -1; round < rounds; round++)
        for (const name of names)
          for (const [nth, service] of services.entries()) {
            const rate = await measure(service.work[name])
            if (round >= 0) rates.get(name)?.[nth as 0 | 1].push(rate)
          }
      for (const { close } of services) await close()
      return [...rates].map(([name, [plain, distributed]]) => ({
        ...{ name, unit: '/s' },
        ...{ baselineMs: median(plain), subjectMs: median(distributed) },
      }))
    } finally {
      await cluster.stop()
    }
  },
}

async function createPlainDatabase(clusterUrl: string): Promise<string> {
  const url = new URL(clusterUrl)
  url.username = 'postgres'
  url.pathname = '/postgres'
  const admin = await openSession({ url: url.href })
  await admin.execute('create database plain owner foyer')
  await admin.end()
  return Object.assign(new URL(clusterUrl), { pathname: '/plain' }).href
}

async function openWork(databaseUrl: string, folder: string) {
  await migrate(databaseUrl)
  const settings = { RATE_LIMIT_PER_MINUTE: '0', TRUST_PROXY: 'true' }
  const { context, url: baseUrl, close } = await openService(databaseUrl, folder, settings)
  const clients = await Promise.all(
    Array.from({ length: tenants }, async (_, nth) => {
      const slug = `bench-${nth}`
      const { tenantId, key } = await openTenant(context.db, slug)
      const headers = { 'x-api-key': key, 'content-type': 'application/json' }
      const send = async (method: string, path: string, body?: object) => {
        const answer = await fetch(baseUrl + path, {
          method,
          headers,
          ...(body && { body: JSON.stringify(body) }),
        })
        if (answer.status >= 400)
          throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
        return { body: await answer.json() }
      }
      const client = { tenantId, slug, post: (path: string, body: object) => send('POST', path, body) }
      const here = { baseUrl, context, db: context.db }
      const place = await makePlace(here as never, client as never)
      return { send, place, site: openSite(here as never, client as never), here }
    }),
  )
  const of = (nth: number) => clients[nth % tenants] as (typeof clients)[number]
  const work = {
    'create account': (nth: number) =>
      of(nth).send('POST', '/v0/accounts', { domain: `${newId('account').slice(8)}.example` }),
    'get page': (nth: number) => of(nth).send('GET', `/v0/pages/${of(nth).place.pageId}`),
    'visit report': async (nth: number) => {
      const address = { 'x-forwarded-for': `10.${nth & 255}.${(nth >> 8) & 255}.${(nth >> 16) & 255}` }
      const status = await of(nth).site.report(makeReport(of(nth).here, of(nth).place), address)
      if (status !== 204) throw new Error(`A report was answered with ${status}.`)
    },
  }
  return { work, close }
}

let sent = 0

/** Responses per second of all callers together. */
async function measure(work: (nth: number) => Promise<unknown>): Promise<number> {
  const until = performance.now() + seconds * 1_000
  let done = 0
  const call = async () => {
    while (performance.now() < until) {
      await work(sent++)
      done++
    }
  }
  await Promise.all(Array.from({ length: callers }, call))
  return done / seconds
}
