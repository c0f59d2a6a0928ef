const unfinished = new Set(['pending', 'queued', 'processing'])

export function isUnderWay(status: string | undefined): boolean {
  return status !== undefined && unfinished.has(status)
}
