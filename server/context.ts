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
import { type FindCountry, openCountries } from './web/countries.ts'
import { openResolver, type ResolveTxt } from './web/dns.ts'

/** The web server as features see it: schemas type what handlers get and give. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on answers close their connections, and the service is not ready; requests are still served. */
    startDraining(): void
  }
}

/** What every feature stands on. */
export type AppContext = {
  config: Config
  log: Log
  db: Database
  /** For threads, which open the database for themselves. */
  database: Pick<ContextOptions, 'databaseUrl' | 'onStatement'>
  sign: Sign
  encryption: Encryption
  resolveTxt: ResolveTxt
  findCountry: FindCountry
  mailer: Mailer
  /** Where the bytes of files are. */
  storage: Storage
  /** The address callers reach the API at. */
  publicUrl(): string
  /** The address a tenant's pages are found at. */
  siteUrl(slug: string): string
  /** Told once the port is known, which may not be the one that was asked for. */
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
  const storage = await openStorage(config)
  const mailer = openMailer(config)
  let { port } = config
  const publicUrl = () => publicUrlOf(config, port)
  return {
    config,
    log,
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

/** Files live under DATA_DIR, or in a bucket where one is set. */
export async function openStorage({ dataDir, s3 }: Config): Promise<Storage> {
  if (!s3) return new DiskStorage(dataDir)
  // The client of S3 takes 40 MB of memory, which those who use the disk are spared.
  const { S3Storage } = await import('./storage/s3.ts')
  return new S3Storage(s3)
}
