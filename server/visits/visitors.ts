import { createHmac, randomBytes } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Database } from '../db.ts'
import { findSalts } from './queries.ts'
import { unmapped } from './verdict.ts'

const dayMs = 86_400_000

export type Visitor = {
  /** A visitor by today's salt. */
  visitor: string
  /** The same visitor by yesterday's: who came before midnight and is still here goes by this one. */
  formerVisitor: string | undefined
}

/** Makes visitors of addresses and browsers, with salts that all nodes share and that do not last. */
export class Visitors {
  readonly #db: Database
  #day = ''
  #salts: Promise<Map<string, Buffer>> | undefined

  constructor(db: Database) {
    this.#db = db
  }

  async identify(tenantId: string, address: string, userAgent: string, now: number): Promise<Visitor> {
    const [today, yesterday] = [dayOf(now), dayOf(now - dayMs)]
    const salts = await this.#saltsOf(today, yesterday)
    const who = `${tenantId}\0${networkOf(address)}\0${userAgent}`
    const former = salts.get(yesterday)
    return {
      visitor: keyedHash(salts.get(today) as Buffer, who),
      formerVisitor: former && keyedHash(former, who),
    }
  }

  #saltsOf(today: string, yesterday: string): Promise<Map<string, Buffer>> {
    if (this.#salts && this.#day === today) return this.#salts
    const salts = this.#db.inTransaction((tx) => findSalts(tx, today, yesterday, randomBytes(32)))
    this.#day = today
    this.#salts = salts
    salts.catch(() => {
      if (this.#salts === salts) this.#salts = undefined
    })
    return salts
  }
}

function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10)
}

/** 128 bits in the form of a UUID, which PostgreSQL keeps in 16 bytes. */
function keyedHash(salt: Buffer, who: string): string {
  const hex = createHmac('sha256', salt).update(who).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}

/** Browsers change the second half of an IPv6 address every few hours; the first is the household or office. */
export function networkOf(address: string): string {
  const plain = unmapped(address).replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = tail?.split(':').filter(Boolean) ?? []
  const missing = tail === undefined ? 0 : 8 - groups.length - rest.length
  const all = [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...rest]
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
