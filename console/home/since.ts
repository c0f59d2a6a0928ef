/** A visit to Home after this long counts as a return. */
const awayMs = 3 * 3_600_000

type StoredVisit = { since: string | null; at: number }

/** The time of the user's last visit in this browser; undefined on a first visit. */
export function readSince(tenantId: string, now = Date.now()): string | undefined {
  const name = `foyer.home.${tenantId}`
  const seen = parse(localStorage.getItem(name))
  const since = seen && now - seen.at > awayMs ? new Date(seen.at).toISOString() : (seen?.since ?? null)
  localStorage.setItem(name, JSON.stringify({ since, at: now } satisfies StoredVisit))
  return since ?? undefined
}

function parse(text: string | null): StoredVisit | undefined {
  try {
    const seen = JSON.parse(text ?? 'null') as StoredVisit | null
    return seen && Number.isFinite(seen.at) ? seen : undefined
  } catch {
    return undefined
  }
}
