import { versionState } from '../../shared/status.ts'
import { type Protection, protections, type Status, statusOf } from '../../shared/statusWords.ts'
import { dates, exactNumber, toWall } from '../api/locale.ts'
import type { Shape } from '../api/schema.ts'
import { readTime } from '../ui/figures.tsx'
import type { AudienceStanding, PageLinkStanding, PageStanding } from './queries.ts'

const dayFormat = dates({ day: 'numeric', month: 'short' })
const dayOfYearFormat = dates({ day: 'numeric', month: 'short', year: 'numeric' })
const timeFormat = dates({
  ...{ weekday: 'short', day: 'numeric', month: 'short' },
  ...{ hour: 'numeric', minute: '2-digit' },
})

/** `17 Dec`, with the year if it isn't the current one. */
export function dayOf(timestamp: string): string {
  const date = readTime(timestamp)
  return (
    toWall(+date).getFullYear() === toWall(Date.now()).getFullYear() ? dayFormat : dayOfYearFormat
  ).format(date)
}

/** `Wed 18 Nov, 9:00` */
export function timeOf(timestamp: string): string {
  const part = new Map(timeFormat.formatToParts(readTime(timestamp)).map(({ type, value }) => [type, value]))
  const hour = Number(part.get('hour'))
  return `${part.get('weekday')} ${part.get('day')} ${part.get('month')}, ${hour}:${part.get('minute')}`
}

const reachValues = (protection: Protection | null, closesAt: string | null) => ({
  ...(protection && { protection: protections[protection] }),
  ...(closesAt && { day: dayOf(closesAt) }),
})
const planValues = (at: string | null) => (at ? { time: timeOf(at) } : {})

export function audienceStatus(standing: AudienceStanding): Status {
  const { state, protection, closesAt, scheduledFor, shownVersion, newestVersion } = standing
  return statusOf('audience', state, {
    ...reachValues(protection, closesAt),
    ...planValues(scheduledFor),
    ...{ shown: shownVersion, newest: newestVersion },
  })
}

export function pageStatus(standing: PageStanding): Status {
  const { state, live, audiences, done, total, scheduledFor, url } = standing
  const status = statusOf('page', state, {
    ...planValues(scheduledFor),
    live: exactNumber(live),
    total: exactNumber(state === 'publishing' ? total : audiences),
    done: exactNumber(done),
  })
  // If only accounts and persons have addresses, they are copied in the list of audiences.
  return status.next === 'copyLink' && url === null ? { ...status, next: 'seeAudiences' } : status
}

export function linkStatus({ state, protection, closesAt }: PageLinkStanding): Status {
  return statusOf('link', state, reachValues(protection, closesAt))
}

type VersionContext = Pick<AudienceStanding, 'isLive'> & {
  published: Shape<'AudienceVersion'>
  scheduled?: { versionId: string | null; runAt: string } | undefined
}

/** The status of a version, which depends on other versions of its audience. */
export function versionStatus(
  version: Shape<'AudienceVersion'>,
  { isLive, published, scheduled }: VersionContext,
): Status {
  const scheduledFor = scheduled?.versionId === version.versionId ? scheduled.runAt : null
  const state = versionState(version, { isLive, published, scheduledFor })
  return statusOf('version', state, {
    ...planValues(scheduledFor),
    ...(version.archivedAt && { day: dayOf(version.archivedAt) }),
  })
}
