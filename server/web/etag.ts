/** Whether an If-None-Match header matches an ETag. Proxies that change the encoding of a response weaken its ETag. */
export function matchesEtag(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false
  if (condition === etag || condition === '*') return true
  return condition.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
