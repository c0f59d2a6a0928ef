import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { picture } from '../server/test/images.ts'
import { visit } from '../server/test/visitor.ts'
import { memoryOf } from './client.ts'
import type { Bench } from './measure.ts'
import type { MemoryReport } from './memoryReport.ts'

/** The service without its database and image workers, a minute after the load. */
const mostAtRestMb = 600
const loadMs = Number(process.env.BENCH_LOAD_MS ?? 120_000)
const restMs = 60_000
const sampleMs = 5_000
const key = 'a-key-for-benches-of-32-characters'

/** The service with default settings, under everything that takes memory: views, visits, messages, uploads, exports. */
export const bench: Bench = {
  title: 'Memory of the service under load, and at rest after it',
  baseline: 'after the start',
  subject: 'measured',
  async run(folder) {
    const { child, url } = await start(folder)
    try {
      const before = await report(child)
      const stop = new AbortController()
      const load = sendLoad(url, stop.signal)
      // Awaited at the end, where it throws.
      load.catch(() => {})
      const during: number[] = []
      for (const until = Date.now() + loadMs; Date.now() < until; ) {
        await sleep(sampleMs)
        during.push(await memoryOf(child.pid as number))
      }
      const underLoad = await report(child)
      stop.abort()
      const done = await load
      await sleep(restMs)
      const after = await report(child)
      note(`resident under load, every ${sampleMs / 1000} s: ${during.map(inMb).join(' ')} MB`)
      note(`done: ${JSON.stringify(done)}`)
      for (const [name, one] of Object.entries({ before, underLoad, after })) explain(name, one)
      const memory = (name: string, bytes: number, most?: number) => ({
        ...{ name, unit: 'MB', baselineMs: before.rss / 1e6, subjectMs: bytes / 1e6 },
        ...(most && { limit: most / (before.rss / 1e6) }),
      })
      return [memory('the most', Math.max(...during)), memory('at rest after it', after.rss, mostAtRestMb)]
    } finally {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
  },
}

const inMb = (bytes: number) => String(Math.round(bytes / 1e6))
const note = (text: string) => void process.stdout.write(`${text}\n`)

/** The rest, neither heap nor external memory of JavaScript, is code, stacks and memory held by allocators. */
function explain(name: string, { rss, threads }: MemoryReport): void {
  const sum = (field: 'heapTotal' | 'heapUsed' | 'external' | 'arrayBuffers') =>
    threads.reduce((total, thread) => total + thread[field], 0)
  const rest = rss - sum('heapTotal') - sum('external')
  note(
    `${name}: ${inMb(rss)} MB = heaps ${inMb(sum('heapTotal'))} (used ${inMb(sum('heapUsed'))}) + ` +
      `external ${inMb(sum('external'))} (buffers ${inMb(sum('arrayBuffers'))}) + rest ${inMb(rest)}; ` +
      threads.map((one) => `thread ${one.thread}: ${inMb(one.heapTotal)}+${inMb(one.external)}`).join(', '),
  )
}

async function start(folder: string) {
  const program = join(import.meta.dirname, '..', 'bin', 'foyer.js')
  const preload = new URL('./memoryReport.ts', import.meta.url).href
  const child = spawn(process.execPath, ['--import', preload, program, 'start', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', DATA_DIR: folder },
      ...{ FOYER_API_KEY: key, LOG_LEVEL: 'error', RATE_LIMIT_PER_MINUTE: '0', TRUST_PROXY: 'true' },
      FOYER_DEMO: 'false',
    },
  })
  const [chunk] = await once(child.stdout as NonNullable<typeof child.stdout>, 'data')
  const { url } = JSON.parse(String(chunk).split('\n')[0] as string) as { url: string }
  return { child, url: url.replace('localhost', '127.0.0.1') }
}

async function report(child: ChildProcess): Promise<MemoryReport> {
  child.send('memory')
  const [answer] = (await once(child, 'message')) as [MemoryReport]
  return answer
}

async function call<T = Record<string, string>>(
  url: string,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const isForm = body instanceof FormData
  const response = await fetch(url + path, {
    method,
    headers: { 'x-api-key': key, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  // A busy service may refuse some requests, as long as it has enough to do.
  if (!response.ok && ![413, 429, 503].includes(response.status))
    throw new Error(`${path}: ${response.status} ${text}`)
  return (/json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text) as T
}

/** Loops that send one request after the other. Returns the number of requests of each. */
async function sendLoad(url: string, stop: AbortSignal): Promise<Record<string, number>> {
  const { siteUrl } = await call<{ siteUrl: string }>(url, 'GET', '/v0/me')
  const { host } = new URL(siteUrl)
  const pages = await Promise.all(Array.from({ length: 20 }, (_, nth) => makePage(url, nth)))
  const pick = () => pages[Math.floor(Math.random() * pages.length)] as (typeof pages)[number]
  const pictures = await Promise.all([600, 1000, 1400].map((width) => picture(width, 1200).png().toBuffer()))
  let count = 0
  const network = () => ({
    'x-forwarded-for': `10.${(++count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`,
  })
  const works: Record<string, () => Promise<unknown>> = {
    views: async () => {
      const { status } = await visit(url, host, pick().path, { headers: network() })
      if (status !== 200) throw new Error(`a page: ${status}`)
    },
    visits: async () => {
      const { text } = await visit(url, host, pick().path, { headers: network() })
      const [, token] = /data-token="([^"]+)"/.exec(text) ?? []
      const counts = {
        age: 1_000,
        span: 1_000,
        visible: 1_000,
        views: 1,
        scroll: 40,
        interactions: 0,
        submits: 0,
      }
      const said = { token, stay: randomBytes(16).toString('hex'), ...counts, actions: [], automated: false }
      const headers = {
        'content-type': 'text/plain;charset=UTF-8',
        'user-agent': 'Mozilla/5.0 Chrome/141.0',
        ...network(),
      }
      const { status } = await visit(url, host, '/_t', {
        method: 'POST',
        headers,
        body: JSON.stringify(said),
      })
      if (status !== 204) throw new Error(`/_t: ${status}`)
    },
    messages: async () => {
      const { pageId } = pick()
      const { audienceId } = await call(url, 'POST', `/v0/pages/${pageId}/audiences`, {})
      const path = `/v0/pages/${pageId}/audiences/${audienceId}`
      await call(url, 'POST', `${path}/messages`, { message: `Change the headline to "Number ${++count}"` })
      for (;;) {
        const { latestVersion } = await call<{ latestVersion?: { status: string } }>(url, 'GET', path)
        if (latestVersion?.status === 'draft' || stop.aborted) return
        await sleep(50)
      }
    },
    uploads: async () => {
      const form = new FormData()
      form.set('file', new Blob([pictures[++count % 3] as never], { type: 'image/png' }), 'a.png')
      await call(url, 'POST', '/v0/files', form)
    },
    exports: () => call(url, 'GET', `/v0/exports/${['audiences', 'visits'][++count % 2]}`),
    releases: async () => {
      const path = `/v0/pages/${pick().pageId}`
      await call(url, 'POST', `${path}/releases`, { kind: 'drafts', audiences: { all: true }, dryRun: true })
      await sleep(1_000)
    },
  }
  const atOnce: Record<string, number> = { views: 4, visits: 4, messages: 3 }
  const done: Record<string, number> = {}
  const loops = Object.entries(works).flatMap(([name, work]) =>
    Array.from({ length: atOnce[name] ?? 1 }, async () => {
      for (; !stop.aborted; done[name] = (done[name] ?? 0) + 1) await work()
    }),
  )
  await Promise.all(loops)
  return done
}

async function makePage(url: string, nth: number): Promise<{ pageId: string; path: string }> {
  const input = { name: `Page ${nth}`, pageType: nth % 2 === 0 ? 'outbound' : 'inbound' }
  const { pageId } = await call<{ pageId: string }>(url, 'POST', '/v0/pages', input)
  await call(url, 'POST', `/v0/pages/${pageId}/publish`, {})
  const { audienceId } = await call(url, 'POST', `/v0/pages/${pageId}/audiences`, { publish: true })
  const path = `/page-${nth}`
  await call(url, 'POST', '/v0/page_links', { path, target: { targetType: 'audience', audienceId } })
  return { pageId, path }
}
