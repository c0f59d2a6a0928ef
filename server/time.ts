/** Timestamps of the API: `+` and the milliseconds since the Unix epoch. */
export const timestampPattern = '^\\+[1-9]\\d{1,14}$'

export function toTimestamp(milliseconds: number): string {
  return `+${Math.trunc(milliseconds)}`
}

export function toMilliseconds(timestamp: string): number {
  return Number(timestamp)
}

/** PostgreSQL's format is `2026-11-15 09:30:00.123456+00`, as all sessions use UTC. */
export function fromPostgres(text: string): string {
  return toTimestamp(Date.parse(`${text.slice(0, 10)}T${text.slice(11).replace(/\+00$/, 'Z')}`))
}
