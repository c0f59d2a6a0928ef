import { spawn } from 'node:child_process'

const program = new URL('../../bin/foyer.js', import.meta.url).pathname

type Options = { settings?: Record<string, string>; input?: string }

/** Runs a command as people do, in a process of its own, with these settings and no others. */
export async function runFoyer(args: string[], { settings = {}, input }: Options = {}) {
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(input ?? '')
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (text) => (said[name] += text))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, ...said }
}
