import { MinuteCounts } from '../web/minuteCounts.ts'
import { networkOf } from '../web/network.ts'

/** Accepted requests per minute and node. */
export type AnonymousRates = { visitor: number; network: number; page?: number }

export const reportRates: AnonymousRates = { visitor: 120, network: 600, page: 60_000 }
export const formRates: AnonymousRates = { visitor: 10, network: 30 }

/**
 * Limits anonymous requests. A visitor is identified by address and user agent, which are easy to change; a network is
 * not, so it has a separate limit. The total per page is limited too.
 */
export class AnonymousLimits {
  readonly #visitors: MinuteCounts
  readonly #networks: MinuteCounts
  readonly #pages: MinuteCounts | undefined

  constructor({ visitor, network, page }: AnonymousRates) {
    this.#visitors = new MinuteCounts(visitor)
    this.#networks = new MinuteCounts(network)
    this.#pages = page === undefined ? undefined : new MinuteCounts(page)
  }

  takeNetwork(address: string, now: number): boolean {
    return this.#networks.take(networkOf(address), now)
  }

  takeVisitor(visitor: string, now: number): boolean {
    return this.#visitors.take(visitor, now)
  }

  takePage(pageId: string, now: number): boolean {
    return this.#pages?.take(pageId, now) ?? true
  }
}
