import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { startService } from '../scripts/service.ts'
import { openSession } from '../server/database/session.ts'
import { startPostgres } from '../server/embedded/postgres.ts'
import {
  type Call,
  call,
  connections,
  load,
  makePages,
  type Spent,
  seconds,
  spend,
  spendWarm,
} from './capacityLoad.ts'
import { describeCapacity, describeFigure, type Figure, writeCapacity } from './capacityPage.ts'
import type { Bench, Comparison } from './measure.ts'

const deliveries = 500 * seconds
/** What is not delivered then is not counted. */
const mostDeliveryMs = 45_000
const root = join(import.meta.dirname, '..')
type Layout = { processes: number; url: string; pid: number; stop(): Promise<void> }

/**
 * What one core carries: requests by the CPU time of the processes that answer them, which other load doesn't change, and by
 * that of the database. Compared with plain handlers. Takes about two minutes, and prints each figure when it is measured.
 * `--write` writes those that were measured to docs/capacity.md, also if a later one fails.
 */
export const bench: Bench = {
  title: `CPU time of 1,000 operations, over ${seconds} s each`,
  baseline: 'plain handler',
  subject: 'Foyer',
  async run(folder) {
    const database = await startPostgres(join(folder, 'database'), ['max_connections=100'])
    const databasePid = Number(
      readFileSync(join(folder, 'database/postgres/postmaster.pid'), 'utf8').split('\n')[0],
    )
    const sink = fork(new URL('./webhookSink.ts', import.meta.url))
    const [sinkPort] = await once(sink, 'message')
    const sinkUrl = `http://127.0.0.1:${sinkPort}/`
    const settings = {
      ...{
        DATABASE_URL: database.url,
        DATA_DIR: join(folder, 'data'),
        PORT: '0',
        LOG_LEVEL: 'error',
        FOYER_DEMO: 'false',
      },
      ...{ RATE_LIMIT_PER_MINUTE: '0', TRUST_PROXY: 'true', WEBHOOK_ALLOW_PRIVATE: 'true' },
    }
    const plain = fork(new URL('./plainServer.ts', import.meta.url))
    const figures: Figure[] = []
    const add = (figure: Figure) => {
      figures.push(figure)
      process.stdout.write(`${describeFigure(figure)}\n`)
    }
    try {
      const key = await makeTenant(settings)
      for (const processes of [1, 2]) {
        const layout = await startWeb(settings, processes)
        const around = { key, databasePid, plain, databaseUrl: database.url, sinkUrl, add }
        try {
          await measureWeb(layout, around)
          if (processes === 1) await measureDeliveries(layout.url, key, settings, around)
        } finally {
          await layout.stop()
        }
      }
      return figures.map(toComparison)
    } finally {
      if (process.argv.includes('--write')) writeCapacity('figures', describeCapacity(figures))
      plain.kill()
      sink.kill()
      await database.stop()
    }
  },
}

function toComparison({ name, processes, plainMs, webMs, databaseMs }: Figure): Comparison {
  return {
    name: `${name}, ${processes} process${processes > 1 ? 'es' : ''} (database ${databaseMs.toFixed(0)} ms)`,
    baselineMs: plainMs,
    subjectMs: webMs,
  }
}

async function makeTenant(settings: Record<string, string>): Promise<string> {
  const foyer = [join(root, 'bin/foyer.js'), 'tenants', 'create', 'bench', '--json']
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, ...settings }
  execFileSync(process.execPath, [join(root, 'bin/foyer.js'), 'migrate'], { env, stdio: 'ignore' })
  return JSON.parse(execFileSync(process.execPath, foyer, { env, encoding: 'utf8' })).key.key
}

async function startWeb(settings: Record<string, string>, processes: number): Promise<Layout> {
  const args = ['--role', 'web']
  const service = await startService({ ...settings, WEB_CONCURRENCY: String(processes) }, { args })
  return { processes, ...service, url: service.url.replace('localhost', '127.0.0.1') }
}

type Around = {
  key: string
  databasePid: number
  plain: ReturnType<typeof fork>
  databaseUrl: string
  sinkUrl: string
  add(figure: Figure): void
}
let plainOrigin = ''
/** What the plain handlers took, measured once for each path. */
const baselines = new Map<string, Spent>()
let runs = 0

async function measureWeb(layout: Layout, around: Around): Promise<void> {
  const { key, databasePid, plain, databaseUrl, sinkUrl, add } = around
  const { url, pid, processes } = layout
  const { pageIds, tokens, host, bytes, path } = await makePages(url, key, processes)
  if (!plainOrigin) {
    plain.send({ databaseUrl, bytes, sink: sinkUrl })
    plainOrigin = `http://127.0.0.1:${(await once(plain, 'message'))[0]}`
  }
  let count = 0
  const api = { origin: url, key }
  const bare = { origin: plainOrigin }
  const insert: Call = { ...bare, method: 'POST', path: '/insert', body: () => ({ note: 'x'.repeat(200) }) }
  const calls: [string, Call, Call][] = [
    ['pages viewed', { ...bare, method: 'GET', path: '/bytes' }, { origin: url, method: 'GET', path, host }],
    [
      'pages read by the API',
      { ...bare, method: 'GET', path: '/row' },
      { ...api, method: 'GET', path: `/v0/pages/${pageIds[0]}` },
    ],
    [
      'accounts created',
      insert,
      {
        ...api,
        method: 'POST',
        path: '/v0/accounts',
        body: () => ({ domain: `a${processes}-${++count}.example` }),
      },
    ],
    [
      'audiences created',
      insert,
      { ...api, method: 'POST', path: `/v0/pages/${pageIds[0]}/audiences`, body: () => ({}) },
    ],
  ]
  const spendPlain = async (baseline: Call): Promise<Spent> => {
    const known = baselines.get(baseline.path)
    const spent = known ?? (await spendWarm([plain.pid as number], (within) => load(baseline, within)))
    baselines.set(baseline.path, spent)
    return spent
  }
  for (const [name, baseline, subject] of calls) {
    const idle = await spendPlain(baseline)
    add(
      toFigure(name, processes, idle, await spendWarm([pid, databasePid], (within) => load(subject, within))),
    )
  }
  const visits = new Worker(new URL('./visitors.ts', import.meta.url))
  const report = async (seconds: number) => {
    visits.postMessage({
      port: Number(new URL(url).port),
      tokens,
      pages: tokens.length,
      connections,
      seconds,
      run: ++runs,
    })
    const [{ answered, refused }] = await once(visits, 'message')
    if (refused > answered / 100) throw new Error(`${refused} of ${answered} visit reports were refused`)
    return answered
  }
  const idle = await spendPlain(insert)
  add(toFigure('visit reports', processes, idle, await spendWarm([pid, databasePid], report)))
  await visits.terminate()
}

function toFigure(
  name: string,
  processes: number,
  plain: Spent,
  { operations, seconds, cpu }: Spent,
): Figure {
  const perThousand = (cpuTime = 0, of: number) => (cpuTime * 1e6) / of
  return {
    ...{ name, processes, perSecond: operations / seconds },
    plainMs: perThousand(plain.cpu[0], plain.operations),
    webMs: perThousand(cpu[0], operations),
    databaseMs: perThousand(cpu[1], operations),
  }
}

/** Deliveries of a worker, from the events of accounts that exist before it starts. */
async function measureDeliveries(
  url: string,
  key: string,
  settings: Record<string, string>,
  { sinkUrl, plain, databasePid, databaseUrl, add }: Around,
): Promise<void> {
  await call(url, key, '/webhook_subscriptions', {
    url: sinkUrl,
    events: ['account.created'],
  })
  for (let nth = 0; nth < deliveries; nth += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, more) =>
        call(url, key, '/accounts', { domain: `hook-${nth + more}.example` }),
      ),
    )
  const idle = await spend([plain.pid as number], async () => {
    await fetch(`${plainOrigin}/deliver/${deliveries}`)
    return deliveries
  })
  const worker = await startService(settings, { args: ['--role', 'worker'] })
  const session = await openSession({ url: databaseUrl })
  const countJobs = async () =>
    (await session<{ n: number }[]>`select count(*)::int as n from jobs where kind = 'webhook_delivery'`)[0]
      ?.n
  try {
    const made = await spend([worker.pid, databasePid], async () => {
      const until = performance.now() + mostDeliveryMs
      while ((await countJobs()) && performance.now() < until) await sleep(200)
      return deliveries - ((await countJobs()) ?? 0)
    })
    add(toFigure('webhooks delivered', 1, idle, made))
  } finally {
    await session.end()
    await worker.stop()
  }
}
