import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export type NodeSettings = Record<string, string>
export type Node = ReturnType<typeof spawnNode>

const environment = (settings: NodeSettings) => ({
  ...{ PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', LOG_LEVEL: 'warn', FOYER_DEMO: 'false' },
  // The load comes from one machine, but simulates many addresses.
  ...{ RATE_LIMIT_PER_MINUTE: '0', TRUST_PROXY: 'true' },
  ...settings,
})

/** Runs a command of the installed release and returns its JSON output. */
export function runFoyer<T>(program: string, args: string[], settings: NodeSettings): T {
  const options = { env: environment(settings), encoding: 'utf8', timeout: 60_000 } as const
  return JSON.parse(execFileSync(process.execPath, [program, ...args, '--json'], options))
}

const running = new Set<{ kill(): Promise<void> }>()

/** Kills the remaining nodes. */
export async function killAll() {
  for (const node of running) await node.kill()
}

/** Runs `foyer start` of the installed release in a process group of its own. */
export function spawnNode(program: string, settings: NodeSettings) {
  const child = spawn(process.execPath, [program, 'start', '--json'], {
    env: environment(settings),
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const line = createInterface(child.stdout)[Symbol.asyncIterator]().next()
  const node = {
    /** Resolves when it is ready. */
    async ready(): Promise<{ url: string; key: string }> {
      const { value } = await line
      if (!value) throw new Error('A node ended before it was ready.')
      return JSON.parse(value)
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
    /** Kills it with all its child processes, such as the database. */
    async kill() {
      for (const pid of [...childrenOf(child.pid as number), child.pid as number])
        spawnSync('kill', ['-9', String(pid)])
      await ended
    },
  }
  running.add(node)
  ended.then(() => running.delete(node))
  return node
}

function childrenOf(pid: number): number[] {
  const listed = spawnSync('ps', ['--ppid', String(pid), '-o', 'pid='], { encoding: 'utf8' }).stdout
  const children = listed.trim().split(/\s+/).filter(Boolean).map(Number)
  return children.flatMap((child) => [...childrenOf(child), child])
}
