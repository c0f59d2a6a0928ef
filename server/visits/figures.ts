import type { Session } from './plan.ts'

/** What sessions come to: sums that figures of every kind can be made from. */
export type Figures = {
  sessions: number
  bounces: number
  interactions: number
  scroll: number
  visibleMs: number
  conversions: number
  formSessions: number
}

export type Grain = 'hour' | 'day'
export const grains: Record<Grain, number> = { hour: 3_600_000, day: 86_400_000 }

/** A difference in the figures of a page, or of one audience of it, for one hour or day. */
export type FigureChange = Figures & {
  tenantId: string
  pageId: string
  /** Empty for the page as a whole. */
  audienceId: string
  grain: Grain
  startsAt: number
}

/** A session with less visible time than this, no interaction and one view is a bounce. */
export const bounceMs = 10_000

export const noFigures: Figures = {
  sessions: 0,
  bounces: 0,
  interactions: 0,
  scroll: 0,
  visibleMs: 0,
  conversions: 0,
  formSessions: 0,
}

export function figuresOf(session: Session): Figures {
  const { views, visibleMs, scroll, interactions, actionClicks, formSubmits } = session
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

/** Gathers differences, so that a batch changes each row of figures once. */
export class FigureChanges {
  readonly #changes = new Map<string, FigureChange>()

  add(
    place: Pick<FigureChange, 'tenantId' | 'pageId' | 'audienceId' | 'grain' | 'startsAt'>,
    figures: Figures,
    sign: 1 | -1,
  ) {
    const key = `${place.tenantId} ${place.pageId} ${place.audienceId} ${place.grain} ${place.startsAt}`
    let change = this.#changes.get(key)
    if (!change) {
      change = { ...place, ...noFigures }
      this.#changes.set(key, change)
    }
    for (const name of Object.keys(figures) as (keyof Figures)[]) change[name] += sign * figures[name]
  }

  /** What did change, in the order of its keys: whoever locks rows in one order never waits in a circle. */
  list(): FigureChange[] {
    return [...this.#changes]
      .filter(([, { tenantId, pageId, audienceId, grain, startsAt, ...figures }]) =>
        Object.values(figures).some(Boolean),
      )
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, change]) => change)
  }
}

export function addSession(changes: FigureChanges, session: Session, sign: 1 | -1) {
  if (session.verdict !== 'human') return
  const { tenantId, pageId, audienceId, startedAt } = session
  const figures = figuresOf(session)
  for (const [grain, ms] of Object.entries(grains) as [Grain, number][])
    for (const part of ['', audienceId])
      changes.add(
        { tenantId, pageId, audienceId: part, grain, startsAt: startedAt - (startedAt % ms) },
        figures,
        sign,
      )
}
