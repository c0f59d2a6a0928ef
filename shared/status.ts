import type {
  AudienceState,
  LinkState,
  PageState,
  Protection,
  ReleaseState,
  VersionState,
} from './statusWords.ts'

/**
 * The state of an object as visitors would find it now. Derived from the fields of the API, for server and console.
 */

/** The gate of a link: what it asks for, and when it expires. */
export type LinkReach = {
  protection: Protection | null
  closesAt: string | null
  closed: 'expired' | 'usedUp' | null
}

type PageStatus = 'draft' | 'published' | 'archived'
export type BaseState = 'current' | 'behind' | 'conflicts' | 'detached' | 'unchecked'

export type AudienceFacts = {
  pageStatus: PageStatus
  isArchived: boolean
  /** One of its versions was published. */
  isLive: boolean
  /** The newest run of the agent. */
  work: 'none' | 'running' | 'failed'
  /** Its newest version is an unpublished draft. */
  hasDraft: boolean
  baseState: BaseState
  reach: LinkReach | null
  scheduledFor: string | null
}

export function audienceState(facts: AudienceFacts): AudienceState {
  const { work, reach, scheduledFor, baseState } = facts
  if (facts.isArchived) return 'offline'
  if (!facts.isLive || facts.pageStatus !== 'published') {
    if (work === 'running') return 'beingWritten'
    if (facts.isLive && facts.pageStatus === 'archived') return 'pageOffline'
    if (scheduledFor !== null) return 'scheduled'
    return work === 'failed' && !facts.hasDraft ? 'notWritten' : 'notLive'
  }
  if (work === 'running') return 'liveBeingWritten'
  if (reach === null) return 'liveNoAddress'
  if (reach.closed) return reach.closed
  if (baseState === 'conflicts') return 'liveUndecided'
  if (scheduledFor !== null) return 'liveScheduled'
  if (facts.hasDraft) return 'liveNewer'
  if (baseState === 'behind') return 'livePageNewer'
  return reachState(reach)
}

/** The state of a live object with a URL. */
function reachState({
  protection,
  closesAt,
  closed,
}: LinkReach): Extract<
  LinkState,
  'live' | 'liveLocked' | 'liveLockedUntil' | 'liveUntil' | 'expired' | 'usedUp'
> {
  if (closed) return closed
  if (protection) return closesAt === null ? 'liveLocked' : 'liveLockedUntil'
  return closesAt === null ? 'live' : 'liveUntil'
}

export type LinkFacts = Pick<AudienceFacts, 'pageStatus' | 'isArchived' | 'isLive'> & { reach: LinkReach }

export function linkState({ pageStatus, isArchived, isLive, reach }: LinkFacts): LinkState {
  if (isArchived || (isLive && pageStatus === 'archived')) return 'offline'
  if (!isLive || pageStatus !== 'published') return 'notLive'
  return reachState(reach)
}

export type PageFacts = {
  status: PageStatus
  isDeleted: boolean
  audiences: number
  /** Number of live audiences. */
  live: number
  /** One of those has a URL. */
  hasAddress: boolean
  /** A revision or a draft that live audiences don’t show yet. */
  hasNewer: boolean
  /** A release is running. */
  isPublishing: boolean
  scheduledFor: string | null
}

export function pageState(facts: PageFacts): PageState {
  if (facts.isDeleted) return 'trashed'
  if (facts.status === 'archived') return 'offline'
  if (facts.isPublishing) return 'publishing'
  if (facts.status === 'draft' || facts.live === 0)
    return facts.scheduledFor === null ? 'notLive' : 'scheduled'
  if (!facts.hasAddress) return 'liveNoAddress'
  const isPart = facts.live < facts.audiences
  if (facts.hasNewer) return isPart ? 'livePartNewer' : 'liveNewer'
  if (facts.scheduledFor !== null) return 'liveScheduled'
  return isPart ? 'livePart' : 'live'
}

export type VersionFacts = {
  status: string
  versionNumber: number
  archivedAt: string | null
  obsoleteAt: string | null
}
/** What the versions of an audience are compared with. */
export type VersionSurroundings = {
  isLive: boolean
  published: { versionNumber: number; publishedAt: string | null }
  scheduledFor: string | null
}

export function versionState(
  { status, versionNumber, archivedAt, obsoleteAt }: VersionFacts,
  { isLive, published, scheduledFor }: VersionSurroundings,
): VersionState {
  if (status === 'pending' || status === 'queued' || status === 'processing') return 'beingWritten'
  if (status === 'cancelled') return 'stopped'
  if (scheduledFor !== null) return 'scheduled'
  if (status === 'published') return isLive ? 'live' : 'notLive'
  if (status === 'draft') return obsoleteAt === null ? 'draft' : 'earlierDraft'
  // It was archived by the roll-back to an older version.
  const isTakenBack = versionNumber > published.versionNumber && archivedAt === published.publishedAt
  return isTakenBack ? 'undone' : 'earlier'
}

export type ReleaseFacts = {
  status: string
  publish: boolean
  startedAt: string | null
  counts: { published: number; drafted: number; conflicts: number; blocked: number; failed: number }
}

export function releaseState({ status, publish, startedAt, counts }: ReleaseFacts): ReleaseState {
  if (status === 'running') return publish ? 'publishing' : 'saving'
  if (status === 'cancelling') return 'stopping'
  if (status === 'cancelled') return startedAt === null ? 'cancelled' : 'stopped'
  if (status === 'scheduled' || status === 'undoing' || status === 'undone') return status
  if (needingYou(counts) > 0) return 'undecided'
  if (counts.published > 0) return 'live'
  return counts.drafted > 0 ? 'saved' : 'unchanged'
}

/** The number of audiences of a release that need attention. */
export function needingYou({ conflicts, blocked, failed }: ReleaseFacts['counts']): number {
  return conflicts + blocked + failed
}
