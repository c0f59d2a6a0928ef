import { appendFileSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach } from 'node:test'

/** The cost of a test. CPU time includes that of concurrent tests in the same process. */
export type Cost = { name: string; seconds: number; cpuSeconds: number }

// Imported first by every test process, see scripts/test.ts, which lists the slowest files.
const costs: Cost[] = []
const began = new Map<string, { at: number; cpu: number }>()

beforeEach((t) => void began.set(t.fullName, { at: performance.now(), cpu: cpuSeconds() }))

afterEach((t) => {
  const { at, cpu } = began.get(t.fullName) ?? { at: performance.now(), cpu: cpuSeconds() }
  costs.push({
    name: t.name,
    seconds: (performance.now() - at) / 1_000,
    cpuSeconds: cpuSeconds() - cpu,
  })
})

process.on('exit', () => {
  const list = process.env.FOYER_TEST_COSTS
  if (list) appendFileSync(list, costs.map((cost) => `${JSON.stringify(cost)}\n`).join(''))
})

/** Of this process and, on Linux, of its exited children. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + childTicks() / 100
}

function childTicks(): number {
  try {
    const [, fields = ''] = readFileSync('/proc/self/stat', 'utf8').split(/\) (.*)/s)
    const [user, system] = fields.split(' ').slice(13, 15).map(Number)
    return (user ?? 0) + (system ?? 0)
  } catch {
    return 0
  }
}
