import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BatchReport } from '../server/batches/schema.ts'
import type { Release } from '../server/releases/schema.ts'
import { type Bench, type Comparison, median } from './measure.ts'

const count = Number(process.env.BENCH_COUNT ?? 10_000)
const key = 'a-key-for-benchmarks-of-32-characters'
const share = count / 10_000

/** The service with default settings: one process, embedded database, everything flushed to disk. */
export const bench: Bench = {
  title: `A release of a page to ${count.toLocaleString('en')} audiences, a fifth of them with changes of their own`,
  baseline: 'allowed',
  subject: 'measured',
  async run(folder) {
    const program = new URL('../bin/foyer.js', import.meta.url).pathname
    const service = spawn(process.execPath, [program, '--json', 'start'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        DATA_DIR: folder,
        FOYER_API_KEY: key,
        LOG_LEVEL: 'error',
        RATE_LIMIT_PER_MINUTE: '0',
      },
    })
    try {
      const [said] = await once(service.stdout, 'data')
      return await measure(new Service(JSON.parse(String(said)).url, service.pid as number))
    } finally {
      const gone = once(service, 'exit')
      service.kill('SIGTERM')
      await gone
    }
  },
}

class Service {
  readonly #url: string
  readonly #pid: number

  constructor(url: string, pid: number) {
    this.#url = url
    this.#pid = pid
  }

  async send<T>(path: string, body?: object | FormData, method = body ? 'POST' : 'GET'): Promise<T> {
    const isForm = body instanceof FormData
    const response = await fetch(`${this.#url}/v0${path}`, {
      method,
      headers: { 'x-api-key': key, ...(isForm || !body ? {} : { 'content-type': 'application/json' }) },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as T
  }

  /** Without PostgreSQL, whose shared memory would be counted for each of its processes. */
  async memoryMb(): Promise<number> {
    return (Number((await readFile(`/proc/${this.#pid}/statm`, 'utf8')).split(' ')[1]) * 4096) / 2 ** 20
  }
}

async function measure(service: Service): Promise<Comparison[]> {
  const pageId = await makeAudiences(service)
  const document = await service.send<{ blocks: { type: string; props: object }[] }>(
    `/pages/${pageId}/document`,
  )
  const [hero] = document.blocks
  if (hero) hero.props = { ...hero.props, headline: 'Made anew for {{person.firstName|you}}' }
  await service.send(`/pages/${pageId}/document`, document, 'PUT')
  const atRest = {
    requestMs: await medianRequestMs(service, () => false),
    memoryMb: await service.memoryMb(),
  }
  const dry = await release(service, pageId, { dryRun: true })
  const real = await release(service, pageId, {})
  if (real.release.counts.published !== count) throw new Error(JSON.stringify(real.release.counts))
  const undone = await follow(
    service,
    await service.send<Release>(`/releases/${real.release.releaseId}/undo`, {}),
  )
  const perSecond = Math.round(count / (real.ms / 1000))
  return [
    { name: 'dry run', baselineMs: 20_000 * share, subjectMs: dry.ms, limit: 1 },
    {
      name: `merged and published, ${perSecond} a second`,
      baselineMs: 60_000 * share,
      subjectMs: real.ms,
      limit: 1,
    },
    { name: 'undone', baselineMs: 60_000 * share, subjectMs: undone.ms, limit: 1 },
    {
      name: 'memory above rest',
      baselineMs: 150,
      subjectMs: Math.max(dry.memoryMb, real.memoryMb) - atRest.memoryMb,
      unit: 'MiB',
      limit: 1,
    },
    {
      name: 'request of somebody else, median, during the release',
      baselineMs: atRest.requestMs,
      subjectMs: real.requestMs,
      limit: 1.2,
    },
  ]
}

async function release(service: Service, pageId: string, input: object) {
  const asked = { kind: 'base', audiences: { all: true }, conflicts: 'take', ...input }
  return await follow(service, await service.send<Release>(`/pages/${pageId}/releases`, asked))
}

/** Waits for the end of a release, and measures requests and memory meanwhile. */
async function follow(service: Service, { releaseId }: Release) {
  const began = performance.now()
  let memoryMb = 0
  let current: Release | undefined
  let isDone = false
  const requests = medianRequestMs(service, () => !isDone)
  while (!isDone) {
    current = await service.send<Release>(`/releases/${releaseId}`)
    memoryMb = Math.max(memoryMb, await service.memoryMb())
    isDone = current.status === 'finished' || current.status === 'undone'
    if (!isDone) await sleep(100)
  }
  return {
    release: current as Release,
    ms: performance.now() - began,
    memoryMb,
    requestMs: await requests,
  }
}

/** Another tenant reads its pages at intervals, like a user of the console. */
async function medianRequestMs(service: Service, goesOn: () => boolean): Promise<number> {
  const times: number[] = []
  while (times.length < 40 || goesOn()) {
    const began = performance.now()
    await service.send('/pages')
    times.push(performance.now() - began)
    await sleep(50)
  }
  return median(times)
}

/** Creates audiences from a CSV file; a fifth of them are personalised by a message. */
async function makeAudiences(service: Service): Promise<string> {
  const { pageId } = await service.send<{ pageId: string }>('/pages', {
    name: 'Spring outreach',
    pageType: 'outbound',
  })
  const personalised = Math.floor(count / 5)
  await makeBatch(service, pageId, 0, personalised, 'Personalise for them.')
  await makeBatch(service, pageId, personalised, count, undefined)
  await follow(
    service,
    await service.send(`/pages/${pageId}/releases`, { kind: 'drafts', audiences: { all: true } }),
  )
  return pageId
}

async function makeBatch(
  service: Service,
  pageId: string,
  from: number,
  to: number,
  message: string | undefined,
): Promise<void> {
  const rows = Array.from({ length: to - from }, (_, index) => {
    const n = from + index
    return `Jane${n} Doe,jane${n}@company${n % 1_000}.example,Company ${n % 1_000},company${n % 1_000}.example`
  })
  const form = new FormData()
  form.set(
    'file',
    new Blob([`name,email,company,domain\n${rows.join('\n')}\n`], { type: 'text/csv' }),
    'people.csv',
  )
  const csvFileId = (await service.send<{ fileId: string }>('/files', form)).fileId
  const { batchId } = await service.send<{ batchId: string }>(`/pages/${pageId}/audiences/bulk`, {
    csvFileId,
    ...(message ? { message } : {}),
  })
  while ((await service.send<BatchReport>(`/batches/${batchId}`)).finishedAt === null) await sleep(500)
}
