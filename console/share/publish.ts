import { api } from '../api/client.ts'
import { ProblemError } from '../api/problem.ts'
import type { Shape } from '../api/schema.ts'
import { type AudienceStanding, cancelScheduled } from '../status/queries.ts'
import { type PublishOffer, waitForRelease } from './offer.ts'
import type { ShareSubject } from './queries.ts'

/** The choices made in the panel. */
export type PublishChoices = {
  /** A new path, or a changed one for the existing link; undefined keeps the address. */
  path: string | undefined
  tenantDomainId: string | null
  /** Undefined keeps the protection. */
  gate: { password?: string | null; expiresAt: string | null } | undefined
  when: 'now' | 'draft' | { at: string }
}
type PublishContext = {
  subject: ShareSubject
  page: Pick<Shape<'Page'>, 'pageId' | 'status'>
  standing: AudienceStanding | undefined
  offer: Pick<PublishOffer, 'kind' | 'versionId'>
}
/** What was done, and how to undo it. */
export type PublishResult = {
  audienceId: string
  url: string | null
  at: string | undefined
  /** Known only now, as the service stores a hash. */
  password: string | undefined
  undo: () => Promise<void>
}

type Undo = () => Promise<unknown>

/** Creates and protects the address before publishing, so that nothing is public without its protection. */
export async function publishAndShare(
  context: PublishContext,
  choices: PublishChoices,
): Promise<PublishResult> {
  const { subject, page } = context
  const undos: Undo[] = []
  const target = await ensureAudience(subject)
  const linkId = await saveLink(context, choices, target.audienceId, undos)
  if (linkId && choices.gate) await api.pageLinks.updateGate(linkId, choices.gate)
  const { standing } = context
  // The new choice replaces an earlier schedule.
  if (standing?.scheduledFor) await cancelScheduled({ ...standing, releaseId: standing.scheduledReleaseId })
  const at = typeof choices.when === 'object' ? choices.when.at : undefined
  if (choices.when === 'now') {
    await publish(context, target, undos)
    if (page.status !== 'published') await publishPage(page.pageId, undos)
  } else if (at) await schedulePublishing(context, target, at, undos)
  const { url } = await api.pageLinks.getShare(page.pageId, target.audienceId)
  const undo = async () => {
    for (const one of undos.toReversed()) await one()
  }
  return { audienceId: target.audienceId, url, at, password: choices.gate?.password ?? undefined, undo }
}

type PublishTarget = { audienceId: string; firstVersionId: string | undefined }

async function ensureAudience({ pageId, audienceId }: ShareSubject): Promise<PublishTarget> {
  if (audienceId) return { audienceId, firstVersionId: undefined }
  const made = await api.audiences.create(pageId)
  return { audienceId: made.audienceId, firstVersionId: made.latestVersion.versionId }
}

async function saveLink(
  { standing }: PublishContext,
  { path, tenantDomainId }: PublishChoices,
  audienceId: string,
  undos: Undo[],
): Promise<string | null> {
  const known = standing?.pageLinkId ?? null
  if (path === undefined) return known
  const body = { path, tenantDomainId, target: { targetType: 'audience', audienceId } }
  if (known) {
    const before = await api.pageLinks.get(known)
    await api.pageLinks.update(known, body)
    undos.push(() => api.pageLinks.update(known, { path: before.path }))
    return known
  }
  const { pageLinkId } = await api.pageLinks.create(body)
  undos.push(() => api.pageLinks.delete(pageLinkId))
  return pageLinkId
}

async function publish(
  { subject, standing, offer }: PublishContext,
  target: PublishTarget,
  undos: Undo[],
): Promise<void> {
  const { pageId, versionId } = subject
  if (offer.kind === 'none') return
  if (versionId && standing) {
    const put = (id: string) => api.versions.publish(pageId, target.audienceId, id)
    await put(versionId)
    if (standing.isLive) undos.push(() => put(standing.shownVersionId))
    return
  }
  const { releaseId } = await api.releases.create(pageId, releaseOf(offer, target))
  await waitForRelease(releaseId)
  const { items } = await api.releases.listRows(releaseId, { limit: 1 })
  const row = items[0]
  // An unchanged version was published before its page, and becomes visible with it.
  if (row?.status !== 'published' && row?.status !== 'unchanged')
    throw new ProblemError({
      status: 409,
      title: 'Not published',
      detail: row?.reason ?? 'Nothing to publish.',
    })
  undos.push(async () => {
    await api.releases.undo(releaseId)
    await waitForRelease(releaseId)
  })
}

function releaseOf({ kind }: PublishContext['offer'], { audienceId }: PublishTarget): Shape<'ReleaseInput'> {
  return { kind: kind === 'merge' ? 'base' : 'drafts', audiences: { audienceIds: [audienceId] } }
}

async function publishPage(pageId: string, undos: Undo[]): Promise<void> {
  await api.pages.publish(pageId)
  // Restored pages are drafts.
  undos.push(async () => {
    await api.pages.archive(pageId)
    await api.pages.restore(pageId)
  })
}

async function schedulePublishing(
  context: PublishContext,
  target: PublishTarget,
  at: string,
  undos: Undo[],
): Promise<void> {
  const { subject, page, offer, standing } = context
  const schedule = async (body: Omit<Shape<'ScheduleInput'>, 'runAt'>) => {
    const { scheduleId } = await api.schedules.create(subject.pageId, { ...body, runAt: at })
    undos.push(() => api.schedules.cancel(scheduleId))
  }
  if (page.status !== 'published') await schedule({ action: 'publishPage' })
  if (offer.kind === 'merge') {
    const { releaseId } = await api.releases.create(subject.pageId, {
      ...releaseOf(offer, target),
      publishAt: at,
    })
    undos.push(() => api.releases.cancel(releaseId))
    return
  }
  const versionId = target.firstVersionId ?? offer.versionId ?? standing?.newestVersionId
  if (versionId) await schedule({ action: 'publishVersion', audienceId: target.audienceId, versionId })
}
