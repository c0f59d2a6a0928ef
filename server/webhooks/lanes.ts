import type { LaneName } from './due.ts'

/**
 * Each subscription has a lane of its own, as wide as its receiver is quick: it doubles with every quick answer and
 * falls to one with a slow one or none. So a receiver that hangs holds one connection, and one that only pretends to
 * be quick holds no more than its tenant's part.
 */
type Lane = LaneName & { width: number; inFlight: number }

const firstWidth = 4
const mostWidth = 64
const quickMs = 2_000
/** Tries under way at once in this process: of all tenants, and of one. */
const most = 2_000
const mostOfTenant = 500
/** Subscriptions asked about in one statement. */
const mostAsked = 200

export type Ask = LaneName & { room: number }

/** Which subscriptions may have something due, and how much of each may be sent at once. */
export class Lanes {
  readonly #lanes = new Map<string, Lane>()
  readonly #stirred = new Set<Lane>()
  readonly #ofTenant = new Map<string, number>()
  #inFlight = 0

  /** Something of this subscription may be due. */
  stir(name: LaneName) {
    this.#stirred.add(this.#laneOf(name))
  }

  /** What to ask the database for. Lanes that are half full wait, so that what is asked for is worth a statement. */
  takeRoom(): Ask[] {
    const asked: Ask[] = []
    const ofTenant = new Map(this.#ofTenant)
    let left = most - this.#inFlight
    for (const lane of this.#stirred) {
      if (left <= 0 || asked.length === mostAsked) break
      if (lane.inFlight > lane.width / 2) continue
      const busy = ofTenant.get(lane.tenantId) ?? 0
      const room = Math.min(lane.width - lane.inFlight, mostOfTenant - busy, left)
      if (room <= 0) continue
      left -= room
      ofTenant.set(lane.tenantId, busy + room)
      // Taken out before the question, so that what is told of while it is asked is not forgotten.
      this.#stirred.delete(lane)
      asked.push({ tenantId: lane.tenantId, subscriptionId: lane.subscriptionId, room })
    }
    return asked
  }

  /** A lane that got all it had room for may have more due; it goes to the end of the line. */
  settleRoom(asked: Ask[], got: LaneName[]) {
    const counts = Map.groupBy(got, ({ subscriptionId }) => subscriptionId)
    for (const ask of asked) {
      if (counts.get(ask.subscriptionId)?.length === ask.room) this.stir(ask)
      else this.#forgetIdle(this.#laneOf(ask))
    }
  }

  /** A try begins; the function returned is told when it ends and how long the receiver took, if it was called. */
  enter(name: LaneName): (tookMs?: number) => void {
    const lane = this.#laneOf(name)
    this.#count(lane, 1)
    return (tookMs) => {
      this.#count(lane, -1)
      if (tookMs !== undefined) lane.width = tookMs < quickMs ? Math.min(mostWidth, lane.width * 2) : 1
      this.#forgetIdle(lane)
    }
  }

  #count(lane: Lane, change: 1 | -1) {
    lane.inFlight += change
    this.#inFlight += change
    const ofTenant = (this.#ofTenant.get(lane.tenantId) ?? 0) + change
    if (ofTenant > 0) this.#ofTenant.set(lane.tenantId, ofTenant)
    else this.#ofTenant.delete(lane.tenantId)
  }

  #laneOf({ tenantId, subscriptionId }: LaneName): Lane {
    let lane = this.#lanes.get(subscriptionId)
    if (!lane) {
      lane = { tenantId, subscriptionId, width: firstWidth, inFlight: 0 }
      this.#lanes.set(subscriptionId, lane)
    }
    return lane
  }

  /** Only those that were found slow are worth remembering. */
  #forgetIdle(lane: Lane) {
    if (lane.inFlight === 0 && lane.width >= firstWidth && !this.#stirred.has(lane))
      this.#lanes.delete(lane.subscriptionId)
  }
}
