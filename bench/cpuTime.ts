import { readdirSync, readFileSync } from 'node:fs'

/** Ticks of Linux are hundredths of a second. */
const ticksPerSecond = 100

/** The CPU seconds of a process and of all that it started, including those that have ended, according to Linux. */
export function cpuSeconds(pid: number): number {
  const processes = new Map(listProcesses().map((one) => [one.pid, one]))
  const below = (parent: number): number[] =>
    [...processes.values()]
      .filter((one) => one.parent === parent)
      .flatMap((one) => [one.pid, ...below(one.pid)])
  const family = [pid, ...below(pid)].flatMap((one) => processes.get(one) ?? [])
  return family.reduce((sum, { own, ended }) => sum + own + ended, 0) / ticksPerSecond
}

function listProcesses() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, rest = ''] = readFileSync(`/proc/${name}/stat`, 'utf8').split(/\) (?=[A-Z] )/)
        const fields = rest.split(' ').map(Number)
        const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
        return [{ pid: Number(name), parent: fields[1], own: user + system, ended: endedUser + endedSystem }]
      } catch {
        // It has ended meanwhile.
        return []
      }
    })
}
