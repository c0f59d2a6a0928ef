/** CPU time in milliseconds: unlike elapsed time, it does not grow with the machine's load. */
export function processorMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/**
 * CPU time of this thread so far, in milliseconds. Linux updates a thread's time only at scheduler ticks, up to 4 ms
 * apart, unless the time of the process is read first; with that read the resolution is 1 µs.
 */
export function threadCpuMs(): number {
  process.cpuUsage()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
