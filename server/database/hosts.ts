import type pg from 'pg'
import { isDatabaseGone } from './errors.ts'

const address = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s

/** Splits a URL with several hosts (`postgres://user@one:5432,two:5432/name`) into one URL per host. */
export function splitHosts(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = address.exec(url) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => before + host + after) : [url]
}

/**
 * The hosts of a URL: a primary and its standbys. Connections go to the current host. When a connection fails or the
 * host is read-only, the next host becomes the current one. All connections of a process to the same URL share this
 * object.
 */
export class DatabaseHosts {
  static readonly #known = new Map<string, DatabaseHosts>()
  readonly #urls: string[]
  readonly #needsWrites: boolean
  #at = 0

  static of(url: string): DatabaseHosts {
    let hosts = DatabaseHosts.#known.get(url)
    if (!hosts) {
      hosts = new DatabaseHosts(url)
      DatabaseHosts.#known.set(url, hosts)
    }
    return hosts
  }

  private constructor(url: string) {
    this.#urls = splitHosts(url)
    const wanted = /[?&]target_session_attrs=([a-z-]+)/.exec(url)?.[1] ?? 'read-write'
    this.#needsWrites = this.#urls.length > 1 && ['read-write', 'primary'].includes(wanted)
  }

  get current(): string {
    return this.#urls[this.#at] as string
  }

  /** Makes the next host the current one, unless the current host has changed already. */
  moveOn(failed: string) {
    if (this.current === failed) this.#at = (this.#at + 1) % this.#urls.length
  }

  /** Connects to the current host, falling back to the others in turn. */
  async connect<T>(attempt: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      const url = this.current
      try {
        return await attempt()
      } catch (error) {
        if (!mayDiffer(error)) throw error
        this.moveOn(url)
        if (tries >= this.#urls.length) throw error
      }
    }
  }

  /** Rejects a new connection to a read-only host if there are other hosts. */
  async demandWrites(client: pg.ClientBase): Promise<void> {
    if (!this.#needsWrites) return
    const { rows } = await client.query('show transaction_read_only')
    if (rows[0]?.transaction_read_only === 'on') throw new ReadOnlyHost()
  }
}

class ReadOnlyHost extends Error {
  readonly code = '25006'

  constructor() {
    super('No host of the database accepts writes.')
  }
}

/** Whether another host may respond differently; a wrong password is wrong on every host. */
function mayDiffer(error: unknown): boolean {
  const { code = '' } = error as { code?: string }
  return isDatabaseGone(error) || ['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', '25006'].includes(code)
}
