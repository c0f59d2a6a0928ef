import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../app.ts'
import { loadConfig } from '../config/config.ts'
import { type AppContext, createContext } from '../context.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { openLog } from '../log/log.ts'
import { issueKey } from '../tenants/keys.ts'
import { createTenant } from '../tenants/queries.ts'
import type { Scope } from '../web/auth.ts'
import type { EventType } from '../webhooks/events.ts'
import { createSubscription } from '../webhooks/queries.ts'
import { newSecret } from '../webhooks/signature.ts'
import { startWorkers } from '../workers.ts'
import { type Client, type OpenApi, openClient } from './client.ts'
import { afterTests, finish } from './closing.ts'
import { cloneDatabase } from './database.ts'
import { checkEvent } from './event.ts'
import { until } from './eventually.ts'
import { openSink } from './sink.ts'
import { findLeaks } from './statements.ts'
import { findWrongTallies } from './tallies.ts'

export type World = Awaited<ReturnType<typeof world>>

/**
 * A whole Foyer for a test: a database and a service on a real port with its workers, shared by the file, and two new
 * tenants for each test.
 */
export async function world(settings: Record<string, string> = {}, { works = true } = {}) {
  const service = await openService(settings, works)
  const [acme, globex] = [await service.tenant('acme'), await service.tenant('globex')]
  return { ...service, acme, globex }
}

/** A step of a release locks it while the merge thread compares a hundred audiences, for about 100 ms. */
const mayWait = /from releases[\s\S]*for update/

/** Independent of settings; generating and compiling it takes half a second. */
let document: Promise<OpenApi> | undefined
const services = new Map<string, ReturnType<typeof startService>>()

// Once for the process, whose tests share these services.
afterTests(() => finish(...[...services.values()].map((service) => async () => (await service).close())))

function openService(settings: Record<string, string>, works: boolean) {
  const name = JSON.stringify([settings, works])
  const service = services.get(name) ?? startService(settings, works)
  services.set(name, service)
  return service
}

async function startService(settings: Record<string, string>, works: boolean) {
  const database = await cloneDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'foyer-world-'))
  // The code of image processes is compiled once instead of in each world.
  await symlink(process.env.NODE_COMPILE_CACHE as string, join(dataDir, 'cache'))
  const config = loadConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    RATE_LIMIT_PER_MINUTE: '0',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    BRAND_ALLOW_PRIVATE: 'true',
    ...settings,
  })
  const statements = new Set<string>()
  const idle = new Set<string>()
  let [waiting, roundTrips] = [0, 0]
  const context = await createContext(config, openLog(config.logLevel), {
    databaseUrl: database.url,
    onStatement: (text) => statements.add(text),
    onIdle: (first, last) => !mayWait.test(first) && idle.add(last),
    onWaiting(change) {
      if (waiting === 0 && change === 1) roundTrips++
      waiting += change
    },
  })
  // Transactions of tests are not watched, as they may wait on purpose.
  const db = openDatabase({
    url: database.url,
    asService: true,
    poolSize: 2,
    onStatement: (text) => statements.add(text),
  })
  const app = await buildApp(context)
  const stopWorkers = works ? await startWorkers(context) : async () => {}
  const baseUrl = await app.listen({ port: config.port, host: '127.0.0.1' })
  context.listensOn(Number(new URL(baseUrl).port))
  const sink = await openSink()
  const tenantTables = await findTenantTables(context)

  const close = () =>
    finish(
      () => app.close(),
      stopWorkers,
      () => checkTallies(context.db),
      () => Promise.all([context.close(), db.close()]),
      sink.close,
      database.drop,
      () => rm(dataDir, { recursive: true, force: true }),
      () => checkStatements(statements, tenantTables),
      () => checkIdle(idle),
    )

  document ??= fetch(`${baseUrl}/openapi.json`).then((answer) => answer.json() as Promise<OpenApi>)
  const described = await document
  const keyOf = (tenantId: string, scopes: Scope[]) =>
    context.db.inTransaction((tx) => issueKey(tx, tenantId, { name: 'test', scopes }))

  const tenant = async (name: string, scope: Scope = 'admin'): Promise<Client> => {
    const slug = `${name}-${randomBytes(4).toString('hex')}`
    const made = await context.db.inTransaction((tx) => createTenant(tx, slug, name))
    if (!made) throw new Error(`${slug} is taken`)
    const { key } = await keyOf(made.tenantId, [scope])
    return openClient(baseUrl, described, { tenantId: made.tenantId, slug, key })
  }
  /** The same tenant with another key. */
  const withScope = async (client: Client, scope: Scope): Promise<Client> =>
    openClient(baseUrl, described, { ...client, key: (await keyOf(client.tenantId, [scope])).key })
  /** The same tenant with any text as its key. */
  const withKey = (client: Client, key: string) => openClient(baseUrl, described, { ...client, key })
  /** Subscribes a tenant to all events, so that `events` returns them. */
  const subscribe = async ({ tenantId }: Client, path = '/') => {
    const input = { url: sink.url + path, events: ['*' as const] }
    const made = await context.db.inTransaction((tx) => createSubscription(tx, tenantId, input, newSecret()))
    return made.subscriptionId
  }
  /** The committed events of a tenant, in order, each checked against its schema. */
  const events = async ({ tenantId }: Client) => {
    const rows = await context.db.read<{ type: EventType; data: any }[]>`
      select distinct on (delivery_id) type, data from webhook_deliveries
      where tenant_id = ${tenantId} order by delivery_id`
    for (const { type, data } of rows) checkEvent(type, data)
    return rows.map(({ type, data }) => ({ type: type as string, data }))
  }

  /** Waits until no job of a tenant is due or running, so that whatever its changes cause has happened. */
  const settled = ({ tenantId }: Client) =>
    until('all jobs are done', async () => {
      // A running job is due when its lease ends, in 15 s.
      const left = await context.db.read`
        select from jobs
        where tenant_id = ${tenantId} and failed_at is null and due_at < now() + interval '16 seconds' limit 1`
      return left.length === 0
    })

  /** The number of round trips to the database; statements that are sent together count once. */
  const countRoundTrips = async (work: () => Promise<unknown>): Promise<number> => {
    const before = roundTrips
    await work()
    return roundTrips - before
  }

  return {
    close,
    app,
    context,
    db,
    baseUrl,
    databaseUrl: database.url,
    document: described,
    sink,
    tenant,
    withScope,
    withKey,
    subscribe,
    events,
    settled,
    countRoundTrips,
  }
}

async function checkTallies(db: Database) {
  const wrong = await findWrongTallies(db)
  if (wrong.length > 0)
    throw new Error(
      `Tallies that are wrong, or are missing in server/transfer/tallies.ts:\n${wrong.join('\n')}`,
    )
}

/** Found harmless by an earlier service of this process, whose database has the same tables. */
const harmless = new Set<string>()

async function checkStatements(statements: Set<string>, tenantTables: Set<string>) {
  const fresh = [...statements].filter((text) => !harmless.has(text))
  const wrong = await findLeaks(fresh, tenantTables)
  for (const text of fresh) harmless.add(text)
  if (wrong.length > 0) throw new Error(`Statements that do not keep to one tenant:\n${wrong.join('\n')}`)
}

function checkIdle(idle: Set<string>) {
  if (idle.size > 0)
    throw new Error(
      `Transactions that waited for something other than the database after:\n${[...idle].join('\n')}`,
    )
}

async function findTenantTables({ db }: AppContext) {
  const rows = await db.read<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'tenant_id' and table_name <> 'tenants'`
  return new Set(rows.map(({ name }) => name))
}
