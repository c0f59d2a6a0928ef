import { seenMs, type VisitSession } from './sessions.ts'

/** Sums over sessions from which all figures are computed. */
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

/** The periods of figures: hours, and UTC days. */
export type Grain = 'hour' | 'day'
export const grains: Record<Grain, number> = { hour: 3_600_000, day: 86_400_000 }

/** A session with less visible time than this, no interaction and one view is a bounce. */
export const bounceMs = 10_000

function figuresOf(session: VisitSession): Figures {
  const { views, scroll, interactions, actionClicks, formSubmits } = session
  const visibleMs = seenMs(session)
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
  /** Empty for the whole page. */
  audienceId: string
  grain: Grain
  startsAtMs: number
}
/** A change of the figures of a page, or of one of its audiences, for one hour or day. */
export type FigureChange = FigurePlace & Figures

/**
 * Collects changes, so that a batch updates each row of figures once. Audiences have hours only: they are many, and
 * nearly all have few hours with a session. The change of a page is the sum over its audiences.
 */
export class FigureChanges {
  readonly #hours = new Map<string, FigureChange>()

  add(session: VisitSession, sign: 1 | -1) {
    const { tenantId, pageId, audienceId, startedAtMs } = session
    const startsAtMs = startedAtMs - (startedAtMs % grains.hour)
    addTo(this.#hours, { tenantId, pageId, audienceId, grain: 'hour', startsAtMs }, figuresOf(session), sign)
  }

  /** The changes in key order, so that transactions can't deadlock. */
  list(): FigureChange[] {
    const all = new Map(this.#hours)
    for (const change of this.#hours.values())
      for (const [grain, ms] of Object.entries(grains) as [Grain, number][]) {
        const startsAtMs = change.startsAtMs - (change.startsAtMs % ms)
        const { tenantId, pageId } = change
        addTo(all, { tenantId, pageId, audienceId: '', grain, startsAtMs }, change, 1)
      }
    return [...all]
      .filter(([, change]) => !isZero(change))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, change]) => change)
  }
}

function addTo(changes: Map<string, FigureChange>, place: FigurePlace, more: Figures, sign: 1 | -1) {
  const { tenantId, pageId, audienceId, grain, startsAtMs } = place
  const key = `${tenantId} ${pageId} ${audienceId} ${grain} ${startsAtMs}`
  let change = changes.get(key)
  if (!change) {
    change = { ...place, ...noFigures }
    changes.set(key, change)
  }
  change.sessions += sign * more.sessions
  change.bounces += sign * more.bounces
  change.interactions += sign * more.interactions
  change.scroll += sign * more.scroll
  change.visibleMs += sign * more.visibleMs
  change.conversions += sign * more.conversions
  change.formSessions += sign * more.formSessions
}

/** Replaces a session's previous contribution with its current one. */
export function changeSession(
  changes: FigureChanges,
  before: VisitSession | undefined,
  after: VisitSession | undefined,
) {
  if ((before ?? after)?.verdict !== 'human') return
  if (before) changes.add(before, -1)
  if (after) changes.add(after, 1)
}

function isZero({ sessions, bounces, interactions, scroll, visibleMs, conversions, formSessions }: Figures) {
  return !(sessions || bounces || interactions || scroll || visibleMs || conversions || formSessions)
}
