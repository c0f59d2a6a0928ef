import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { keys } from '../../api/keys.ts'
import { useList } from '../../api/lists.ts'
import { isTransient } from '../../api/problem.ts'
import {
  type AudienceIds,
  type AudienceVersion,
  audienceQuery,
  documentQuery,
  useRefresh,
  versionQuery,
  versionsQuery,
} from './queries.ts'
import { hasDocument, useLiveDocument, useRuns } from './runs.ts'
import { isUnderWay } from './standing.ts'

export type ShownVersion = ReturnType<typeof useShown>

/** The shown version: the one in the URL, else the one being generated, else the newest. */
export function useShown(where: AudienceIds, versionId: string | undefined) {
  const audience = useQuery(audienceQuery(where))
  const versions = useList(versionsQuery(where))
  const { runs, isConnected } = useRuns(where)
  const isEnded = (versionId: string) =>
    versions.rows.some((version) => version.versionId === versionId && !isUnderWay(version.status))
  const running = [...runs.values()].findLast(
    ({ status, versionId }) => status === 'processing' && !isEnded(versionId),
  )
  const latest = running ?? [...runs.values()].findLast(({ operations }) => operations.length > 0)
  // Work continues from the newest version that is not obsolete.
  const newest =
    versions.rows.find((version) => hasDocument(version) && version.obsoleteAt === null) ??
    versions.rows.find(hasDocument)
  const named = useNamed(where, versions.rows, versions.isLoading, versionId)
  const opened = versionId ? named : newest
  const live = useLiveDocument(where, latest, versions.rows)
  const stored = useQuery({
    ...documentQuery(where, opened?.versionId ?? ''),
    enabled: opened !== undefined,
    placeholderData: (before) => before,
  })
  const isLive = live !== undefined && !versionId
  const isBusy = running !== undefined || versions.rows.some(({ status }) => isUnderWay(status))
  useVersionPolling(where, isBusy)
  return {
    audience,
    versions,
    runs,
    running,
    isConnected,
    newest,
    opened,
    /** The version that is being generated, if it is shown. */
    making: isLive ? versions.rows.find((version) => version.versionId === latest?.versionId) : undefined,
    document: isLive ? live : stored.data?.document,
    /** The stored document of the open version, without the changes of a run. */
    stored: stored.data?.document,
    // What is loaded stays visible while the service is unreachable or fails.
    error:
      lastingError(audience.error, audience.data !== undefined) ??
      lastingError(versions.error, versions.rows.length > 0) ??
      lastingError(stored.error, stored.data !== undefined),
    isBusy,
  }
}

/** The polling interval for versions during a run, in case the stream loses its end. */
const pollMs = 3_000

function useVersionPolling(where: AudienceIds, isBusy: boolean) {
  const client = useQueryClient()
  const refresh = useEffectEvent(useRefresh(where))
  const { audienceId } = where
  useEffect(() => {
    if (!isBusy) return
    const queryKey = keys.studio.versions(audienceId)
    const timer = setInterval(() => void client.invalidateQueries({ queryKey }), pollMs)
    return () => {
      clearInterval(timer)
      void refresh()
    }
  }, [isBusy, client, audienceId])
}

function lastingError(error: unknown, hasData: boolean): unknown {
  return hasData && isTransient(error) ? null : error
}

/** The version in the URL; loaded separately if it is older than those in the list. */
function useNamed(
  where: AudienceIds,
  versions: AudienceVersion[],
  isLoading: boolean,
  versionId: string | undefined,
) {
  const listed = versions.find((version) => version.versionId === versionId)
  const { data } = useQuery({
    ...versionQuery(where, versionId ?? ''),
    enabled: versionId !== undefined && !listed && !isLoading,
  })
  return listed ?? (data?.versionId === versionId ? data : undefined)
}

/** The versions to compare with; by default, the one it started from. */
export function comparisons(
  { versions, audience }: ShownVersion,
  shown: AudienceVersion,
  chosen: string | undefined,
) {
  const published = audience.data?.publishedVersion
  const finished = versions.rows.filter(hasDocument)
  const isListed = finished.some(({ versionId }) => versionId === published?.versionId)
  const all = published && !isListed ? [...finished, published] : finished
  const others = all.filter(({ versionId }) => versionId !== shown.versionId)
  const against =
    others.find(({ versionId }) => versionId === chosen) ??
    startOf(others, shown) ??
    others.find(({ status }) => status === 'published') ??
    others[0]
  return { others, against }
}

/** The newest earlier version that was not obsolete when this one began, so not one of an undone release. */
function startOf(
  versions: AudienceVersion[],
  { versionNumber, queuedAt, createdAt }: AudienceVersion,
): AudienceVersion | undefined {
  const beganAt = Number(queuedAt ?? createdAt)
  return versions
    .filter((one) => one.versionNumber < versionNumber)
    .filter(({ obsoleteAt }) => obsoleteAt === null || Number(obsoleteAt) >= beganAt)
    .reduce<AudienceVersion | undefined>(
      (newest, one) => (newest && newest.versionNumber > one.versionNumber ? newest : one),
      undefined,
    )
}
