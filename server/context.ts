import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { Config } from './config/config.ts'
import { publicUrlOf } from './config/publicUrl.ts'
import { clockStatement, measureClock } from './database/clock.ts'
import { type Database, openDatabase } from './database/database.ts'
import type { Log } from './log/log.ts'
import { type Mailer, openMailer } from './mail/mailer.ts'
import { Encryption } from './secrets/encryption.ts'
import { loadSign, type Sign } from './secrets/secrets.ts'
import { DiskStorage } from './storage/disk.ts'
import type { Storage } from './storage/storage.ts'
import { Metrics } from './telemetry/metrics.ts'
import { type FindCountry, openCountries } from './web/countries.ts'
import { openResolver, type ResolveTxt } from './web/dns.ts'

/** Fastify with types from TypeBox schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

declare module 'fastify' {
  interface FastifyInstance {
    /** Requests are still served, but responses close their connections and `/readyz` fails. */
    startDraining(): void
  }
}

/** The context that all features share. */
export type AppContext = {
  config: Config
  log: Log
  metrics: Metrics
  db: Database
  /** For threads, which open their own connections. */
  database: Pick<ContextOptions, 'databaseUrl' | 'onStatement'>
  sign: Sign
  encryption: Encryption
  resolveTxt: ResolveTxt
  findCountry: FindCountry
  mailer: Mailer
  storage: Storage
  /** The public URL of the API. */
  publicUrl(): string
  /** The URL of a tenant's site. */
  siteUrl(slug: string): string
  /** Call it when the port is known, which may differ from the configured one. */
  listensOn(port: number): void
  close(): Promise<void>
}

export type ContextOptions = {
  databaseUrl: string
  onStatement?: (text: string) => void
  onWaiting?: (change: 1 | -1) => void
  onIdle?: (first: string, last: string) => void
}

export async function createContext(
  config: Config,
  log: Log,
  { databaseUrl, onStatement, onWaiting, onIdle }: ContextOptions,
): Promise<AppContext> {
  const db = openDatabase({ url: databaseUrl, asService: true, onStatement, onWaiting, onIdle })
  await db.isDistributed()
  await measureClock(async () => {
    const [row] = await db.read<{ ms: number }[]>`${db.read.raw(clockStatement)}`
    return row?.ms as number
  })
  const metrics = new Metrics()
  reportConnections(metrics, db)
  const storage = await openStorage(config)
  const mailer = openMailer(config)
  let { port } = config
  const publicUrl = () => publicUrlOf(config, port)
  return {
    config,
    log,
    metrics,
    db,
    database: { databaseUrl, onStatement },
    sign: await loadSign(db),
    encryption: new Encryption(config),
    resolveTxt: openResolver(),
    findCountry: await openCountries(config.geoipDatabase),
    mailer,
    storage,
    publicUrl,
    siteUrl(slug) {
      const { protocol, port: publicPort } = new URL(publicUrl())
      return `${protocol}//${slug}.${config.siteDomain}${publicPort && `:${publicPort}`}`
    },
    listensOn(actual) {
      port = actual
    },
    async close() {
      storage.close()
      mailer.close()
      await db.close()
    },
  }
}

function reportConnections(metrics: Metrics, db: Database): void {
  const open = {
    name: 'foyer_database_connections',
    help: 'Open connections to the database, by pool and state.',
    labelNames: ['pool', 'state'],
  }
  metrics.read('gauge', open, () =>
    db
      .pools()
      .flatMap(({ pool, busy, idle }) => [
        [{ pool, state: 'busy' }, busy] as const,
        [{ pool, state: 'idle' }, idle] as const,
      ]),
  )
  const waiting = {
    name: 'foyer_database_waiting',
    help: 'Work that waits for a connection to the database, by pool.',
    labelNames: ['pool'],
  }
  metrics.read('gauge', waiting, () => db.pools().map(({ pool, waiting }) => [{ pool }, waiting] as const))
}

/** Files are stored under DATA_DIR, or in a bucket if one is configured. */
export async function openStorage({ dataDir, s3 }: Config): Promise<Storage> {
  if (!s3) return new DiskStorage(dataDir)
  // Imported on demand: the S3 client takes 40 MB of memory.
  const { S3Storage } = await import('./storage/s3.ts')
  return new S3Storage(s3)
}
