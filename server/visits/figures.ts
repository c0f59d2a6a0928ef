import type { Session } from './plan.ts'

/** Sums over sessions that figures of every kind can be made from. */
export type Figures = {
  sessions: number
  bounces: number
  interactions: number
  scroll: number
  visibleMs: number
  conversions: number
  formSessions: number
}

export const noFigures: Figures = {
  sessions: 0,
  bounces: 0,
  interactions: 0,
  scroll: 0,
  visibleMs: 0,
  conversions: 0,
  formSessions: 0,
}

/** What figures are kept for: hours, and days of UTC. */
export type Grain = 'hour' | 'day'
export const grains: Record<Grain, number> = { hour: 3_600_000, day: 86_400_000 }

/** A session with less visible time than this, no interaction and one view is a bounce. */
export const bounceMs = 10_000

export function figuresOf({
  views,
  visibleMs,
  scroll,
  interactions,
  actionClicks,
  formSubmits,
}: Session): Figures {
  return {
    sessions: 1,
    bounces: visibleMs < bounceMs && interactions === 0 && views === 1 ? 1 : 0,
    interactions,
    scroll,
    visibleMs,
    conversions: actionClicks > 0 || formSubmits > 0 ? 1 : 0,
    formSessions: formSubmits > 0 ? 1 : 0,
  }
}

type FigurePlace = {
  tenantId: string
  pageId: string
  /** Empty for the page as a whole. */
  audienceId: string
  grain: Grain
  startsAtMs: number
}
/** A difference in the figures of a page, or of one audience of it, for one hour or day. */
export type FigureChange = FigurePlace & Figures

/** Gathers differences, so that a batch changes each row of figures once. */
export class FigureChanges {
  readonly #changes = new Map<string, FigureChange>()

  add(tenantId: string, pageId: string, audienceId: string, grain: Grain, atMs: number, more: Figures) {
    const startsAtMs = atMs - (atMs % grains[grain])
    const key = `${tenantId} ${pageId} ${audienceId} ${grain} ${startsAtMs}`
    const known = this.#changes.get(key)
    this.#changes.set(key, {
      tenantId,
      pageId,
      audienceId,
      grain,
      startsAtMs,
      ...sum(known ?? noFigures, more, 1),
    })
  }

  /** What did change, in the order of its keys: whoever takes rows in one order never waits in a circle. */
  list(): FigureChange[] {
    return [...this.#changes]
      .filter(([, change]) => !isNothing(change))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, change]) => change)
  }
}

/**
 * Puts what a session comes to now in the place of what it came to before. Audiences have hours only: they are many,
 * and nearly all have few hours with a session in them.
 */
export function changeSession(
  changes: FigureChanges,
  before: Session | undefined,
  after: Session | undefined,
) {
  const any = before ?? after
  if (any?.verdict !== 'human') return
  const add = (atMs: number, more: Figures) => {
    changes.add(any.tenantId, any.pageId, any.audienceId, 'hour', atMs, more)
    changes.add(any.tenantId, any.pageId, '', 'hour', atMs, more)
    changes.add(any.tenantId, any.pageId, '', 'day', atMs, more)
  }
  if (before && after && before.startedAtMs === after.startedAtMs)
    return add(after.startedAtMs, sum(figuresOf(after), figuresOf(before), -1))
  if (before) add(before.startedAtMs, sum(noFigures, figuresOf(before), -1))
  if (after) add(after.startedAtMs, figuresOf(after))
}

function sum(a: Figures, b: Figures, sign: 1 | -1): Figures {
  return {
    sessions: a.sessions + sign * b.sessions,
    bounces: a.bounces + sign * b.bounces,
    interactions: a.interactions + sign * b.interactions,
    scroll: a.scroll + sign * b.scroll,
    visibleMs: a.visibleMs + sign * b.visibleMs,
    conversions: a.conversions + sign * b.conversions,
    formSessions: a.formSessions + sign * b.formSessions,
  }
}

function isNothing({
  sessions,
  bounces,
  interactions,
  scroll,
  visibleMs,
  conversions,
  formSessions,
}: Figures) {
  return !(sessions || bounces || interactions || scroll || visibleMs || conversions || formSessions)
}
