import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { childEnvironment } from '../config/config.ts'
import { serviceRoleOf } from '../database/serviceRole.ts'
import { openSession } from '../database/session.ts'
import { type Lock, tryLock } from '../start/fileLock.ts'
import { StartError } from '../start/startError.ts'
import {
  type Binaries,
  demandRunnable,
  ensureCluster,
  findBinaries,
  linkLibraries,
  openDataDir,
  readPassword,
  writeAccessRules,
} from './files.ts'
import {
  askToStop,
  disownDeadServer,
  findServer,
  isAlive,
  type ServerProcess,
  stopServer,
} from './process.ts'
import { chooseUser, type RunAs } from './user.ts'

export type EmbeddedPostgres = {
  /** As the owner of the database, a superuser: for migrations and commands. */
  url: string
  /** Whether it was started for this process and is not shared with a running service. */
  owned: boolean
  /** Registers a callback for an unexpected exit. */
  onExit(callback: () => void): void
  stop(): Promise<void>
}

/** A server that this process started or took over from a killed one. */
export type OwnedPostgres = EmbeddedPostgres & {
  /** The URL for the service role, which is a member of no other role. */
  serviceUrl: string
}

const owner = 'foyer'
const database = 'foyer'
const startWithinMs = 60_000
/** Transient errors: the port was taken in the meantime, or the last backends of a killed server are still exiting. */
const passing = /could not bind|pre-existing shared memory block/

/**
 * Runs the PostgreSQL that came with `npm ci` under the data folder. One service at a time owns the folder; a second
 * one is refused. A server whose owner was killed is taken over.
 */
export async function startPostgres(dataDir: string, settings: string[] = []): Promise<OwnedPostgres> {
  const home = await openDataDir(dataDir)
  const lock = await takeFolder(home, 'service')
  if (lock) return await runOwned(home, lock, settings)
  const owner = await readOwner(home)
  throw new StartError(
    `Foyer is already running with ${dataDir}${owner ? ` (process ${owner.pid})` : ''}. Stop it first, or set DATA_DIR to another folder.`,
  )
}

/** The database under the data folder for a command: that of the running service, or one started for the command. */
export async function joinPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const home = await openDataDir(dataDir)
  const lock = await takeFolder(home, 'command')
  if (lock) return await runOwned(home, lock, [])
  const folder = join(home, 'postgres')
  const { port } = await waitUntilReady(folder, () => isHeld(home))
  const url = urlOf(port, await readPassword(folder))
  return { url, owned: false, onExit: () => {}, stop: async () => {} }
}

type FolderOwner = { pid: number; purpose: 'service' | 'command' }

/** Waits for other commands, which are short; undefined if a service holds the folder. */
async function takeFolder(home: string, purpose: FolderOwner['purpose']): Promise<Lock | undefined> {
  const deadline = Date.now() + startWithinMs
  for (;;) {
    const lock = lockFolder(home)
    if (lock) {
      await writeFile(join(home, 'foyer.owner'), JSON.stringify({ pid: process.pid, purpose }), {
        mode: 0o600,
      })
      return lock
    }
    const owner = await readOwner(home)
    if (owner?.purpose === 'service' || Date.now() > deadline) return undefined
    await sleep(50)
  }
}

function lockFolder(home: string): Lock | undefined {
  try {
    return tryLock(join(home, 'foyer.lock'))
  } catch (error) {
    throw new StartError(
      `The data folder ${home} can't be locked (${(error as Error).message}). Does foyer.lock in it belong to another user?`,
    )
  }
}

function isHeld(home: string): boolean {
  const lock = lockFolder(home)
  lock?.release()
  return !lock
}

/** The holder of the lock; ignores a stale name that the next holder has not overwritten yet. */
async function readOwner(home: string): Promise<FolderOwner | undefined> {
  try {
    const owner: FolderOwner = JSON.parse(await readFile(join(home, 'foyer.owner'), 'utf8'))
    return isAlive(owner.pid) ? owner : undefined
  } catch {
    return undefined
  }
}

async function runOwned(home: string, lock: Lock, settings: string[]): Promise<OwnedPostgres> {
  try {
    const folder = join(home, 'postgres')
    const { pid, port } = (await takeOver(folder)) ?? (await launch(home, folder, settings))
    const url = urlOf(port, await readPassword(folder))
    const serviceUrl = await prepareServer(folder, url)
    // Unless this process is killed with SIGKILL, the server exits with it.
    const endToo = () => askToStop(pid)
    process.on('exit', endToo)
    let watch: NodeJS.Timeout | undefined
    return {
      url,
      serviceUrl,
      owned: true,
      onExit(callback) {
        watch = setInterval(() => {
          if (isAlive(pid)) return
          clearInterval(watch)
          callback()
        }, 1000).unref()
      },
      async stop() {
        clearInterval(watch)
        await stopServer(pid)
        process.off('exit', endToo)
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** The server of a killed owner that is still running or about to exit. */
async function takeOver(folder: string): Promise<ServerProcess | undefined> {
  const running = await findServer(folder)
  if (!running) return undefined
  try {
    return await waitUntilReady(folder, () => isAlive(running.pid))
  } catch (error) {
    if (isAlive(running.pid)) throw error
    return undefined
  }
}

async function waitUntilReady(folder: string, goesOn: () => boolean): Promise<ServerProcess> {
  const deadline = Date.now() + startWithinMs
  for (;;) {
    const server = await findServer(folder)
    if (server?.ready) return server
    if (!goesOn() || Date.now() > deadline)
      throw new StartError(
        server
          ? `The database in ${folder} (process ${server.pid}) did not become ready.`
          : `The database in ${folder} does not run.`,
      )
    await sleep(15)
  }
}

async function launch(home: string, folder: string, settings: string[]): Promise<ServerProcess> {
  const binaries = await findBinaries()
  await linkLibraries(binaries)
  demandRunnable(binaries)
  const runAs = await chooseUser(folder, binaries.postgres)
  await ensureCluster(folder, binaries, runAs)
  await disownDeadServer(folder)
  for (let triesLeft = 20; ; triesLeft--) {
    const port = await freePort()
    const log = join(home, 'postgres.log')
    const isOurs = spawnServer(folder, log, port, binaries, runAs, settings)
    try {
      return await waitUntilReady(folder, isOurs)
    } catch {
      const complaints = (await readFile(log, 'utf8')).slice(-4000).trim()
      if (!passing.test(complaints) || triesLeft === 0)
        throw new StartError(`The database in ${folder} did not start:\n${complaints}`)
      await sleep(250)
    }
  }
}

/** Returns whether the started server is still running. */
function spawnServer(
  folder: string,
  log: string,
  port: number,
  { postgres: binary }: Binaries,
  runAs: RunAs,
  settings: string[],
): () => boolean {
  const given = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'shared_buffers=256MB',
    'wal_compression=on',
    'jit=off',
    // The queue's table has few rows and many updates; a minute of them would take megabytes.
    'autovacuum_naptime=10s',
    'log_min_messages=fatal',
    ...settings,
  ]
  const [command, args] = runAs.wrap(binary, ['-D', folder, ...given.flatMap((setting) => ['-c', setting])])
  // A file, because a pipe would break if the server outlives us. Only fatal errors are written to it.
  const output = openSync(log, 'w', 0o600)
  // A separate process group: Ctrl-C in a terminal must reach the service first, and the database last.
  const server = spawn(command, args, {
    ...runAs.user,
    detached: true,
    stdio: ['ignore', 'ignore', output],
    env: childEnvironment(),
  })
  closeSync(output)
  let ended = false
  server.on('error', () => {
    ended = true
  })
  server.on('exit', () => {
    ended = true
  })
  server.unref()
  return () => !ended
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Creates the database and the login of the service, with a new password each time. Returns its URL. */
async function prepareServer(folder: string, url: string): Promise<string> {
  const session = await openSession({ url, database: 'postgres' })
  try {
    await writeAccessRules(folder)
    await session`select pg_reload_conf()`
    const [row] = await session`select exists (select from pg_database where datname = ${database}) as made`
    if (!row?.made) await session`create database ${session.identifier(database)}`
    const role = serviceRoleOf(url)
    const password = randomBytes(24).toString('base64url')
    await session.execute(`
      do $$ declare given text; begin
        if not exists (select from pg_roles where rolname = '${role}') then create role ${role}; end if;
        for given in select roleid::regrole from pg_auth_members where member = '${role}'::regrole loop
          execute format('revoke %s from ${role}', given);
        end loop;
      end $$;
      alter role ${role} nosuperuser nocreaterole nocreatedb noreplication nobypassrls login password '${password}'`)
    return urlOf(Number(new URL(url).port), password, role)
  } finally {
    await session.end()
  }
}

function urlOf(port: number, password: string, user = owner) {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
}
