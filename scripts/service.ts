import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const root = join(import.meta.dirname, '..')

/** Runs `foyer start` of a checkout in a child process; resolves when it is ready. */
export async function startService(
  settings: Record<string, string>,
  { checkout = root, args = [] }: { checkout?: string; args?: string[] } = {},
) {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [join(checkout, 'bin', 'foyer.js'), 'start', '--json', ...args], {
    cwd: checkout,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH, HOME, ...settings },
  })
  const ended = once(child, 'exit')
  const ready = new Promise<{ url: string; key: string }>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('{')) resolve(JSON.parse(line))
    })
    ended.then(([code]) => reject(new Error(`the service ended with ${code} before it was ready`)))
  })
  const { url, key } = await ready
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { url, key, pid: child.pid as number, stop }
}
