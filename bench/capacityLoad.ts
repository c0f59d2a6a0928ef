import { Pool } from 'undici'
import { openClient } from './client.ts'
import { cpuSeconds } from './cpuTime.ts'

export type Call = {
  origin: string
  method: string
  path: string
  body?: () => object
  host?: string
  key?: string
}

export const connections = 32
/** How long each operation is measured, after a part of that time in which code is compiled and caches are filled. */
export const seconds = Number(process.env.CAPACITY_SECONDS ?? 4)
const warmSeconds = seconds / 2
const publicPages = 16

export type Spent = { operations: number; seconds: number; cpu: number[] }

export async function spend(pids: number[], work: () => Promise<number>): Promise<Spent> {
  const before = pids.map(cpuSeconds)
  const began = performance.now()
  const operations = await work()
  const spent = (performance.now() - began) / 1000
  return { operations, seconds: spent, cpu: pids.map((pid, nth) => cpuSeconds(pid) - (before[nth] ?? 0)) }
}

/** The same after a run that isn't counted. */
export async function spendWarm(pids: number[], work: (seconds: number) => Promise<number>): Promise<Spent> {
  await work(warmSeconds)
  return await spend(pids, () => work(seconds))
}

/** Sends requests on a fixed number of connections, each after the answer to the one before. */
export async function load(
  { origin, method, path, body, host, key }: Call,
  seconds: number,
): Promise<number> {
  const pool = new Pool(origin, { connections, pipelining: 1 })
  const headers = {
    ...(host ? { host } : {}),
    ...(key ? { 'x-api-key': key } : {}),
    ...(body ? { 'content-type': 'application/json' } : {}),
  }
  const until = performance.now() + seconds * 1000
  let answered = 0
  const send = async () => {
    while (performance.now() < until) {
      const made = body ? { body: JSON.stringify(body()) } : {}
      const answer = await pool.request({ method: method as 'GET', path, headers, ...made })
      if (answer.statusCode >= 300)
        throw new Error(`${path}: ${answer.statusCode} ${await answer.body.text()}`)
      await answer.body.dump()
      answered++
    }
  }
  await Promise.all(Array.from({ length: connections }, send))
  await pool.destroy()
  return answered
}

export async function makePages(url: string, key: string, run: number) {
  const pages: { pageId: string }[] = []
  const paths = Array.from({ length: publicPages }, (_, nth) => `/page-${run === 1 ? nth : `${nth}-${run}`}`)
  const { siteUrl } = await call(url, key, '/me')
  const host = new URL(siteUrl ?? '').host
  const tokens: string[] = []
  let bytes = 0
  for (const path of paths) {
    const { pageId = '' } = await call(url, key, '/pages', { name: 'Bench', pageType: 'inbound' })
    const { audienceId } = await call(url, key, `/pages/${pageId}/audiences`, { publish: true })
    await call(url, key, `/pages/${pageId}/publish`, {})
    await call(url, key, '/page_links', { path, target: { targetType: 'audience', audienceId } })
    const pool = new Pool(url)
    const text = await (await pool.request({ method: 'GET', path, headers: { host } })).body.text()
    await pool.destroy()
    const [, token] = /data-token="([^"]+)"/.exec(text) ?? []
    if (!token) throw new Error(`${path} has no token`)
    tokens.push(token)
    bytes = text.length
    pages.push({ pageId })
  }
  return { pageIds: pages.map(({ pageId }) => pageId), tokens, host, bytes, path: paths[0] as string }
}

export async function call<T = Record<string, string>>(
  url: string,
  key: string,
  path: string,
  body?: object,
): Promise<T> {
  return await openClient(url, key)<T>(body ? 'POST' : 'GET', `/v0${path}`, body)
}
