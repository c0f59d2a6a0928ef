import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../start/startError.ts'
import { isDatabaseGone } from './errors.ts'
import { splitHosts } from './hosts.ts'
import { openSession } from './session.ts'

/**
 * Checks that the database at a URL is usable. Waits for one that does not respond yet, as it may be starting at the
 * same time; reports errors that waiting can't fix immediately. Messages never contain the password.
 */
export async function reachDatabase(
  url: string,
  { withinMs = 10_000, oldestVersion = 15, notify = (_text: string) => {} } = {},
): Promise<void> {
  const deadline = Date.now() + withinMs
  for (let isNotified = false; ; await sleep(500)) {
    const error = await demandVersion(url, oldestVersion).catch((error: unknown) => error)
    if (!error) return
    if (error instanceof StartError) throw error
    const why = `The database at ${shownAddress(url)} can't be reached: ${reason(error)}.`
    if (!mayPass(error) || Date.now() > deadline)
      throw new StartError(`${why} Check DATABASE_URL, and that PostgreSQL is running there.`)
    if (!isNotified) notify(`${why} Waiting for it…`)
    isNotified = true
  }
}

async function demandVersion(url: string, oldest: number): Promise<void> {
  const session = await openSession({ url, connectTimeoutMs: 5_000, statementTimeoutMs: 5_000 })
  try {
    const [row] = await session<{ version: string; number: string }[]>`
      select current_setting('server_version') as version, current_setting('server_version_num') as number`
    if (Number(row?.number) < oldest * 10_000)
      throw new StartError(
        `The database at ${shownAddress(url)} is PostgreSQL ${row?.version}; Foyer needs version ${oldest} or later.`,
      )
  } finally {
    await session.end()
  }
}

/** `user@host:port/database`. */
export function shownAddress(url: string): string {
  const addresses = splitHosts(url).map((one) => new URL(one))
  const { username, pathname } = addresses[0] as URL
  const hosts = addresses.map(({ hostname, port }) => `${hostname}:${port || 5432}`).join(',')
  return `${username && `${decodeURIComponent(username)}@`}${hosts}${decodeURIComponent(pathname)}`
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'unknown host name',
  EAI_AGAIN: 'the host name can’t be resolved',
  CONNECTION_TIMEOUT: 'it does not respond',
  ETIMEDOUT: 'it does not respond',
  EHOSTUNREACH: 'no route to host',
  ECONNRESET: 'it closed the connection',
  CONNECTION_LOST: 'it closed the connection',
  '28P01': 'the user or password is wrong',
  '28000': 'this user is not allowed to connect',
  '3D000': 'the database does not exist',
  '57P03': 'it is starting',
  '25006': 'none of its hosts accepts writes',
}

function reason(error: unknown): string {
  const { code = '', message } = error as { code?: string; message: string }
  return reasons[code] ?? message.replace(/\.$/, '')
}

function mayPass(error: unknown): boolean {
  const { code = '' } = error as { code?: string }
  if (code === '3D000') return false
  return isDatabaseGone(error) || ['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', '25006'].includes(code)
}
