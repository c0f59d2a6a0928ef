import type { Cost } from '../server/test/costs.ts'
import type { TestResult } from './testResults.ts'

const mostListed = 12

/** A table of the slowest test files. */
export function listCostliest(
  results: TestResult[],
  costs: Cost[],
  nameOf: (file: string) => string,
): string {
  const fileOf = new Map(results.map(({ name, file }) => [name, nameOf(file)]))
  const files = new Map<string, { seconds: number; cpuSeconds: number }>()
  const all = { seconds: 0, cpuSeconds: 0 }
  for (const { name, seconds, cpuSeconds } of costs) {
    const file = fileOf.get(name) ?? name
    const cost = files.get(file) ?? { seconds: 0, cpuSeconds: 0 }
    files.set(file, cost)
    for (const sum of [cost, all]) {
      sum.seconds += seconds
      sum.cpuSeconds += cpuSeconds
    }
  }
  const costliest = [...files].sort(([, a], [, b]) => b.cpuSeconds - a.cpuSeconds).slice(0, mostListed)
  const figure = (seconds: number) => seconds.toFixed(1).padStart(8)
  const table = [...costliest, [`all ${files.size} files`, all] as const].map(
    ([file, { seconds, cpuSeconds }]) => `${figure(cpuSeconds)}${figure(seconds)}  ${file}\n`,
  )
  return `\nSeconds of CPU time and on the clock, for the costliest test files:\n${table.join('')}`
}
