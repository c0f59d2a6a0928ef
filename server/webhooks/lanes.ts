import type { Claim, LaneName } from './due.ts'

/**
 * Each subscription has a lane of its own, as wide as its receiver is quick: it doubles with every quick answer and
 * falls to one with a slow one or none. So a receiver that hangs holds one connection, and one that only pretends to
 * be quick holds no more than its tenant's part.
 */
type Lane = LaneName & {
  /** How many tries may be under way at once. */
  width: number
  inFlight: number
  /** Taken up ahead of time, so that a quick receiver never waits for the database. */
  waiting: Claim[]
  /** Whether the database may have more for it. */
  stirred: boolean
}

const firstWidth = 4
const mostWidth = 64
/** How many widths a lane takes up ahead: at 64 and 2 s a try, the last of them still begins within 8 s. */
const ahead = 4
const quickMs = 2_000
/** Deliveries taken up at once in this process: of all tenants, and of one. */
const most = 4_000
const mostOfTenant = 1_000
/** Subscriptions asked about in one statement. */
const mostAsked = 200

export type Ask = LaneName & { room: number }

/** Which subscriptions may have something due, and how much of each is taken up and sent at once. */
export class Lanes {
  readonly #lanes = new Map<string, Lane>()
  /** Those that are stirred and, when they were put here, had room. */
  readonly #ready = new Set<Lane>()
  readonly #ofTenant = new Map<string, number>()
  #held = 0

  /** Something of this subscription may be due. */
  stir(name: LaneName) {
    this.#stir(this.#laneOf(name))
  }

  /** What to ask the database for. */
  takeRoom(): Ask[] {
    const asked: Ask[] = []
    const ofTenant = new Map(this.#ofTenant)
    let left = most - this.#held
    for (const lane of this.#ready) {
      if (left <= 0 || asked.length === mostAsked) break
      const ofThis = ofTenant.get(lane.tenantId) ?? 0
      const room = Math.min(roomOf(lane), mostOfTenant - ofThis, left)
      if (room <= 0) continue
      left -= room
      ofTenant.set(lane.tenantId, ofThis + room)
      // No longer stirred before the question is put, so that what happens while it is asked is not forgotten.
      lane.stirred = false
      this.#ready.delete(lane)
      asked.push({ tenantId: lane.tenantId, subscriptionId: lane.subscriptionId, room })
    }
    return asked
  }

  /** Takes in what the database gave; returns what may be sent now. */
  accept(asked: Ask[], claims: Claim[]): Claim[] {
    const ofLane = Map.groupBy(claims, ({ subscriptionId }) => subscriptionId)
    return asked.flatMap((ask) => {
      const lane = this.#laneOf(ask)
      const got = ofLane.get(ask.subscriptionId) ?? []
      lane.waiting.push(...got)
      this.#count(lane, got.length)
      // One that got all it had room for may have more due; it goes to the end of the line.
      if (got.length === ask.room) this.#stir(lane)
      return this.#begin(lane)
    })
  }

  /** A try has ended: returns what may be sent in its place. Without a time, the receiver was not called. */
  finish(claim: Claim, tookMs?: number): Claim[] {
    const lane = this.#laneOf(claim)
    lane.inFlight--
    this.#count(lane, -1)
    if (tookMs !== undefined) lane.width = tookMs < quickMs ? Math.min(mostWidth, lane.width * 2) : 1
    if (lane.stirred) this.#stir(lane)
    return this.#begin(lane)
  }

  /** Gives back what was taken up and has not begun. */
  abandon(): Claim[] {
    return [...this.#lanes.values()].flatMap((lane) => {
      const claims = lane.waiting.splice(0)
      this.#count(lane, -claims.length)
      return claims
    })
  }

  #stir(lane: Lane) {
    lane.stirred = true
    if (roomOf(lane) > 0) this.#ready.add(lane)
    else this.#ready.delete(lane)
  }

  #begin(lane: Lane): Claim[] {
    const claims = lane.waiting.splice(0, Math.max(0, lane.width - lane.inFlight))
    lane.inFlight += claims.length
    // Of lanes without work, only those that were found slow are worth remembering.
    if (lane.inFlight === 0 && lane.width >= firstWidth && !lane.stirred)
      this.#lanes.delete(lane.subscriptionId)
    return claims
  }

  #count(lane: Lane, change: number) {
    this.#held += change
    const ofTenant = (this.#ofTenant.get(lane.tenantId) ?? 0) + change
    if (ofTenant > 0) this.#ofTenant.set(lane.tenantId, ofTenant)
    else this.#ofTenant.delete(lane.tenantId)
  }

  #laneOf({ tenantId, subscriptionId }: LaneName): Lane {
    let lane = this.#lanes.get(subscriptionId)
    if (!lane) {
      lane = { tenantId, subscriptionId, width: firstWidth, inFlight: 0, waiting: [], stirred: false }
      this.#lanes.set(subscriptionId, lane)
    }
    return lane
  }
}

/** Nothing while a lane is still half full, so that asking is worth a statement. */
function roomOf({ width, inFlight, waiting }: Lane): number {
  const reach = width === 1 ? 1 : width * ahead
  const held = inFlight + waiting.length
  return held > reach / 2 ? 0 : reach - held
}
