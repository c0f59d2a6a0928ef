/** Milliseconds of processor time that a piece of work takes: unlike the clock's, they do not grow with the machine's load. */
export function processorMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
