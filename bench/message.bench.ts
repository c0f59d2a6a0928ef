import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Row } from '../builtin-agent/evaluation/judge.ts'
import { uploadPictures, withPictures } from '../builtin-agent/evaluation/pictures.ts'
import { fixtures, rowsOfRounds } from '../builtin-agent/evaluation/sets.ts'
import type { Document } from '../document/index.ts'
import { openDatabase } from '../server/database/database.ts'
import { watch } from '../server/test/conversation.ts'
import { openClient } from './client.ts'
import { type Bench, type Comparison, median } from './measure.ts'
import type { Role } from './messageServer.ts'
import { openTenant, withPostgres } from './service.ts'

/** The maximum time of a draft beyond that of a run that does nothing. */
const allowedMs = 25
/** Rounds of the evaluation whose instructions are sent. */
const rounds = [99, 100, 101, 102, 103]
/** Sent first, until the agent's code is compiled. */
const warmUpRounds = [104, 105]

/** One message at a time over HTTP, from the request to the event of the draft. */
export const bench: Bench = {
  title: 'From a message to its draft by the built-in agent, medians',
  baseline: 'a run that does nothing',
  subject: 'draft',
  run: (folder) =>
    withPostgres(folder, [], async (databaseUrl) => {
      const owner = openDatabase({ url: databaseUrl })
      const [idle, builtin] = [await openTenant(owner, 'idle'), await openTenant(owner, 'builtin')]
      await owner.close()
      const child = fork(join(import.meta.dirname, 'messageServer.ts'))
      try {
        child.send({ folder, databaseUrl, idleTenantId: idle.tenantId } satisfies Role)
        const [url] = (await once(child, 'message')) as [string]
        return await measure(await openSender(url, idle.key), await openSender(url, builtin.key))
      } finally {
        child.kill('SIGKILL')
      }
    }),
}

async function measure(idle: Sender, builtin: Sender): Promise<Comparison[]> {
  for (const row of rowsOf(warmUpRounds)) for (const sender of [idle, builtin]) await sender(row, false)
  const results: Comparison[] = []
  for (const isNew of [false, true]) {
    const times = { idle: [] as number[], draft: [] as number[], answer: [] as number[] }
    for (const row of rowsOf(rounds)) {
      times.idle.push((await idle(row, isNew)).ms)
      const { ms, status } = await builtin(row, isNew)
      times[status === 'draft' ? 'draft' : 'answer'].push(ms)
    }
    const baselineMs = median(times.idle)
    const page = isNew ? 'a new page' : 'a page seen before'
    const limit = (baselineMs + allowedMs) / baselineMs
    results.push(
      { name: `draft of ${page}`, baselineMs, subjectMs: median(times.draft), limit },
      { name: `answer only, on ${page}`, baselineMs, subjectMs: median(times.answer) },
    )
  }
  return results
}

/** The instructions without a preceding conversation. */
const rowsOf = (numbers: number[]) =>
  numbers
    .flatMap((number) => rowsOfRounds(number, number))
    .filter(({ setup, selectedElement }) => !setup.messages && !setup.person && !selectedElement)

type Sender = (row: Row, isNew: boolean) => Promise<{ ms: number; status: string }>

/** Sends each message to a new audience of its page, and waits for the end of the run. */
async function openSender(url: string, key: string): Promise<Sender> {
  const call = openClient(url, key)
  const pictures = await uploadPictures(call, fixtures)
  let made = 0
  const makePage = async (name: string, isNew: boolean) => {
    const page = withPictures(fixtures.fixtures[name] as Document, pictures)
    // New ids, so that nothing about these blocks is cached.
    const source = () => ({
      kind: 'account_log' as const,
      id: `account_log_${String(++made).padStart(26, '0')}`,
    })
    const blocks = page.blocks.map((block) => (isNew ? { ...block, sources: [source()] } : block))
    const { pageId } = await call<{ pageId: string }>('POST', '/v0/pages', { name, pageType: 'custom' })
    await call('PUT', `/v0/pages/${pageId}/document`, { ...page, blocks })
    return `/v0/pages/${pageId}/audiences`
  }
  const pages = new Map<string, string>()
  for (const name of Object.keys(fixtures.fixtures)) pages.set(name, await makePage(name, false))
  return async ({ instruction, setup }, isNew) => {
    const path = isNew ? await makePage(setup.fixture, true) : (pages.get(setup.fixture) ?? '')
    const { audienceId } = await call<{ audienceId: string }>('POST', path, {
      customName: `Audience ${++made}`,
    })
    const { until } = await watch(`${url}${path}/${audienceId}/events`, key)
    const began = performance.now()
    await call('POST', `${path}/${audienceId}/messages`, { message: instruction })
    const events = await until(({ event, data }) => event === 'status' && ends.has(data.status))
    return { ms: performance.now() - began, status: events.at(-1)?.data.status }
  }
}

const ends = new Set(['draft', 'cancelled'])
