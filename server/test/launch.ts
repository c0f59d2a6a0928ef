import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '../embedded/process.ts'
import { afterTests, finish } from './closing.ts'
import { cloneDatabase } from './database.ts'

type Settings = Record<string, string>
/** How it is started: directly, by `npm start`, or by the launcher for Node.js before 26. */
type How = { by?: keyof typeof ways; args?: string[]; stderr?: number }
type Ended = { code: number | null; signal: string | null; ms: number }

const root = join(import.meta.dirname, '..', '..')
const cli = join(root, 'bin', 'foyer.js')
const ways = {
  node: [process.execPath, [cli, 'start', '--json']],
  npm: ['npm', ['start', '--', '--json']],
  launcher: [process.execPath, [join(root, 'bin', 'launch.js'), 'start', '--json']],
} satisfies Record<string, [string, string[]]>
const folders: string[] = []
/** Cleanups after the tests of the file. */
const endings: (() => Promise<void>)[] = []

afterTests(() =>
  finish(...endings, ...folders.map((folder) => () => rm(folder, { recursive: true, force: true }))),
)

/** A temporary folder, removed at the end. */
export async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-start-'))
  folders.push(folder)
  return folder
}

/** The URL of a migrated database, dropped at the end. */
export async function freshDatabase(): Promise<string> {
  const { url, drop } = await cloneDatabase()
  endings.push(drop)
  return url
}

let prepared: Promise<{ folder: string; key: string }> | undefined

/** A copy of an initialised data folder and its key: faster than a first start. */
export async function preparedFolder(): Promise<{ dataDir: string; key: string }> {
  prepared ??= prepare()
  const { folder, key } = await prepared
  const dataDir = await emptyFolder()
  await cp(folder, dataDir, { recursive: true, preserveTimestamps: true })
  return { dataDir, key }
}

async function prepare() {
  const folder = await emptyFolder()
  const service = await launch({ DATA_DIR: folder })
  await service.stop()
  return { folder, key: service.key as string }
}

export type Launched = Awaited<ReturnType<typeof launch>>

/** Runs `foyer start` in a separate process group; resolves when it is ready. */
export async function launch(settings: Settings, how: How = {}) {
  const service = spawnService(settings, how)
  const line = await service.firstLine()
  if (!line) throw new Error(`it did not start: ${service.complaints()}`)
  return { ...service, ...(JSON.parse(line) as { url: string; key?: string; console: string }) }
}

/** The same without waiting until it is ready. */
export function spawnService(settings: Settings, { by = 'node', args = [], stderr }: How = {}) {
  const began = performance.now()
  const [command, given] = ways[by]
  const child = spawn(command, [...given, ...args], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', stderr ?? 'pipe'],
    env: environment(settings),
  })
  let output = ''
  let complaints = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  child.stderr?.on('data', (chunk) => {
    complaints += chunk
  })
  const ended = once(child, 'close').then(
    ([code, signal]): Ended => ({ code, signal, ms: performance.now() - began }),
  )
  const readyLine = () => output.split('\n').find((line) => line.startsWith('{'))
  const service = {
    child,
    dataDir: settings.DATA_DIR ?? '',
    complaints: () => complaints,
    ended,
    async firstLine() {
      while (!readyLine() && child.exitCode === null && child.signalCode === null) await sleep(10)
      return readyLine()
    },
    /** Signals the whole process group, like a terminal. */
    signalAll: (signal: NodeJS.Signals) => void process.kill(-(child.pid as number), signal),
    async stop(): Promise<Ended> {
      const asked = performance.now()
      child.kill('SIGTERM')
      return { ...(await ended), ms: performance.now() - asked }
    },
    databasePid: () => databasePid(settings.DATA_DIR ?? ''),
    /** Kills all its processes, including the database. */
    async killAll() {
      const pids = [child.pid, await databasePid(settings.DATA_DIR ?? '')].filter((pid) => pid !== undefined)
      for (const pid of pids.flatMap(familyOf)) kill(pid)
      await endOf(child)
    },
  }
  endings.push(service.killAll)
  return service
}

export type Ran = Awaited<ReturnType<typeof foyer>>

/** Runs a command with `input` as its standard input. */
export async function foyer(args: string[], settings: Settings, input = '') {
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: environment(settings),
    timeout: 30_000,
  })
  child.stdin.on('error', () => {}).end(input)
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  return { code, stdout, stderr }
}

function environment(settings: Settings) {
  const { PATH, HOME } = process.env
  return { PATH, HOME, LOG_LEVEL: 'warn', PORT: '0', FOYER_DEMO: 'false', ...settings }
}

async function databasePid(dataDir: string): Promise<number | undefined> {
  const file = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(file.split('\n')[0])
  return pid && isAlive(pid) ? pid : undefined
}

function familyOf(pid: number): number[] {
  const all = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .stdout.trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const below = (parent: number): number[] =>
    all.filter(([, of]) => of === parent).flatMap(([child]) => [child as number, ...below(child as number)])
  return [pid, ...below(pid)]
}

function kill(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has exited.
  }
}

async function endOf(child: ChildProcess) {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** A port that is currently free. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
