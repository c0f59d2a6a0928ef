import { api, ask } from '../api/client.ts'
import { ProblemError } from '../api/problem.ts'
import type { Shape } from '../api/schema.ts'
import { createRelease, releaseVerbs } from '../releases/queries.ts'
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
  if (linkId && choices.gate)
    await ask(
      api.PATCH('/v0/page_links/{page_link_id}/gate', {
        params: { path: { page_link_id: linkId } },
        body: choices.gate,
      }),
    )
  const { standing } = context
  // The new choice replaces an earlier schedule.
  if (standing?.scheduledFor) await cancelScheduled({ ...standing, releaseId: standing.scheduledReleaseId })
  const at = typeof choices.when === 'object' ? choices.when.at : undefined
  if (choices.when === 'now') {
    await publish(context, target, undos)
    if (page.status !== 'published') await publishPage(page.pageId, undos)
  } else if (at) await schedulePublishing(context, target, at, undos)
  const { url } = await ask(
    api.GET('/v0/pages/{page_id}/audiences/{audience_id}/share', {
      params: { path: { page_id: page.pageId, audience_id: target.audienceId } },
    }),
  )
  const undo = async () => {
    for (const one of undos.toReversed()) await one()
  }
  return { audienceId: target.audienceId, url, at, password: choices.gate?.password ?? undefined, undo }
}

type PublishTarget = { audienceId: string; firstVersionId: string | undefined }

async function ensureAudience({ pageId, audienceId }: ShareSubject): Promise<PublishTarget> {
  if (audienceId) return { audienceId, firstVersionId: undefined }
  const made = await ask(
    api.POST('/v0/pages/{page_id}/audiences', { params: { path: { page_id: pageId } }, body: {} }),
  )
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
    const params = { path: { page_link_id: known } }
    const before = await ask(api.GET('/v0/page_links/{page_link_id}', { params }))
    await ask(api.PATCH('/v0/page_links/{page_link_id}', { params, body }))
    undos.push(() => ask(api.PATCH('/v0/page_links/{page_link_id}', { params, body: { path: before.path } })))
    return known
  }
  const { pageLinkId } = await ask(api.POST('/v0/page_links', { body }))
  undos.push(() =>
    ask(api.DELETE('/v0/page_links/{page_link_id}', { params: { path: { page_link_id: pageLinkId } } })),
  )
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
    const put = (id: string) =>
      ask(
        api.POST('/v0/pages/{page_id}/audiences/{audience_id}/versions/{version_id}/publish', {
          params: { path: { page_id: pageId, audience_id: target.audienceId, version_id: id } },
          body: {},
        }),
      )
    await put(versionId)
    if (standing.isLive) undos.push(() => put(standing.shownVersionId))
    return
  }
  const { releaseId } = await createRelease(pageId, releaseOf(offer, target))
  await waitForRelease(releaseId)
  const { items } = await ask(
    api.GET('/v0/releases/{release_id}/rows', {
      params: { path: { release_id: releaseId }, query: { limit: 1 } },
    }),
  )
  const row = items[0]
  // An unchanged version was published before its page, and becomes visible with it.
  if (row?.status !== 'published' && row?.status !== 'unchanged')
    throw new ProblemError({
      status: 409,
      title: 'Not published',
      detail: row?.reason ?? 'Nothing to publish.',
    })
  undos.push(async () => {
    await releaseVerbs.undo(releaseId)
    await waitForRelease(releaseId)
  })
}

function releaseOf({ kind }: PublishContext['offer'], { audienceId }: PublishTarget): Shape<'ReleaseInput'> {
  return { kind: kind === 'merge' ? 'base' : 'drafts', audiences: { audienceIds: [audienceId] } }
}

async function publishPage(pageId: string, undos: Undo[]): Promise<void> {
  const params = { path: { page_id: pageId } }
  await ask(api.POST('/v0/pages/{page_id}/publish', { params, body: {} }))
  // Restored pages are drafts.
  undos.push(async () => {
    await ask(api.POST('/v0/pages/{page_id}/archive', { params, body: {} }))
    await ask(api.POST('/v0/pages/{page_id}/restore', { params, body: {} }))
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
    const params = { path: { page_id: subject.pageId } }
    const { scheduleId } = await ask(
      api.POST('/v0/pages/{page_id}/schedules', { params, body: { ...body, runAt: at } }),
    )
    undos.push(() =>
      ask(
        api.POST('/v0/schedules/{schedule_id}/cancel', {
          params: { path: { schedule_id: scheduleId } },
          body: {},
        }),
      ),
    )
  }
  if (page.status !== 'published') await schedule({ action: 'publishPage' })
  if (offer.kind === 'merge') {
    const { releaseId } = await createRelease(subject.pageId, { ...releaseOf(offer, target), publishAt: at })
    undos.push(() => releaseVerbs.cancel(releaseId))
    return
  }
  const versionId = target.firstVersionId ?? offer.versionId ?? standing?.newestVersionId
  if (versionId) await schedule({ action: 'publishVersion', audienceId: target.audienceId, versionId })
}
