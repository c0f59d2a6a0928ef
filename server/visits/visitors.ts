import { hash, randomBytes } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Database } from '../database/database.ts'
import { ipv6Groups } from '../web/network.ts'
import { findSalts } from './queries.ts'
import { shortAgent, unmapped } from './verdict.ts'

const dayMs = 86_400_000

type Salts = { today: string; yesterday: string | undefined }

export type Visitor = {
  /** The visitor's hash with today's salt. */
  visitor: string
  /** The hash with yesterday's salt, which a visitor who arrived before midnight keeps. */
  formerVisitor: string | undefined
}

const mostKnown = 20_000

/** Hashes addresses and user agents, with short-lived salts that all nodes share. */
export class Visitors {
  readonly #db: Database
  #day = 0
  #salts: Promise<Salts> | undefined
  /** A visitor sends several reports within minutes; computing two keyed hashes for each would be wasteful. */
  #known = new Map<string, Visitor>()

  constructor(db: Database) {
    this.#db = db
  }

  /**
   * Returns cached visitors synchronously, others as a promise: most reports come from a visitor who sent one a moment
   * ago.
   */
  identify(tenantId: string, address: string, agent: string, nowMs: number): Visitor | Promise<Visitor> {
    const userAgent = shortAgent(agent)
    const day = Math.floor(nowMs / dayMs)
    if (day !== this.#day) this.#turnTo(day)
    const key = `${tenantId}\0${address}\0${userAgent}`
    return this.#known.get(key) ?? this.#make(day, key, `${tenantId}\0${householdOf(address)}\0${userAgent}`)
  }

  async #make(day: number, key: string, who: string): Promise<Visitor> {
    const { today, yesterday } = await this.#saltsOf(day)
    const visitor = {
      visitor: keyedHash(today, who),
      formerVisitor: yesterday && keyedHash(yesterday, who),
    }
    if (this.#known.size >= mostKnown) this.#known.clear()
    if (day === this.#day) this.#known.set(key, visitor)
    return visitor
  }

  #turnTo(day: number) {
    this.#day = day
    this.#salts = undefined
    this.#known.clear()
  }

  #saltsOf(day: number): Promise<Salts> {
    if (this.#salts) return this.#salts
    const salts = this.#db.inTransaction(async (tx) => {
      const [today, yesterday] = [dateOf(day), dateOf(day - 1)]
      const found = await findSalts(tx, today, yesterday, randomBytes(32))
      return { today: found.get(today) as string, yesterday: found.get(yesterday) }
    })
    this.#salts = salts
    salts.catch(() => {
      if (this.#salts === salts) this.#salts = undefined
    })
    return salts
  }
}

function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

/**
 * 128 bits in the form of a UUID, which PostgreSQL stores in 16 bytes. Without the salt, the address can't be found by
 * trying all four billion; an HMAC, which protects against more than that, takes three times as long.
 */
function keyedHash(salt: string, who: string): string {
  const hex = hash('sha256', `${salt}\0${who}`)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}

/** Browsers change the second half of an IPv6 address every few hours; the first is the household or office. */
export function householdOf(address: string): string {
  const [plain = ''] = unmapped(address).split('%', 1)
  return plain.includes(':') && isIPv6(plain) ? ipv6Groups(plain).slice(0, 4).join(':') : plain
}
