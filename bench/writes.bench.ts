import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Pool } from 'undici'
import { type Database, openDatabase } from '../server/database/database.ts'
import { type Bench, type Comparison, median, time } from './measure.ts'
import { openTenant, withPostgres } from './service.ts'
import { type Call, recordRecipe } from './writesRecipe.ts'
import type { Recipe, Role } from './writesServer.ts'

const [callers, each] = [24, 6]
const [rounds, warmUp] = [5, 3]
/** Objects that each side writes per operation in all rounds. */
const needed = callers * each * (rounds + warmUp)

type CreatedObject = Record<string, string> & { publishedVersion: { versionId: string } }
type Send = (call: Call) => Promise<{ status: number; body: CreatedObject }>
/** The next call of an operation, on an object of its own. */
type Calls = Record<string, () => Call>

/**
 * Writes over HTTP compared with a minimal server: Fastify and `pg` without keys, validation, rules or lookups, which
 * writes the same rows and notifications in one transaction, sent as one batch.
 */
export const bench: Bench = {
  title: `Writes over HTTP, ${callers * each} requests of ${callers} callers`,
  baseline: 'Fastify and pg, the same rows',
  subject: 'service',
  run: (folder) =>
    withPostgres(folder, [], async (databaseUrl) => {
      const owner = openDatabase({ url: databaseUrl })
      const service = await startServer({ role: 'service', folder, databaseUrl })
      try {
        return await measure(owner, databaseUrl, service.port)
      } finally {
        service.stop()
        await owner.close()
      }
    }),
}

async function startServer(role: Role): Promise<{ port: number; stop(): void }> {
  const child = fork(join(import.meta.dirname, 'writesServer.ts'))
  child.send(role)
  const [port] = (await once(child, 'message')) as [number]
  return { port, stop: () => void child.kill('SIGKILL') }
}

async function measure(owner: Database, databaseUrl: string, servicePort: number): Promise<Comparison[]> {
  const open = async (slug: string) => openSend(servicePort, (await openTenant(owner, slug)).key)
  const [toService, recorded] = [await open('subject'), await open('baseline')]
  const [calls, minimalCalls] = [await prepareCalls(toService), await prepareCalls(recorded)]
  const recipes: Recipe[] = []
  for (const next of Object.values(minimalCalls)) recipes.push(await recordRecipe(owner, next(), recorded))
  const minimal = await startServer({ role: 'minimal', databaseUrl, recipes })
  const toMinimal = openSend(minimal.port, '')
  try {
    const rows: Comparison[] = []
    for (const [name, next] of Object.entries(calls)) {
      const times: [number[], number[]] = [[], []]
      for (let round = -warmUp; round < rounds; round++) {
        // As autovacuum does within a minute: plans for empty tables would read all rows.
        if (round === 1 - warmUp) await owner.read`analyze`
        const baselineMs = await time(() => callAll(toMinimal, minimalCalls[name] as () => Call))
        const subjectMs = await time(() => callAll(toService, next))
        if (round < 0) continue
        times[0].push(baselineMs)
        times[1].push(subjectMs)
      }
      rows.push({ name, baselineMs: median(times[0]), subjectMs: median(times[1]), limit: 2 })
    }
    return rows
  } finally {
    minimal.stop()
  }
}

async function callAll(send: Send, next: () => Call) {
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (let nth = 0; nth < each; nth++) {
        const call = next()
        const { status, body } = await send(call)
        if (status >= 300) throw new Error(`${call.url} answered ${status}: ${JSON.stringify(body)}`)
      }
    }),
  )
}

function openSend(port: number, key: string): Send {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: callers })
  const headers = { 'content-type': 'application/json', ...(key ? { 'x-api-key': key } : {}) }
  return async ({ url, params, body }) => {
    const path = url.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
    const answer = await pool.request({ method: 'POST', path, headers, body: JSON.stringify(body) })
    return { status: answer.statusCode, body: (await answer.body.json()) as CreatedObject }
  }
}

/** Creates an account, a page, and a person with an audience for each message and publish. */
async function prepareCalls(send: Send): Promise<Calls> {
  let last = 0
  const unique = () => `n${(++last).toString().padStart(7, '0')}`
  const make = async (url: string, body: Record<string, string>, params = {}) =>
    (await send({ url, params, body })).body
  const { pageId = '' } = await make('/v0/pages', { name: 'Bench', pageType: 'outbound' })
  const persons = await makeMany(
    async () => (await make('/v0/persons', { name: unique() })).personId as string,
  )
  const more = await makeMany(async () => (await make('/v0/persons', { name: unique() })).personId as string)
  const audiences = await makeMany(async (nth) => {
    const made = await make('/v0/pages/:pageId/audiences', { personId: more[nth] as string }, { pageId })
    return { pageId, audienceId: made.audienceId, versionId: made.publishedVersion.versionId } as Record<
      string,
      string
    >
  })
  const counts = { person: 0, message: 0, publish: 0 }
  return {
    'create account': () => ({ url: '/v0/accounts', params: {}, body: { domain: `${unique()}.example` } }),
    'create person': () => {
      const name = unique()
      return { url: '/v0/persons', params: {}, body: { name, email: `${name}@mail.example` } }
    },
    'create page': () => ({ url: '/v0/pages', params: {}, body: { name: unique(), pageType: 'outbound' } }),
    'create audience': () => ({
      ...{ url: '/v0/pages/:pageId/audiences', params: { pageId } },
      body: { personId: persons[counts.person++] as string },
    }),
    'accept message': () => ({
      url: '/v0/pages/:pageId/audiences/:audienceId/messages',
      params: audiences[counts.message++] as Record<string, string>,
      body: { message: 'Change the headline to “Faster together”.' },
    }),
    'publish version': () => ({
      url: '/v0/pages/:pageId/audiences/:audienceId/versions/:versionId/publish',
      params: audiences[counts.publish++] as Record<string, string>,
      body: {},
    }),
  }
}

/** One more than needed, for the recorded call. */
async function makeMany<T>(make: (nth: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  for (let nth = 0; nth <= needed; nth += callers)
    made.push(...(await Promise.all(Array.from({ length: callers }, (_, at) => make(nth + at)))))
  return made
}
