import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BatchReport } from '../server/batches/schema.ts'
import type { Bench, Comparison } from './measure.ts'

const count = Number(process.env.BENCH_COUNT ?? 10_000)
const key = 'a-key-for-benchmarks-of-32-characters'
const allowedMs = 300_000 * (count / 10_000)

/** The service with default settings: one process, embedded database, everything flushed to disk. */
export const bench: Bench = {
  title: `A batch of ${count.toLocaleString('en')} rows of a CSV file, each audience personalised by the built-in agent`,
  baseline: 'allowed',
  subject: 'measured',
  async run(folder) {
    const program = new URL('../bin/foyer.js', import.meta.url).pathname
    const service = spawn(process.execPath, [program, '--json', 'start'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: folder, FOYER_API_KEY: key, LOG_LEVEL: 'error' },
    })
    try {
      const [said] = await once(service.stdout, 'data')
      return await measure(JSON.parse(String(said)).url, service.pid as number)
    } finally {
      const gone = once(service, 'exit')
      service.kill('SIGTERM')
      await gone
    }
  },
}

async function measure(url: string, pid: number): Promise<Comparison[]> {
  const send = async <T>(path: string, body?: object | FormData): Promise<T> => {
    const isForm = body instanceof FormData
    const response = await fetch(`${url}/v0${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-api-key': key, ...(isForm || !body ? {} : { 'content-type': 'application/json' }) },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as T
  }
  const { pageId } = await send<{ pageId: string }>('/pages', {
    name: 'Spring outreach',
    pageType: 'outbound',
  })
  const form = new FormData()
  form.set('file', new Blob([people()], { type: 'text/csv' }), 'people.csv')
  const csvFileId = (await send<{ fileId: string }>('/files', form)).fileId
  const began = performance.now()
  const { batchId } = await send<{ batchId: string }>(`/pages/${pageId}/audiences/bulk`, {
    csvFileId,
    message: 'Personalise for them.',
  })
  const acceptedMs = performance.now() - began
  const memory: { made: number; bytes: number }[] = []
  for (;;) {
    await sleep(1_000)
    const { counts, finishedAt } = await send<BatchReport>(`/batches/${batchId}`)
    memory.push({ made: counts.drafted, bytes: await ownMemory(pid) })
    if (finishedAt === null) continue
    if (counts.drafted !== count) throw new Error(`not all were personalised: ${JSON.stringify(counts)}`)
    break
  }
  const totalMs = performance.now() - began
  const most = (part: typeof memory) => Math.max(...part.map(({ bytes }) => bytes)) / 2 ** 20
  const [early, late] = [
    memory.filter(({ made }) => made <= count / 4),
    memory.filter(({ made }) => made > count / 4),
  ]
  return [
    { name: 'file read and batch accepted', baselineMs: 5_000, subjectMs: acceptedMs, limit: 1 },
    {
      name: `all of it, ${Math.round(count / (totalMs / 1000))} audiences a second`,
      baselineMs: allowedMs,
      subjectMs: totalMs,
      limit: 1,
    },
    {
      name: 'memory, first quarter against the rest',
      baselineMs: most(early),
      subjectMs: most(late),
      unit: 'MiB',
      limit: 1.2,
    },
  ]
}

/** Persons of a thousand companies, each with a note. */
function people(): string {
  const rows = Array.from({ length: count }, (_, n) => {
    const company = n % 1_000
    return `Jane${n} Doe,jane${n}@company${company}.example,Company ${company},company${company}.example,"Rolls out in region ${n % 50}, wants fewer tools"`
  })
  return `name,email,company,domain,context\n${rows.join('\n')}\n`
}

/** Without PostgreSQL, whose shared memory would be counted for each of its processes. */
async function ownMemory(pid: number): Promise<number> {
  return Number((await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1]) * 4096
}
