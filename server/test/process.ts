import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { cloneDatabase } from './database.ts'

/** The service in a child process with its own database. */
export async function startProcess(t: TestContext, settings: Record<string, string> = {}) {
  const database = await cloneDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'foyer-process-'))
  const key = 'a-key-for-tests-of-32-characters'
  const program = new URL('../../bin/foyer.js', import.meta.url).pathname
  const child = spawn(process.execPath, [program, 'start'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      FOYER_API_KEY: key,
      LOG_LEVEL: 'error',
      ...settings,
    },
  })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  t.after(async () => {
    child.kill('SIGTERM')
    await gone
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })
  let said = ''
  child.stdout.on('data', (text) => {
    said += text
  })
  child.stderr.on('data', (text) => {
    said += text
  })
  const deadline = Date.now() + 60_000
  for (;;) {
    const [, port] = /API\s+http:\/\/localhost:(\d+)/.exec(said) ?? []
    if (port) return { baseUrl: `http://127.0.0.1:${port}`, key, pid: child.pid as number, dataDir }
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`the service did not start: ${said}`)
    await sleep(50)
  }
}

/** Measures the memory of a process and its descendants; `peak` is the maximum. */
export function watchMemory(t: TestContext, pid: number) {
  const watch = { peak: 0 }
  let watching = true
  t.after(() => {
    watching = false
  })
  const look = async () => {
    while (watching) {
      watch.peak = Math.max(watch.peak, await memoryOf(pid))
      await sleep(4)
    }
  }
  void look()
  return watch
}

/** Resident memory of a process and its descendants in bytes, on Linux. */
export async function memoryOf(pid: number): Promise<number> {
  const read = (path: string) => readFile(`/proc/${pid}/${path}`, 'utf8').catch(() => '')
  const [statm, children] = await Promise.all([read('statm'), read(`task/${pid}/children`)])
  const own = Number(statm.split(' ')[1] ?? 0) * 4096
  const others = await Promise.all(
    children
      .split(' ')
      .filter(Boolean)
      .map((child) => memoryOf(Number(child))),
  )
  return others.reduce((sum, bytes) => sum + bytes, own)
}
