import { Problem } from '../../shared/problem.ts'
import type { Tx } from '../database/database.ts'
import { notifySite } from '../database/siteChanges.ts'
import type { LockedAudience } from './queries.ts'
import type { AudienceVersion, VersionStatus } from './schema.ts'
import { changeVersion } from './writeQueries.ts'

type Stamp = 'queuedAt' | 'becameDraftAt' | 'publishedAt' | 'cancelledAt' | 'obsoleteAt' | 'archivedAt'
type Transition = {
  from: readonly VersionStatus[]
  to: VersionStatus
  stamps: readonly Stamp[]
  clears?: readonly Stamp[]
}

/** All status transitions of a version, and the timestamps each sets or clears. */
export const steps = {
  queue: { from: ['pending'], to: 'queued', stamps: ['queuedAt'] },
  start: { from: ['queued'], to: 'processing', stamps: [] },
  finish: { from: ['processing'], to: 'draft', stamps: ['becameDraftAt'] },
  cancel: { from: ['pending', 'queued', 'processing'], to: 'cancelled', stamps: ['cancelledAt'] },
  publish: {
    from: ['draft', 'archived'],
    to: 'published',
    stamps: ['publishedAt'],
    clears: ['obsoleteAt', 'archivedAt'],
  },
  archive: { from: ['published'], to: 'archived', stamps: ['obsoleteAt', 'archivedAt'] },
} as const satisfies Record<string, Transition>

/** Applies one transition to a version; undefined if its status does not allow it. The caller has locked the audience. */
export async function takeStep(
  tx: Tx,
  tenantId: string,
  { audienceId, at }: LockedAudience,
  versionId: string,
  name: keyof typeof steps,
  also: object = {},
): Promise<AudienceVersion | undefined> {
  const { from, to, stamps, clears = [] }: Transition = steps[name]
  const changes = {
    status: to,
    ...Object.fromEntries(stamps.map((stamp) => [stamp, at])),
    ...Object.fromEntries(clears.map((stamp) => [stamp, null])),
    ...also,
  }
  const version = await changeVersion(tx, tenantId, { audienceId, versionId, from }, changes)
  if (version && (to === 'published' || from.includes('published'))) notifySite(tx, tenantId, audienceId)
  return version
}

/** Throws if the audience is archived: it can only be read and restored. */
export function refuseArchived({
  audienceId,
  archivedAt,
}: Pick<LockedAudience, 'audienceId' | 'archivedAt'>) {
  if (archivedAt !== null)
    throw new Problem('state_conflict', `The audience ${audienceId} is archived. Restore it first.`)
}
