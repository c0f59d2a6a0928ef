import { randomBytes } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import packageJson from '../../package.json' with { type: 'json' }
import { listProviderModels } from '../agent/setup/providerModels.ts'
import { readLastBackup } from '../backup/lastBackup.ts'
import type { Config } from '../config/config.ts'
import { openStorage } from '../context.ts'
import { pendingSteps } from '../database/migrate.ts'
import { openSession } from '../database/session.ts'
import { newId } from '../ids.ts'
import { openMailer } from '../mail/mailer.ts'

export type Finding = {
  what: string
  /** `look`: works, but needs attention. */
  state: 'good' | 'look' | 'wrong'
  says: string
  todo?: string
}
type Examination = Omit<Finding, 'what'>

const good = (says: string): Examination => ({ state: 'good', says })
const look = (says: string, todo: string): Examination => ({ state: 'look', says, todo })
const wrong = (says: string, todo: string): Examination => ({ state: 'wrong', says, todo })

const gigabyte = 1024 ** 3
const day = 86_400_000

/**
 * Checks everything that a service depends on, concurrently. `databaseUrl` is undefined if the database can't be
 * reached.
 */
export async function examine(config: Config, databaseUrl: string | undefined): Promise<Finding[]> {
  const parts: [what: string, verdict: Promise<Examination> | Examination][] = [
    ['Version', good(`Foyer ${packageJson.version} on Node.js ${process.versions.node}`)],
    ['Settings', good(config.given.length > 0 ? `valid: ${config.given.join(', ')}` : 'none set')],
    ...(databaseUrl
      ? ([
          ['Database', examineDatabase(databaseUrl)],
          ['Clock', examineClock(databaseUrl)],
        ] as [string, Promise<Examination>][])
      : []),
    ['Files', examineFiles(config)],
    ['Disk', examineDisk(config)],
    ['Backup', examineBackup(config)],
    ['Secrets', examineSecrets(config)],
    ['Mail', examineMail(config)],
    ['Agent', examineModel(config)],
    ['Public address', examineAddress(config)],
    ['Sites', examineSites(config)],
  ]
  return await Promise.all(
    parts.map(async ([what, verdict]) => {
      try {
        return { what, ...(await verdict) }
      } catch (error) {
        return { what, ...wrong((error as Error).message, 'Look at the message above.') }
      }
    }),
  )
}

async function examineDatabase(url: string): Promise<Examination> {
  const session = await openSession({ url, connectTimeoutMs: 5_000, statementTimeoutMs: 5_000 })
  try {
    const [row] = await session<{ version: string; bytes: string }[]>`
      select current_setting('server_version') as version, pg_database_size(current_database())::text as bytes`
    const { pending, later, isNew } = await pendingSteps(url)
    const about = `PostgreSQL ${row?.version}, ${Math.ceil(Number(row?.bytes) / 1024 ** 2)} MB`
    if (isNew) return look(`${about}, empty`, 'Start Foyer, or run `foyer migrate`, to create its tables.')
    if (later.some(({ isSafe }) => !isSafe))
      return wrong(
        `${about}, migrated by a later version that this one can't run beside`,
        'Install that version here, or restore the backup from before the upgrade.',
      )
    if (later.length > 0)
      return look(
        `${about}, ${later.length} migrations ahead, beside which this version runs`,
        'Finish the upgrade: install the later version here too.',
      )
    return pending.length > 0
      ? look(`${about}, ${pending.length} migrations behind`, 'Run `foyer migrate`, or start Foyer.')
      : good(`${about}, up to date`)
  } finally {
    await session.end()
  }
}

async function examineClock(url: string): Promise<Examination> {
  const session = await openSession({ url, connectTimeoutMs: 5_000, statementTimeoutMs: 5_000 })
  try {
    const before = Date.now()
    const [row] = await session<{ ms: number }[]>`
      select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`
    const offSeconds = Math.abs((row?.ms ?? 0) - (before + Date.now()) / 2) / 1000
    return offSeconds > 2
      ? look(
          `${offSeconds.toFixed(1)} s apart from the database`,
          'Synchronise the clocks. Links and codes end by the clock of the database.',
        )
      : good('same time as the database')
  } finally {
    await session.end()
  }
}

/** Stores, reads and removes a file. */
async function examineFiles(config: Config): Promise<Examination> {
  const where = config.s3 ? `bucket ${config.s3.bucket}` : config.dataDir
  const folder = await mkdtemp(join(tmpdir(), 'foyer-doctor-'))
  const storage = await openStorage(config)
  const file = { tenantId: newId('tenant'), fileId: newId('file') }
  try {
    const content = randomBytes(100)
    await writeFile(join(folder, 'file'), content)
    await storage.put({ ...file, variant: 'original' }, join(folder, 'file'))
    const found = await storage.read({ ...file, variant: 'original' })
    const isSame = found && (await buffer(found)).equals(content)
    await storage.remove(file)
    return isSame
      ? good(`stored, read and removed a file in ${where}`)
      : wrong(`a file stored in ${where} was not found again`, 'Check the bucket or folder.')
  } catch (error) {
    const todo = config.s3
      ? 'Check the S3_ settings and the rights of the key.'
      : 'Check its owner and rights.'
    return wrong(`no file can be stored in ${where}: ${(error as Error).message}`, todo)
  } finally {
    storage.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function examineDisk({ dataDir }: Config): Promise<Examination> {
  const { bavail, bsize, blocks } = await statfs(existsSync(dataDir) ? dataDir : '.')
  const free = bavail * bsize
  const says = `${(free / gigabyte).toFixed(1)} GB free below ${dataDir}`
  if (free < gigabyte / 2) return wrong(says, 'Make room: the database stops when the disk is full.')
  return bavail / blocks < 0.1 && free < 10 * gigabyte
    ? look(says, 'Make room, or add disk space.')
    : good(says)
}

async function examineBackup(config: Config): Promise<Examination> {
  if (config.databaseUrl) return good('your PostgreSQL is backed up by its own tools, not by Foyer')
  const last = await readLastBackup(config.dataDir)
  const todo = 'Run `foyer backup`, every night by cron.'
  if (!last) return look('none was made yet', todo)
  const days = Math.floor((Date.now() - Date.parse(last.at)) / day)
  const says = `${days === 0 ? 'today' : `${days} days ago`}, ${last.file}`
  if (!existsSync(last.file))
    return look(`${says}, which is no longer there`, 'Check that it was moved elsewhere.')
  return days > 7 ? look(says, todo) : good(says)
}

function examineSecrets({ encryptionKey, databaseUrl, dataDir }: Config): Examination {
  if (encryptionKey) return good('ENCRYPTION_KEY is set')
  return databaseUrl
    ? look(
        `secrets are encrypted with ${join(dataDir, 'encryption.key')}`,
        'Set ENCRYPTION_KEY to its content, so that processes on other machines have the same.',
      )
    : good(`encrypted with ${join(dataDir, 'encryption.key')}; keep a copy of it elsewhere`)
}

async function examineMail(config: Config): Promise<Examination> {
  const mailer = openMailer(config)
  if (!mailer.isConfigured)
    return look('no mail server: invitations and links are copied by hand', 'Set SMTP_URL and MAIL_FROM.')
  try {
    await mailer.check()
    return good('the mail server answers and accepts the sign-in')
  } catch (error) {
    return wrong((error as Error).message, 'Check SMTP_URL.')
  } finally {
    mailer.close()
  }
}

async function examineModel({ model }: Config): Promise<Examination> {
  if (!model) return good('built in; `foyer agent setup` finds a language model')
  const { models, problem } = await listProviderModels(model)
  if (problem) return wrong(problem, 'Run `foyer agent check`.')
  return models.includes(model.name)
    ? good(`${model.name} is available`)
    : look(`${model.name} is not in the list of its provider`, 'Run `foyer agent check`.')
}

async function examineAddress({ publicUrl, host }: Config): Promise<Examination> {
  if (!publicUrl)
    return host === '127.0.0.1'
      ? good('none: it is reached from this machine only')
      : look('not set', 'Set PUBLIC_URL to the address that people use.')
  const { hostname, protocol } = new URL(publicUrl)
  if (!(await hasAddress(hostname)))
    return wrong(`${hostname} has no address`, `Add a DNS record for ${hostname}.`)
  const answer = await fetch(`${publicUrl}/v0/me`, { signal: AbortSignal.timeout(5_000) }).catch(
    () => undefined,
  )
  if (answer?.status !== 401)
    return look(`${publicUrl} does not answer like Foyer`, 'Start Foyer, and check the proxy in front of it.')
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  return protocol === 'http:' && !isLocal
    ? look(`${publicUrl} answers, without TLS`, 'Put a proxy with a certificate in front of it.')
    : good(`${publicUrl} answers`)
}

async function examineSites({ siteDomain }: Config): Promise<Examination> {
  const name = `doctor-${randomBytes(3).toString('hex')}.${siteDomain}`
  if (siteDomain === 'localhost') return good('pages are at <tenant>.localhost')
  return (await hasAddress(name))
    ? good(`pages are at <tenant>.${siteDomain}`)
    : wrong(`*.${siteDomain} has no address`, `Add a DNS record for *.${siteDomain}.`)
}

async function hasAddress(hostname: string): Promise<boolean> {
  return await lookup(hostname).then(
    () => true,
    () => false,
  )
}
