import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { readQuery } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'
import { checkQuery, diffQuery, documentQuery, versionQuery } from '../audiences/studio/queries.ts'
import type { Document, Operation } from '../documents/document.ts'
import type { RenderTarget } from '../documents/rendering.ts'
import { pageDocumentQuery } from '../pages/queries.ts'
import { isUnderWay, rowDiffQuery } from '../releases/queries.ts'
import type { AudienceStanding } from '../status/queries.ts'
import type { ShareSubject } from './queries.ts'

/** What publishing would make public. */
export type PublishOffer = {
  /**
   * `first`: the page as it is, for everyone; `version`: a version of the audience; `merge`: its newest version with
   * the page's changes; `none`: visitors see the newest version already.
   */
  kind: 'first' | 'version' | 'merge' | 'none'
  versionId: string | undefined
  /** Undefined until it is known. */
  versionNumber: number | undefined
  target: RenderTarget
  before: Document | undefined
  after: Document | undefined
  operations: Operation[]
  check: Shape<'VersionCheck'> | undefined
  isLoading: boolean
  error: unknown
}

export function useOffer(
  { pageId, audienceId, versionId }: ShareSubject,
  standing?: AudienceStanding,
): PublishOffer {
  const where = { pageId, audienceId: audienceId ?? '' }
  const kind = kindOf(audienceId, versionId, standing)
  const chosen = versionId ?? standing?.newestVersionId ?? ''
  const shown = standing?.isLive ? standing.shownVersionId : undefined
  const [isFirst, isMerge] = [kind === 'first', kind === 'merge']
  const base = useQuery({ ...pageDocumentQuery(pageId), enabled: isFirst })
  const baseCheck = useQuery({ ...pageCheckQuery(pageId), enabled: isFirst })
  const hasVersion = !isFirst && chosen !== ''
  const own = useQuery({ ...documentQuery(where, chosen), enabled: hasVersion && !isMerge })
  const isNewest = chosen === standing?.newestVersionId
  const older = useQuery({ ...versionQuery(where, chosen), enabled: hasVersion && !isNewest })
  const before = useQuery({
    ...documentQuery(where, shown ?? ''),
    enabled: hasVersion && shown !== undefined,
  })
  const isOther = shown !== undefined && shown !== chosen
  const diff = useQuery({
    ...diffQuery(where, chosen, shown ?? ''),
    enabled: hasVersion && isOther && !isMerge,
  })
  const check = useQuery({ ...checkQuery(where, chosen), enabled: hasVersion })
  const merged = useQuery({ ...mergeQuery(pageId, where.audienceId, chosen), enabled: isMerge && hasVersion })
  const after = isFirst ? base.data : isMerge ? merged.data?.document : own.data?.document
  return {
    kind,
    versionId: chosen || undefined,
    versionNumber: isNewest ? standing.newestVersion : older.data?.versionNumber,
    target: audienceId ? { audienceId } : { pageId },
    before: before.data?.document,
    after: after as Document | undefined,
    operations: (isMerge ? merged.data?.operations : diff.data?.operations) ?? [],
    check: isFirst ? baseCheck.data : check.data,
    isLoading: after === undefined || (isOther && !isMerge && !diff.data),
    error: base.error ?? own.error ?? before.error ?? diff.error ?? merged.error,
  }
}

function kindOf(
  audienceId: string | undefined,
  versionId: string | undefined,
  standing: AudienceStanding | undefined,
): PublishOffer['kind'] {
  if (audienceId === undefined) return 'first'
  if (!standing) return 'version'
  if (versionId) return standing.isLive && versionId === standing.shownVersionId ? 'none' : 'version'
  if (standing.baseState === 'behind') return 'merge'
  return standing.isLive && standing.newestVersionId === standing.shownVersionId ? 'none' : 'version'
}

export function pageCheckQuery(pageId: string) {
  return readQuery(keys.pages.check(pageId), (call) => api.pages.checkDocument(pageId, call))
}

/** The newest version with the page's changes, from the dry run of a release to one audience. */
function mergeQuery(pageId: string, audienceId: string, versionId: string) {
  return queryOptions({
    queryKey: keys.releases.diff(`of ${versionId}`, audienceId),
    queryFn: async ({ client }) => {
      const { releaseId } = await api.releases.create(pageId, {
        ...{ kind: 'base', audiences: { audienceIds: [audienceId] }, dryRun: true },
      })
      await waitForRelease(releaseId)
      return await client.fetchQuery(rowDiffQuery(releaseId, audienceId))
    },
    staleTime: 0,
    gcTime: 0,
  })
}

export async function waitForRelease(releaseId: string): Promise<Shape<'Release'>> {
  for (let pauseMs = 60; ; pauseMs = Math.min(pauseMs * 1.5, 1_000)) {
    const release = await api.releases.get(releaseId)
    if (!isUnderWay(release)) return release
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
