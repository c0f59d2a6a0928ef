export type Span = { startedAtMs: number; lastSeenAtMs: number }
/** Whose sessions are whose: people and machines are apart, so that a page fetched ahead counts once it is seen. */
export type Owner = { tenantId: string; audienceId: string; verdict: string; visitor: string }
export type Counts = {
  views: number
  visibleMs: number
  scroll: number
  interactions: number
  actionClicks: number
  formSubmits: number
}

export type Stay = Owner & Span & Counts & { stayId: string; revision: number }
export type Session = Owner &
  Span &
  Counts & {
    pageId: string
    sessionId: string
    /** Why it is no human's; only sessions that begin have it with them. */
    reason?: string | null
    /** JSON; only sessions that begin have it with them. */
    origin?: string | null
    /** Whether `visit.ended` is to be written for it; decided when it begins. */
    awaitsEnd?: boolean
    /** The actions that were clicked, in order. */
    clickedActions: string[] | null
    number: number
    /** The one stay it consists of; null once there were several. */
    stayId: string | null
    revision: number
  }
