import assert from 'node:assert/strict'
import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { visit } from '../../server/test/visitor.ts'
import { browserAgent } from '../../server/test/visits.ts'

/** The objects that nodes have acknowledged. */
export type Acknowledged = { accounts: string[]; audiences: string[]; visits: number }

type ResponseFields = Record<string, string>

export async function callApi(
  url: string,
  key: string,
  path: string,
  body?: object,
): Promise<ResponseFields> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
  const answer = await fetch(`${url}/v0${path}`, init)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`)
  return JSON.parse(text)
}

/** Creates a published, public page. */
async function makePage(url: string, key: string) {
  const { pageId = '' } = await callApi(url, key, '/pages', { name: 'Visited', pageType: 'custom' })
  const { audienceId } = await callApi(url, key, `/pages/${pageId}/audiences`, { publish: true })
  await callApi(url, key, `/pages/${pageId}/publish`, {})
  const path = `/${randomBytes(4).toString('hex')}`
  await callApi(url, key, '/page_links', { path, target: { targetType: 'audience', audienceId } })
  const { siteUrl = '' } = await callApi(url, key, '/me')
  return { pageId, path, host: new URL(siteUrl).hostname }
}

type VisitedPage = Awaited<ReturnType<typeof makePage>>

/** Simulates a visitor with an address of its own, whose visit and report may be handled by two nodes. */
async function visitPage(choose: () => Promise<string>, { host, path }: VisitedPage, visitor: number) {
  const address = [24, 16, 8, 0].map((bits) => (((11 << 24) + visitor * 256) >> bits) & 255).join('.')
  const headers = { 'user-agent': browserAgent, 'x-forwarded-for': address }
  const shown = await visit(await choose(), host, path, { headers })
  const [, token] = /data-token="([^"]+)"/.exec(shown.text) ?? []
  if (shown.status !== 200 || !token) throw new Error(`${path}: ${shown.status}`)
  const report = {
    ...{ token, stay: randomBytes(16).toString('hex'), age: 1000, span: 1000, views: 1, visible: 1000 },
    ...{ scroll: 40, interactions: 0, actions: [], submits: 0, automated: false },
  }
  const body = JSON.stringify(report)
  const { status } = await visit(await choose(), host, '/_t', { method: 'POST', headers, body })
  if (status !== 204) throw new Error(`/_t: ${status}`)
}

/**
 * Until stopped, creates accounts and audiences, reads them from another node, and visits a page. Only sends requests
 * to nodes that are ready, like a load balancer with a health check. Records what was acknowledged and what failed.
 */
export async function startLoad(nodes: Set<string>, key: string) {
  const acknowledged: Acknowledged = { accounts: [], audiences: [], visits: 0 }
  const failed: string[] = []
  const ready = new Set(nodes)
  const page = await makePage([...nodes][0] as string, key)
  let [isOver, visitors] = [false, 0]
  const choose = async () => {
    while (ready.size === 0) await sleep(20)
    return [...ready][randomInt(ready.size)] as string
  }
  const check = async () => {
    while (!isOver) {
      for (const url of ready) if (!nodes.has(url)) ready.delete(url)
      for (const url of nodes) {
        const answer = await fetch(`${url}/readyz`).catch(() => undefined)
        if (answer?.ok) ready.add(url)
        else ready.delete(url)
      }
      await sleep(100)
    }
  }
  const write = async () => {
    const domain = `${randomBytes(8).toString('hex')}.example`
    const { accountId = '' } = await callApi(await choose(), key, '/accounts', { domain })
    acknowledged.accounts.push(accountId)
    await callApi(await choose(), key, `/accounts/${accountId}`)
    const audiences = `/pages/${page.pageId}/audiences`
    const { audienceId = '' } = await callApi(await choose(), key, audiences, { accountId, publish: true })
    acknowledged.audiences.push(audienceId)
    await callApi(await choose(), key, `${audiences}/${audienceId}`)
  }
  const come = async () => {
    await visitPage(choose, page, ++visitors)
    acknowledged.visits++
  }
  const repeat = async (work: () => Promise<void>) => {
    while (!isOver) await work().catch((error: Error) => failed.push(`${error.message} ${error.cause ?? ''}`))
  }
  const running = [check(), ...[write, write, come, come].map(repeat)]
  return {
    acknowledged,
    failed,
    /** Resolves with everything acknowledged, once this many more accounts and visits are. */
    async more(count: number): Promise<Acknowledged> {
      const [accounts, visits] = [acknowledged.accounts.length + count, acknowledged.visits + count]
      for (const end = Date.now() + 60_000; Date.now() < end; await sleep(50))
        if (acknowledged.accounts.length >= accounts && acknowledged.visits >= visits)
          return structuredClone(acknowledged)
      throw new Error(
        `In a minute, fewer than ${count} accounts and visits were made. Failed: ${failed.slice(0, 3)}`,
      )
    },
    async stop() {
      isOver = true
      await Promise.all(running)
    },
    /** Throws if a request failed, or if a node lacks anything acknowledged until then. */
    async demandKept(url: string, until = acknowledged) {
      assert.deepEqual(failed, [])
      assert.deepEqual(await findLost(url, key, page.pageId, until), [])
    },
  }
}

async function findLost(url: string, key: string, pageId: string, until: Acknowledged): Promise<string[]> {
  const accounts = await listIds(url, key, '/accounts', 'accountId')
  const audiences = await listIds(url, key, `/pages/${pageId}/audiences`, 'audienceId')
  const { totalSessions } = await callApi(url, key, `/pages/${pageId}/analytics/summary`)
  return [
    ...until.accounts.filter((id) => !accounts.has(id)),
    ...until.audiences.filter((id) => !audiences.has(id)),
    ...(Number(totalSessions) < until.visits ? [`${totalSessions} of ${until.visits} visits are left`] : []),
  ]
}

async function listIds(url: string, key: string, path: string, name: string): Promise<Set<string>> {
  const found = new Set<string>()
  for (let cursor = ''; ; ) {
    const query = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
    const { items, nextCursor } = (await callApi(url, key, `${path}?limit=100${query}`)) as unknown as {
      items: ResponseFields[]
      nextCursor: string | null
    }
    for (const item of items) found.add(item[name] as string)
    if (!nextCursor) return found
    cursor = nextCursor
  }
}
