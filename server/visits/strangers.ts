import { MinuteCounts } from '../web/minuteCounts.ts'
import { networkOf } from '../web/network.ts'

/** How much is taken a minute, by each node. */
export type StrangerRates = { visitor: number; network: number; page?: number }

export const reportRates: StrangerRates = { visitor: 120, network: 600, page: 60_000 }
export const formRates: StrangerRates = { visitor: 10, network: 30 }

/**
 * Limits what strangers send. A visitor is told by address and browser name, which costs nothing to change; a network
 * does not, so it has a limit of its own. What a page takes is bounded for all senders together.
 */
export class StrangerLimits {
  readonly #visitors: MinuteCounts
  readonly #networks: MinuteCounts
  readonly #pages: MinuteCounts | undefined

  constructor({ visitor, network, page }: StrangerRates) {
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
