import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import type { AppContext } from '../server/context.ts'
import { type Database, openDatabase } from '../server/database/database.ts'
import { newId } from '../server/ids.ts'
import { createPage, publishPage } from '../server/pages/verbs.ts'
import type { PageIdentity } from '../server/site/draw.ts'
import { createTenant } from '../server/tenants/queries.ts'
import { visitToken } from '../server/visits/token.ts'
import { type Bench, median } from './measure.ts'
import { openService, withPostgres } from './service.ts'
import type { VisitorsInput, VisitorsOutput } from './visitors.ts'

/** Several, as a page accepts 60,000 reports a minute. Each has a public audience; the other audiences are personal. */
const pages = 32
const audiences = 1_032
const connections = 256
const seconds = 3
const warmUp = 2
const rounds = 6

/**
 * Visit reports, committed before the response, compared with a minimal handler that inserts any JSON into one table,
 * in groups. It has no validation, visitors, sessions or figures.
 */
export const bench: Bench = {
  title: `Visit reports on ${connections} connections, committed before they are answered`,
  baseline: 'plain handler',
  subject: 'site',
  run: (folder) =>
    withPostgres(folder, [], async (databaseUrl) => {
      const owner = openDatabase({ url: databaseUrl })
      await owner.read`create table plain_reports (id bigint generated always as identity primary key,
        received_at timestamptz not null default now(), address text, user_agent text, report jsonb)`
      const { context, port, close } = await openService(databaseUrl, folder, { TRUST_PROXY: 'true' })
      const tokens = (await makePlaces(context)).map((place) => visitToken(context.sign, place))
      const plain = await listen(plainHandler(owner))
      const visitors = new Worker(new URL('./visitors.ts', import.meta.url))
      const rates: [baseline: number[], subject: number[]] = [[], []]
      // Alternately, as the speed of a machine varies; the first two of each are warm-up.
      for (let round = 0; round < warmUp + rounds; round++) {
        const shared = { tokens, pages, connections, seconds }
        rates[0].push(await measure(visitors, { ...shared, port: plain.port, run: 2 * round }))
        rates[1].push(await measure(visitors, { ...shared, port, run: 2 * round + 1 }))
      }
      await visitors.terminate()
      plain.close()
      await close()
      await owner.close()
      const [baselineMs, subjectMs] = rates.map((some) => 1_000_000 / median(some.slice(warmUp))) as [
        number,
        number,
      ]
      return [{ name: '1,000 reports', baselineMs, subjectMs, limit: 2 }]
    }),
}

async function makePlaces(context: AppContext): Promise<PageIdentity[]> {
  return await context.db.inTransaction(async (tx) => {
    const { tenantId } = (await createTenant(tx, 'bench', 'Bench')) as { tenantId: string }
    const pageIds: string[] = []
    for (let nth = 0; nth < pages; nth++) {
      const { pageId } = await createPage(context, tx, tenantId, { name: 'Bench', pageType: 'custom' })
      await publishPage(context, tx, tenantId, pageId)
      pageIds.push(pageId)
    }
    const accountId = newId('account')
    await tx`insert into accounts (tenant_id, account_id, domain, name_folded, search_text)
      values (${tenantId}, ${accountId}, 'bench.example', 'bench', 'bench')`
    const places = Array.from({ length: audiences }, (_, index) => ({
      audienceId: newId('audience'),
      pageId: pageIds[index % pages] as string,
      personId: index < pages ? null : newId('person'),
      routeKey: index < pages ? null : randomBytes(5).toString('hex'),
    }))
    await tx`insert into persons (tenant_id, person_id, account_id, name, slug, name_folded, search_text)
      select ${tenantId}, person_id, ${accountId}, 'Visitor', person_id, 'visitor', 'visitor'
      from unnest(${places.slice(pages).map(({ personId }) => personId)}::text[]) as given (person_id)`
    await tx`
      insert into audiences (tenant_id, audience_id, page_id, person_id, person_route_key, computed_name, name_folded,
        search_text, live_at)
      select ${tenantId}, audience_id, page_id, person_id, route_key, '', '', '', now()
      from unnest(${places.map(({ audienceId }) => audienceId)}::text[],
        ${places.map(({ pageId }) => pageId)}::text[], ${places.map(({ personId }) => personId)}::text[],
        ${places.map(({ routeKey }) => routeKey)}::text[]) as given (audience_id, page_id, person_id, route_key)`
    return places.map(({ audienceId, pageId }) => ({
      tenantId,
      pageId,
      audienceId,
      versionId: newId('version'),
    }))
  })
}

function plainHandler({ read: sql }: Database): RequestListener {
  let waiting: { row: object; done: () => void }[] = []
  let isRunning = false
  const run = async () => {
    isRunning = true
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      await sql`insert into plain_reports (address, user_agent, report)
        select * from json_to_recordset(${JSON.stringify(group.map(({ row }) => row))}::text::json)
          as given (address text, "userAgent" text, report jsonb)`
      for (const { done } of group) done()
    }
    isRunning = false
  }
  return (request, response) => {
    const { headers } = request
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const report = JSON.parse(Buffer.concat(chunks).toString())
      const row = { address: headers['x-forwarded-for'], userAgent: headers['user-agent'], report }
      waiting.push({ row, done: () => response.writeHead(204).end() })
      if (!isRunning) void run()
    })
  }
}

async function listen(handler: RequestListener) {
  const server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() }
}

/** Reports per second with status 204; any other status fails the run. */
async function measure(visitors: Worker, input: VisitorsInput): Promise<number> {
  visitors.postMessage(input)
  const [output] = (await once(visitors, 'message')) as [VisitorsOutput]
  if (output.refused > 0) throw new Error(`${output.refused} of ${output.answered} reports were not stored`)
  return output.answered / output.seconds
}
