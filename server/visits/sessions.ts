import type { Fragment, Reader } from '../database/database.ts'

export type TimeSpan = { startedAtMs: number; lastSeenAtMs: number }
/** The owner of a session: people and machines are separate, so that a prefetched page counts once it is seen. */
export type VisitOwner = { tenantId: string; audienceId: string; verdict: string; visitor: string }
export type Counts = {
  views: number
  /** In a session the sum over its stays, which doesn't depend on the order of reports; `seenMs` is what people read. */
  visibleMs: number
  scroll: number
  interactions: number
  actionClicks: number
  linkClicks: number
  formSubmits: number
}

export type Stay = VisitOwner & TimeSpan & Counts & { stayId: string; revision: number }
export type VisitSession = VisitOwner &
  TimeSpan &
  Counts & {
    pageId: string
    sessionId: string
    /** Why it is not human; set for new sessions only. */
    reason?: string | null
    /** JSON; set for new sessions only. */
    origin?: string | null
    /** Whether `visit.ended` will be written for it; decided when it starts. */
    awaitsEnd?: boolean
    /** The clicked actions, in order. */
    clickedActions: string[] | null
    /** The clicked links that are no actions, in order. */
    clickedLinks: string[] | null
    number: number
    /** Its only stay; null if there are several. */
    stayId: string | null
    revision: number
  }

/** How long a page was seen: windows beside each other are visible at the same time, so their sum may exceed the session. */
export function seenMs({ visibleMs, startedAtMs, lastSeenAtMs }: VisitSession): number {
  return Math.min(visibleMs, lastSeenAtMs - startedAtMs)
}

/** The same for the only rows of sessions in a query. */
export const seenMsColumn = (db: Reader): Fragment => db`least(visible_ms, last_seen_at_ms - started_at_ms)`
