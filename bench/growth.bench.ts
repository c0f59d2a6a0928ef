import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startService } from '../scripts/service.ts'
import { type DatabaseSession, openSession } from '../server/database/session.ts'
import { startPostgres } from '../server/embedded/postgres.ts'
import { visit } from '../server/test/visitor.ts'
import { browserAgent } from '../server/test/visits.ts'
import { call } from './capacityLoad.ts'
import { writeCapacity } from './capacityPage.ts'
import { countingBlocks, takeBlocks } from './growthBlocks.ts'
import { bigTables, fillTenant, withoutIndexes } from './growthFill.ts'
import { type Bench, type Comparison, median, time } from './measure.ts'

/** Visits of each tenant; it has a tenth as many audiences. `--full` takes a quarter of an hour and 12 GB. */
const sizes = process.argv.includes('--full') ? [1e5, 1e6, 1e7] : [1e4, 1e5, 1e6]
const rounds = 30
const root = join(import.meta.dirname, '..')

type Tenant = Awaited<ReturnType<typeof makeTenant>>
type Operation = [name: string, work: (tenant: Tenant, round: number) => Promise<unknown>]

/**
 * The main operations over HTTP, for tenants of three sizes in one database: what touches one thing or a page of a list must
 * not grow with their number. Fails if a large table was read as a whole. `--write` writes docs/capacity.md.
 */
export const bench: Bench = {
  title: `Operations of a tenant, over HTTP, medians of ${rounds}`,
  baseline: `${short(sizes[0] as number)} visits`,
  subject: `${short(sizes.at(-1) as number)} visits`,
  async run(folder) {
    const memory = ['maintenance_work_mem=512MB', 'max_wal_size=8GB', 'shared_buffers=1GB']
    const options = ['fsync=off', ...memory, ...countingBlocks]
    const database = await startPostgres(join(folder, 'database'), options)
    const settings = {
      ...{ DATABASE_URL: database.url, DATA_DIR: join(folder, 'data'), PORT: '0', LOG_LEVEL: 'error' },
      ...{ RATE_LIMIT_PER_MINUTE: '0', TRUST_PROXY: 'true', FOYER_DEMO: 'false' },
    }
    const owner = await openSession({ url: database.url })
    try {
      foyer(['migrate'], settings)
      const service = await startService(settings, { args: ['--role', 'web'] })
      try {
        const tenants: Tenant[] = []
        for (const visits of sizes) tenants.push(await makeTenant(service.url, settings, visits))
        await fillAll(owner, tenants)
        const rows = await measure(owner, tenants)
        if (process.argv.includes('--write')) writeCapacity('growth', describe(rows))
        return [
          ...rows.map(({ name, medians }) => compareEnds(name, medians)),
          ...rows.map(({ name, blocks }) => ({ ...compareEnds(`${name}: blocks`, blocks), unit: '' })),
        ]
      } finally {
        await service.stop()
      }
    } finally {
      await owner.end()
      await database.stop()
    }
  },
}

async function fillAll(owner: DatabaseSession, tenants: Tenant[]) {
  await withoutIndexes(owner, async () => {
    for (const { tenantId, pageId, visits } of tenants) {
      const ms = await time(() => fillTenant(owner, tenantId, pageId, visits))
      process.stdout.write(`${short(visits)} visits: filled in ${Math.round(ms / 1000)} s\n`)
    }
  })
}

function foyer(args: string[], settings: Record<string, string>): string {
  const { PATH = '', HOME = '' } = process.env
  const options = { env: { PATH, HOME, ...settings }, encoding: 'utf8' } as const
  return execFileSync(process.execPath, [join(root, 'bin/foyer.js'), ...args, '--json'], options)
}

/** A tenant with a public page, of which two versions can be published. */
async function makeTenant(url: string, settings: Record<string, string>, visits: number) {
  const { key } = JSON.parse(foyer(['tenants', 'create', `growth-${visits}`], settings)).key
  const api = (path: string, body?: object) => call(url, key, path, body)
  const { tenantId = '', siteUrl = '' } = await api('/me')
  const { pageId = '' } = await api('/pages', { name: 'Visited', pageType: 'inbound' })
  const { audienceId = '' } = await api(`/pages/${pageId}/audiences`, { publish: true })
  await api(`/pages/${pageId}/publish`, {})
  await api('/page_links', { path: '/page', target: { targetType: 'audience', audienceId } })
  const versions = `/pages/${pageId}/audiences/${audienceId}/versions`
  const listed = await call<{ items: { versionId: string }[] }>(url, key, versions)
  const first = listed.items[0]?.versionId as string
  const document = await api(`${versions}/${first}/document`)
  const { versionId: second = '' } = await api(versions, { document: document.document ?? document })
  const host = new URL(siteUrl).hostname
  return { url, api, host, tenantId, pageId, audienceId, versions, ids: [first, second], visits }
}

const operations: Operation[] = [
  ['list audiences', ({ api, pageId }) => api(`/pages/${pageId}/audiences`)],
  ['create an audience', ({ api, pageId }) => api(`/pages/${pageId}/audiences`, {})],
  ['figures of a page', ({ api, pageId }) => api(`/pages/${pageId}/analytics/summary`)],
  ['figures by day', ({ api, pageId }) => api(`/pages/${pageId}/analytics/timeseries?interval=day`)],
  ['list visits', ({ api }) => api('/visits')],
  ['list visits of a page', ({ api, pageId }) => api(`/visits?pageId=${pageId}`)],
  ['publish', ({ api, versions, ids }, round) => api(`${versions}/${ids[(round + 1) % 2]}/publish`, {})],
  ['page after publishing', (tenant) => readPage(tenant)],
  ['visit report', reportVisit],
]

async function readPage({ url, host }: Tenant): Promise<string> {
  const shown = await visit(url, host, '/page', { headers: { 'user-agent': browserAgent } })
  const [, token] = /data-token="([^"]+)"/.exec(shown.text) ?? []
  if (!token) throw new Error(`the page: ${shown.status}`)
  return token
}

const tokens = new WeakMap<Tenant, string>()

async function reportVisit(tenant: Tenant) {
  const token = tokens.get(tenant) ?? (await readPage(tenant))
  tokens.set(tenant, token)
  const report = {
    ...{ token, stay: randomBytes(16).toString('hex'), age: 1000, span: 1000, views: 1, visible: 1000 },
    ...{ scroll: 40, interactions: 0, actions: [], submits: 0, automated: false },
  }
  const headers = { 'user-agent': browserAgent, 'x-forwarded-for': `11.${[...randomBytes(3)].join('.')}` }
  const sent = { method: 'POST', headers, body: JSON.stringify(report) }
  const { status } = await visit(tenant.url, tenant.host, '/_t', sent)
  if (status !== 204) throw new Error(`a report: ${status}`)
}

/** Figures of an operation by size: its time in milliseconds, and the blocks of the database that it reads. */
type Row = { name: string; medians: number[]; blocks: number[] }

function compareEnds(name: string, figures: number[]): Comparison {
  return { name, baselineMs: figures[0] ?? 0, subjectMs: figures.at(-1) ?? 0, limit: 2 }
}

/** All operations in each round, so that other load affects all sizes. The first rounds are not counted. */
async function measure(owner: DatabaseSession, tenants: Tenant[]): Promise<Row[]> {
  const before = await readWhole(owner)
  const [times, blocks] = [0, 1].map(() => operations.map(() => tenants.map((): number[] => []))) as [
    number[][][],
    number[][][],
  ]
  await owner.execute('create extension pg_stat_statements')
  for (let round = -6; round < rounds; round++)
    for (const [nth, [, work]] of operations.entries())
      for (const [size, tenant] of tenants.entries()) {
        await takeBlocks(owner)
        const ms = await time(() => work(tenant, round + 6))
        if (round < 0) continue
        times[nth]?.[size]?.push(ms)
        blocks[nth]?.[size]?.push(await takeBlocks(owner))
      }
  // Connections report what they read once a second.
  await sleep(1_500)
  const after = await readWhole(owner)
  for (const table of bigTables) {
    const rows = (after.get(table) ?? 0) - (before.get(table) ?? 0)
    if (rows > 0) throw new Error(`${rows} rows of ${table} were read without an index`)
  }
  return operations.map(([name], nth) => ({
    name,
    medians: (times[nth] ?? []).map(median),
    blocks: (blocks[nth] ?? []).map(median),
  }))
}

/** Rows that were read by sequential scans, by table. */
async function readWhole(owner: DatabaseSession): Promise<Map<string, number>> {
  await owner.execute('select pg_stat_force_next_flush()')
  const rows = await owner<{ name: string; rows: string }[]>`
    select relname as name, seq_tup_read::text as rows from pg_stat_user_tables`
  return new Map(rows.map(({ name, rows }) => [name, Number(rows)]))
}

function describe(rows: Row[]): string {
  const heads = sizes.map((size) => `${short(size)} visits`)
  const table = (read: (row: Row) => string[]) =>
    [
      ['operation', ...heads],
      ['---', ...heads.map(() => '---:')],
      ...rows.map((row) => [row.name, ...read(row)]),
    ]
      .map((cells) => `| ${cells.join(' | ')} |`)
      .join('\n')
  return `${table(({ medians }) => medians.map((ms) => `${ms.toFixed(1)} ms`))}

The same in blocks of the database (8 KB) that one operation reads, from memory or disk. They depend neither on the machine nor on other load.

${table(({ blocks }) => blocks.map((count) => count.toFixed(0)))}`
}

function short(count: number): string {
  return count.toLocaleString('en')
}
