import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { loadConfig } from '../server/config.ts'
import { type Database, openDatabase } from '../server/db.ts'
import { openGround } from '../server/ground.ts'
import { newId } from '../server/ids.ts'
import { openLog } from '../server/log.ts'
import { migrate } from '../server/migrate.ts'
import { startPostgres } from '../server/postgres.ts'
import type { Place } from '../server/site/draw.ts'
import { createTenant } from '../server/tenants/queries.ts'
import { openVisits } from '../server/visits/open.ts'
import { visitToken } from '../server/visits/token.ts'
import type { VisitorsInput, VisitorsOutput } from './visitors.ts'

/** One for everyone, the rest for a person each. */
const audiences = 1_001
const connections = 256
const seconds = 3
const rounds = 6

/**
 * Reports of visits committed before they are answered, against the plainest handler that does that: it takes whatever
 * JSON comes and puts it into one table, gathering requests while the last insert runs. It checks nothing, tells no
 * visitor from another, knows no session, and would have everything to do when somebody asks for a figure.
 */
export default async function visits() {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-bench-'))
  const postgres = await startPostgres(folder)
  try {
    await migrate(postgres.url)
    const owner = openDatabase({ url: postgres.url })
    await owner.read`create table plain_reports (id bigint generated always as identity primary key,
      received_at timestamptz not null default now(), address text, user_agent text, report jsonb)`
    const config = loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'error' })
    const ground = await openGround(config, openLog('error'), { databaseUrl: postgres.url, works: false })
    const places = await makePlaces(owner)
    const { tenantId } = places[0] as Place
    const ours = openVisits(ground)
    const plain = plainHandler(owner)
    const serve: RequestListener = (request, response) => {
      const address = String(request.headers['x-address'])
      ours.handle(request, response, { path: request.url ?? '', tenantId, address })
    }
    const tokens = places.map((place) => visitToken(ground.sign, place))
    const [subject, baseline] = [[] as number[], [] as number[]]
    // In turns, as a machine is not equally fast all the time; the first of each warms up.
    for (let round = 0; round <= rounds; round++) {
      baseline.push(await measure(plain, tokens, 2 * round))
      subject.push(await measure(serve, tokens, 2 * round + 1))
    }
    await ours.close()
    await ground.close()
    await owner.close()
    const [value, against] = [median(subject.slice(1)), median(baseline.slice(1))]
    return [
      {
        name: 'visit reports committed a second',
        value,
        baseline: against,
        ratio: value / against,
        unit: '1/s',
      },
    ]
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function makePlaces(owner: Database): Promise<Place[]> {
  return await owner.inTransaction(async (tx) => {
    const { tenantId } = (await createTenant(tx, 'bench', 'Bench')) as { tenantId: string }
    const [brandId, pageId] = [newId('brand'), newId('page')]
    await tx`insert into brands (tenant_id, brand_id, name, primary_color, font)
      values (${tenantId}, ${brandId}, 'Bench', '#000000', 'system')`
    await tx`insert into pages (tenant_id, page_id, brand_id, name, title, page_context, page_type, flags, actions,
        action_card_widgets, scripts, footer_links, name_folded)
      values (${tenantId}, ${pageId}, ${brandId}, 'Bench', '', '', 'custom', '{}', '[]', '[]', '[]', '[]', 'bench')`
    const accountId = newId('account')
    await tx`insert into accounts (tenant_id, account_id, domain, name_folded, search_text)
      values (${tenantId}, ${accountId}, 'bench.example', 'bench', 'bench')`
    const places = Array.from({ length: audiences }, (_, index) => ({
      audienceId: newId('audience'),
      personId: index === 0 ? null : newId('person'),
      routeKey: index === 0 ? null : randomBytes(5).toString('hex'),
    }))
    await tx`insert into persons (tenant_id, person_id, account_id, name, slug, name_folded, search_text)
      select ${tenantId}, person_id, ${accountId}, 'Visitor', person_id, 'visitor', 'visitor'
      from unnest(${places.slice(1).map(({ personId }) => personId)}::text[]) as given (person_id)`
    await tx`
      insert into audiences (tenant_id, audience_id, page_id, person_id, person_route_key, computed_name, name_folded,
        search_text)
      select ${tenantId}, audience_id, ${pageId}, person_id, route_key, '', '', ''
      from unnest(${places.map(({ audienceId }) => audienceId)}::text[],
        ${places.map(({ personId }) => personId)}::text[], ${places.map(({ routeKey }) => routeKey)}::text[])
        as given (audience_id, person_id, route_key)`
    return places.map(({ audienceId }) => ({ tenantId, pageId, audienceId, versionId: newId('version') }))
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
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const report = JSON.parse(Buffer.concat(chunks).toString())
      const row = { address: request.headers['x-address'], userAgent: request.headers['user-agent'], report }
      waiting.push({ row, done: () => response.writeHead(204).end() })
      if (!isRunning) void run()
    })
  }
}

/** Requests answered with 204 a second; any other answer spoils the run. */
async function measure(handler: RequestListener, tokens: string[], run: number): Promise<number> {
  const server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const input: VisitorsInput = {
    port: (server.address() as AddressInfo).port,
    tokens,
    connections,
    seconds,
    run,
  }
  const worker = new Worker(new URL('./visitors.ts', import.meta.url), { workerData: input })
  const output = await new Promise<VisitorsOutput>((resolve, reject) => {
    worker.on('message', resolve)
    worker.on('error', reject)
  })
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  if (output.refused > 0) throw new Error(`${output.refused} of ${output.answered} reports were not stored`)
  return output.answered / output.seconds
}

function median(values: number[]) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number
}
