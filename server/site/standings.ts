import { audienceState, type LinkReach } from '../../shared/status.ts'
import type { AppContext } from '../context.ts'
import { type FoundUrl, findUrls, listPageAddresses } from '../links/addresses.ts'
import { compareStates } from '../releases/states.ts'
import { getReleasedPage } from '../releases/subjects.ts'
import { gateBefore } from './find.ts'
import {
  listAudienceRows,
  listLinkStandings,
  listPageStandings,
  reachOf,
  type StandingAudienceRow,
} from './standingQueries.ts'
import type { AudienceStanding, PageStanding } from './standingSchema.ts'

export { listLinkStandings }

type StandingContext = Pick<AppContext, 'db' | 'siteUrl' | 'publicUrl'>

const unfinished = new Set(['pending', 'queued', 'processing'])

export async function getAudienceStandings(
  context: StandingContext,
  tenantId: string,
  audienceIds: string[],
): Promise<AudienceStanding[]> {
  const { read } = context.db
  const [rows, urls] = await Promise.all([
    listAudienceRows(read, tenantId, audienceIds),
    findUrls(context, read, tenantId, audienceIds),
  ])
  const compared = await compareUnchecked(context, tenantId, rows)
  return rows.map((row) => {
    const baseState = compared.get(row.audienceId) ?? row.baseState
    return standingOf({ ...row, baseState }, urls.get(row.audienceId))
  })
}

function standingOf(row: StandingAudienceRow, found: FoundUrl | undefined): AudienceStanding {
  const { lastStatus, lastOutcome, gate, ownGate } = row
  const before = gateBefore({ audienceId: row.audienceId, depends: false, gate: ownGate }, { gate })
  const reach: LinkReach | null = found?.url ? reachOf(before) : null
  const work = unfinished.has(lastStatus) ? 'running' : lastOutcome === 'failed' ? 'failed' : 'none'
  const { audienceId, pageId, scheduleId, scheduledFor, scheduledReleaseId, baseState } = row
  return {
    ...{ audienceId, pageId, scheduleId, scheduledFor, scheduledReleaseId, baseState },
    isLive: row.isLive && row.pageStatus === 'published' && !row.isArchived,
    state: audienceState({ ...row, reach, work }),
    url: found?.url ?? null,
    pageLinkId: found?.pageLinkId ?? null,
    protection: reach?.protection ?? null,
    closesAt: reach?.closesAt ?? null,
    shownVersion: row.shownVersion,
    shownVersionId: row.shownVersionId,
    newestVersion: row.newestVersion,
    newestVersionId: row.newestVersionId,
  }
}

/** Compares audiences with their page if either has changed since the last comparison. */
async function compareUnchecked({ db }: StandingContext, tenantId: string, rows: StandingAudienceRow[]) {
  const states = new Map<string, StandingAudienceRow['baseState']>()
  const open = rows.filter((row) => row.baseState === 'unchecked' && !row.isArchived)
  for (const [pageId, some] of Map.groupBy(open, (row) => row.pageId)) {
    const page = await getReleasedPage(db.read, tenantId, pageId)
    const verdicts = await compareStates(
      db,
      tenantId,
      page,
      some.map(({ audienceId }) => audienceId),
    )
    for (const [audienceId, { state }] of verdicts) states.set(audienceId, state)
  }
  return states
}

export async function getPageStandings(
  context: StandingContext,
  tenantId: string,
  pageIds: string[],
): Promise<PageStanding[]> {
  const { read } = context.db
  const [standings, addresses] = await Promise.all([
    listPageStandings(read, tenantId, pageIds),
    listPageAddresses(context, read, tenantId, pageIds),
  ])
  return standings.map((one) => ({ ...one, url: addresses.get(one.pageId)?.publicUrl ?? null }))
}
