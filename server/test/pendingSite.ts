import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from './client.ts'
import { waitForRelease } from './releases.ts'
import { newAudience, newLink, saying } from './sites.ts'
import { visit } from './visitor.ts'
import type { Target } from './writeAttacks.ts'

/** What is scheduled: versions of audiences on a published page, or pages with live audiences. */
export type PendingKind = 'audiences' | 'pages'

async function made<T>(answer: Promise<{ status: number; body: T }>): Promise<T> {
  const { status, body } = await answer
  assert.ok(status < 300, JSON.stringify(body))
  return body
}

export type ServedResponse = { path: string; status: number; text: string }

let network = 0
const soon = () => `+${Date.now() + 5_000}`
const far = () => `+${Date.now() + 3_600_000}`

/** A site that is not published yet. `publishLater` schedules all of it, `comeDue` lets it run, `hasRun` waits for it. */
export async function makePendingSite(client: Client, baseUrl: string, kind: PendingKind) {
  const publish = kind === 'pages'
  const things = await makeThings(client)
  const { brandId, accountId, personIds } = things
  const actions = [{ actionId: 'book', buttonTitle: 'Book', url: 'https://seen.example/book' }]
  const newPage = async (more: object) => {
    const input = { name: 'Pending', pageType: 'custom', brandId, actions, headerActionId: 'book', ...more }
    const { pageId } = await made(client.post('/v0/pages', input))
    await made(client.put(`/v0/pages/${pageId}/document`, saying('Hello {{account.name|you}}')))
    return pageId as string
  }
  const pageId = await newPage({})
  const page = `/v0/pages/${pageId}`
  if (kind === 'audiences') await made(client.post(`${page}/publish`, {}))
  const edit = async (audienceId: string, headline: string) =>
    (await made(client.post(`${page}/audiences/${audienceId}/versions`, { document: saying(headline) })))
      .versionId as string

  const everyone = await newAudience(client, pageId, { publish })
  const linkId = await newLink(client, '/seen', everyone.audienceId)
  const person = await newAudience(client, pageId, { publish, personId: personIds.linked })
  const account = await newAudience(client, pageId, { publish, accountId })
  await newLink(client, '/account', account.audienceId)
  const guarded = await newAudience(client, pageId, { publish, accountId: things.guardedAccountId })
  const guardedLinkId = await newLink(client, '/guarded', guarded.audienceId)
  await made(client.patch(`/v0/page_links/${guardedLinkId}/gate`, { password: 'open sesame' }))
  const kim = await newAudience(client, pageId, { publish, personId: personIds.guarded })
  const lee = await newAudience(client, pageId, { publish, personId: personIds.late })
  const quiet = await newAudience(client, pageId, { publish })
  const quietLinkId = await newLink(client, '/quiet', quiet.audienceId)
  const archived = await newAudience(client, pageId, { publish })
  await made(client.post(`${page}/audiences/${archived.audienceId}/archive`, {}))
  const decided = await newAudience(client, pageId)
  await newLink(client, '/decided', decided.audienceId)
  const own = await edit(decided.audienceId, 'Their own')
  await made(client.post(`${page}/audiences/${decided.audienceId}/versions/${own}/publish`, {}))
  const homeId = await newPage({ flags: ['home_page'] })
  const home = await newAudience(client, homeId)
  const homeNotLive = await newAudience(client, homeId, { publish: false })
  const draftPageId = await newPage({})
  const draft = await newAudience(client, draftPageId, { publish: false })

  const target: Target = {
    ...things,
    ...{ pageId, linkId, quietLinkId, homeId, guardedLinkId },
    audienceId: everyone.audienceId,
    draft: { pageId: draftPageId, audienceId: draft.audienceId },
    personRouteKey: person.personRouteKey as string,
    personAudienceId: person.audienceId,
    notLiveAudienceId: quiet.audienceId,
    archivedAudienceId: archived.audienceId,
    homeAudienceId: home.audienceId,
    homeNotLiveAudienceId: homeNotLive.audienceId,
  }
  const pending: { schedules: [page: string, id: string][]; releases: string[] } = {
    schedules: [],
    releases: [],
  }
  const schedule = async (of: string, body: object) => {
    const { scheduleId } = await made(client.post(`/v0/pages/${of}/schedules`, { runAt: far(), ...body }))
    pending.schedules.push([of, scheduleId])
  }
  const release = async (body: object) => {
    const { releaseId } = await made(client.post(`${page}/releases`, { publishAt: far(), ...body }))
    pending.releases.push(releaseId)
  }
  const publishLater = async () => {
    await schedule(homeId, { action: 'publishPage' })
    if (kind === 'pages') return await schedule(pageId, { action: 'publishPage' })
    await edit(everyone.audienceId, 'Drafted')
    const drafts = [everyone, person, account, guarded, kim, lee].map(({ audienceId }) => audienceId)
    await release({ kind: 'drafts', audiences: { audienceIds: drafts } })
    const { versionId } = quiet.publishedVersion
    await schedule(pageId, { action: 'publishVersion', audienceId: quiet.audienceId, versionId })
    await made(client.get(`${page}/base_states`))
    const { items } = await made(client.get(`${page}/conflicts?audienceId=${decided.audienceId}`))
    const decisions = items.map(({ conflictId }: { conflictId: string }) => ({
      ...{ audienceId: decided.audienceId, conflictId },
      ...{ decision: 'text', text: 'As decided' },
    }))
    await made(client.post(`${page}/conflicts/decisions`, decisions))
    await release({ kind: 'base', conflicts: 'decided', audiences: { audienceIds: [decided.audienceId] } })
  }
  const comeDue = async () => {
    for (const [, id] of pending.schedules) await made(client.patch(`/v0/schedules/${id}`, { runAt: soon() }))
    for (const id of pending.releases) await made(client.patch(`/v0/releases/${id}`, { publishAt: soon() }))
  }
  const hasRun = async () => {
    for (const id of pending.releases) await waitForRelease(client, id)
    for (const [of, id] of pending.schedules) await waitForSchedule(client, of, id)
  }
  // A separate network for each site, as wrong URLs of personal pages are limited by network.
  const headers = { 'x-forwarded-for': `10.${network >> 8}.${network++ & 255}.1` }
  const host = `${client.slug}.localhost:${new URL(baseUrl).port}`
  const closed = ['/guarded', `/seen/${kim.personRouteKey}`]
  const paths = ['/', '/seen', '/account', '/quiet', `/seen/${person.personRouteKey}`, ...closed]
  paths.push(`/seen/${lee.personRouteKey}`)
  if (kind === 'audiences') paths.push('/decided')
  return {
    ...target,
    publishLater,
    comeDue,
    hasRun,
    /** The status of each URL once everything is published. */
    statuses: paths.map((path) => (closed.includes(path) ? 403 : 200)),
    /** The responses of all URLs, without what differs between tenants. */
    snapshot: (): Promise<ServedResponse[]> =>
      Promise.all(
        paths.map(async (path) => {
          const { status, text } = await visit(baseUrl, host, path, { headers })
          return { path: withoutIds(path), status, text: withoutIds(text.replaceAll(client.slug, 'slug')) }
        }),
      ),
  }
}

/** Removes ids, keys, signatures, hashes, times, and patterns drawn from them. */
function withoutIds(text: string): string {
  return text
    .replaceAll(/<svg class="pt".*?<\/svg>/gs, 'pattern')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replaceAll(/[\w-]{16,}/g, 'id')
}

async function waitForSchedule(client: Client, pageId: string, scheduleId: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(100)) {
    const { status, body } = await client.get(`/v0/pages/${pageId}/schedules`)
    // The schedules of a deleted page can't be listed; they fail.
    if (status === 404) return
    const found = body.items.find((one: { scheduleId: string }) => one.scheduleId === scheduleId)
    if (found.status !== 'scheduled') return
  }
  throw new Error(`the schedule ${scheduleId} did not run`)
}

async function makeThings(client: Client) {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
  const { fileId } = await made(client.upload('a.svg', svg))
  const asset = { assetType: 'image', name: 'Seen', purpose: '', fileId }
  const { assetId } = await made(client.post('/v0/assets', asset))
  const { brandId } = await made(client.post('/v0/brands', { name: 'Seen', logoAssetId: assetId }))
  const { accountId } = await made(client.post('/v0/accounts', { domain: 'seen.example', name: 'Seen' }))
  const guarded = { domain: 'guarded.example' }
  const guardedAccountId = (await made(client.post('/v0/accounts', guarded))).accountId as string
  const newPerson = async (name: string, email: string) =>
    (await made(client.post('/v0/persons', { name, email }))).personId as string
  const personIds = {
    linked: await newPerson('Jane Doe', 'jane@seen.example'),
    ofNewAccount: await newPerson('Ann', 'ann@new-account.example'),
    ofGivenAccount: await newPerson('Bob', 'bob@given.example'),
    ofBatch: await newPerson('Cleo', 'cleo@batch.example'),
    guarded: await newPerson('Kim', 'kim@guarded.example'),
    late: await newPerson('Lee', 'lee@late.example'),
    invited: await newPerson('Vic', 'vic@vip.example'),
  }
  return { fileId, assetId, brandId, accountId, guardedAccountId, personIds }
}
