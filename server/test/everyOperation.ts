import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../ids.ts'
import { createConnection } from '../oauth/queries.ts'
import type { ApiResponse, Client } from './client.ts'
import { settled, watch } from './conversation.ts'
import { acceptInvitation } from './members.ts'
import { newStay, openSite } from './visits.ts'
import type { World } from './world.ts'

/**
 * Calls every operation of the API at least once for one tenant, in a realistic order. Every call must succeed; results
 * are checked where later calls depend on them.
 */
export async function useEveryOperation(
  here: World,
  tenant: Client,
  calls: Set<string>,
  answered: AnsweredCall[] = [],
): Promise<void> {
  const client = demandSuccess(tenant, calls, answered)
  const hooks = await subscribe(here, client)
  const people = await meetPeople(client)
  const pictures = await uploadPictures(client, people)
  const page = await makePage(client, pictures)
  const live = await publishAudiences(here, client, { ...people, ...page })
  await converse(here, client, live, calls)
  await releaseChanges(client, live)
  await visitPage(here, client, { ...people, ...live })
  await scheduleSteps(client, live)
  await runBatches(client, { ...people, ...page })
  await exportAll(client)
  await manageTenant(here, client, live)
  await deliverEvents(here, client, hooks)
  await readAuditLog(client)
  await removeAll(client, { ...people, ...pictures, ...page, ...live })
}

export type AnsweredCall = { method: string; path: string; answer: ApiResponse }

/** The operations of the OpenAPI document that are not among these calls. */
export function findUncalled({ document }: World, calls: Set<string>): string[] {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  )
  return operations.filter((operation) => {
    // Ids contain a digit: `/v0/pages/search` is not a page.
    const pattern = new RegExp(`^${operation.replaceAll(/\{[^}]+\}/g, '[a-z_]*\\d[^/]*')}$`)
    return ![...calls].some((call) => pattern.test(call))
  })
}

/** Records the calls of a client, such as `get /v0/pages/…`, and throws if one fails. */
function demandSuccess(client: Client, calls: Set<string>, answered: AnsweredCall[]): Client {
  const send = async (method: Method, path: string, rest: unknown[]): Promise<ApiResponse> => {
    calls.add(`${method} ${path.split('?', 1)[0]}`)
    const answer = await (client[method] as (path: string, ...rest: unknown[]) => Promise<ApiResponse>)(
      path,
      ...rest,
    )
    answered.push({ method, path, answer })
    if (answer.status < 400) return answer
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  }
  const sent = methods.map((method) => [
    method,
    (path: string, ...rest: unknown[]) => send(method, path, rest),
  ])
  return {
    ...client,
    ...(Object.fromEntries(sent) as Pick<Client, Method>),
    async upload(...file) {
      calls.add('post /v0/files')
      const answer = await client.upload(...file)
      answered.push({ method: 'post', path: '/v0/files', answer })
      return answer
    },
  }
}

const methods = ['get', 'post', 'patch', 'put', 'delete'] as const
type Method = (typeof methods)[number]

async function subscribe({ sink }: World, client: Client) {
  const path = `/${client.slug}`
  const hooks = '/v0/webhook_subscriptions'
  const made = await client.post(hooks, { url: sink.url + path, events: ['*'] })
  const { subscriptionId } = made.body
  assert.equal((await client.get(hooks)).body.items.length, 1)
  assert.equal((await client.get(`${hooks}/${subscriptionId}`)).body.active, true)
  return { path, subscriptionId: subscriptionId as string }
}

async function meetPeople(client: Client) {
  const domain = `${client.slug}.example`
  const { accountId } = (await client.post('/v0/accounts', { domain, name: 'Walker Ltd' })).body
  const account = `/v0/accounts/${accountId}`
  const { personId } = (await client.post('/v0/persons', { name: 'Ada Walker', email: `ada@${domain}` })).body
  const person = `/v0/persons/${personId}`
  assert.equal((await client.get(person)).body.accountId, accountId)
  await client.patch(account, { name: 'Walkers' })
  await client.patch(person, { phoneNumber: '+48 58 123' })
  assert.equal((await client.get(account)).body.name, 'Walkers')
  assert.equal((await client.get('/v0/accounts?query=walkers')).body.totalCount, 1)
  assert.equal((await client.get('/v0/persons?query=ada')).body.totalCount, 1)
  await client.post(`${account}/activity`, { type: 'meeting.held', payload: { room: 4 }, personId })
  const logOf = { [account]: 'accountLogId', [person]: 'personLogId' }
  for (const [path, id] of Object.entries(logOf)) {
    const log = `${path}/logs/${(await client.post(`${path}/logs`, { text: 'Called' })).body[id]}`
    await client.patch(log, { text: 'Called back' })
    await client.delete(log)
    await client.post(`${log}/restore`, {})
    const { items } = (await client.get(`${path}/activity`)).body
    assert.ok(items.some(({ payload }: any) => payload.text === 'Called back'))
  }
  for (const owner of ['account', 'person']) {
    const field = { owner, key: 'tier', label: 'Tier', type: 'text' }
    const { fieldId } = (await client.post('/v0/custom_fields', field)).body
    await client.patch(`/v0/custom_fields/${fieldId}`, { label: 'Level' })
    const fields = `${owner === 'account' ? account : person}/fields`
    await client.patch(fields, { fields: { tier: 'gold' } })
    assert.deepEqual((await client.get(fields)).body.fields.tier, 'gold')
    if (owner === 'person') await client.delete(`/v0/custom_fields/${fieldId}`)
  }
  assert.equal((await client.get('/v0/custom_fields')).body.items.length, 1)
  const { viewId } = (
    await client.post('/v0/views', { list: 'accounts', name: 'Hot', search: 'sort=-visits' })
  ).body
  assert.equal((await client.get('/v0/views?list=accounts')).body.items.length, 1)
  await client.delete(`/v0/views/${viewId}`)
  await client.patch('/v0/dictionary', { add: ['Luminaire', 'okr'], remove: ['OKR', 'kpi'] })
  assert.deepEqual((await client.get('/v0/dictionary')).body.words, ['luminaire', 'okr'])
  await client.get(`/v0/analytics/engagement?accountId=${accountId}`)
  const double = (await client.post('/v0/accounts', { domain: `double.${domain}` })).body.accountId
  await client.post(`/v0/accounts/${double}/merge`, { intoAccountId: accountId })
  const spare = (await client.post('/v0/accounts', { domain: `spare.${domain}` })).body.accountId
  await client.delete(`/v0/accounts/${spare}`)
  return { accountId: accountId as string, personId: personId as string, domain }
}

const drawing = (side: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="9" height="9"/></svg>`

async function uploadPictures(client: Client, { accountId }: { accountId: string }) {
  const upload = async (name: string, side: number) =>
    (await client.upload(name, drawing(side))).body.fileId as string
  const [fileId, logoFileId] = [await upload('team.svg', 40), await upload('logo.svg', 20)]
  const image = { assetType: 'image', name: 'Team', purpose: 'Beside the team', fileId }
  const { assetId } = (await client.post('/v0/assets', image)).body
  const logo = { assetType: 'logo', name: 'Logo', purpose: '' }
  const { assetId: logoAssetId } = (await client.post(`/v0/files/${logoFileId}/asset`, logo)).body
  const asset = `/v0/assets/${assetId}`
  await client.patch(asset, { tags: ['team'] })
  await client.put(`${asset}/focal_point`, { x: 0.2, y: 0.8 })
  assert.deepEqual((await client.get(`${asset}/focal_point`)).body.x, 0.2)
  await client.delete(`${asset}/focal_point`)
  await client.post(`${asset}/trash`, {})
  await client.post(`${asset}/restore`, {})
  assert.equal((await client.get(asset)).body.trashedAt, null)
  assert.equal((await client.get('/v0/assets/search?query=team')).body.totalCount, 1)
  assert.equal((await client.get('/v0/assets')).body.totalCount, 2)
  const { brandId } = (await client.post('/v0/brands', { name: 'Walkers', primaryColor: '#aa3300' })).body
  await client.patch(`/v0/brands/${brandId}`, { logoAssetId })
  assert.equal((await client.get(`/v0/brands/${brandId}`)).body.logoAssetId, logoAssetId)
  await client.get('/v0/brands')
  await client.post('/v0/brands/read_site', { domain: '127.0.0.1:1' })
  await client.get('/v0/page_examples')
  await client.get('/v0/home')
  await client.get('/v0/own_visits')
  await client.put(`/v0/accounts/${accountId}/logo`, { logoAssetId })
  assert.equal((await client.get(`/v0/accounts/${accountId}/logo`)).body.logoAssetId, logoAssetId)
  return { assetId: assetId as string, brandId: brandId as string }
}

const saying = (headline: string, text = 'Once') => ({
  theme: {},
  blocks: [
    { id: 'hero', type: 'hero', props: { headline }, sources: [] },
    { id: 'text', type: 'text', props: { body: text }, sources: [] },
  ],
})

async function makePage(client: Client, { brandId }: { brandId: string }) {
  const actions = [{ actionId: 'book', buttonTitle: 'Book a call', url: 'https://acme.example/call' }]
  const input = { name: 'Spring', pageType: 'custom', brandId, actions }
  const { pageId } = (await client.post('/v0/pages', input)).body
  const page = `/v0/pages/${pageId}`
  await client.put(`${page}/document`, saying('Hello'))
  const operations = [{ type: 'setTheme', theme: { look: 'bold' } }]
  await client.post(`${page}/document/operations`, { operations, sitting: 'first', note: 'Bold' })
  await client.post(`${page}/document/close_revision`, { sitting: 'first' })
  assert.equal((await client.get(`${page}/document`)).body.theme.look, 'bold')
  const { items } = (await client.get(`${page}/document/revisions`)).body
  const [newest, before] = items.map(({ revision }: any) => revision)
  const revisions = `${page}/document/revisions`
  await client.get(`${revisions}/${newest}`)
  await client.get(`${revisions}/${before}/diff/${newest}`)
  await client.post(`${revisions}/${before}/restore`)
  await client.post(`${page}/document/messages`, { message: 'Change the headline to "Welcome"' })
  await client.patch(page, { title: 'Spring offer', flags: ['home_page'] })
  await client.post(`${page}/publish`, {})
  await client.get('/v0/pages')
  assert.equal((await client.get('/v0/pages/search?query=spring')).body.totalCount, 1)
  const { pageId: copyId } = (await client.post(`${page}/duplicate`, { name: 'Copy' })).body
  const copy = `/v0/pages/${copyId}`
  const { templateId } = (await client.post(`${copy}/template`, { name: 'Saved' })).body
  await client.patch(`/v0/page_templates/${templateId}`, { name: 'Kept' })
  await client.post('/v0/pages', { name: 'From template', pageType: 'custom', templateId })
  assert.equal((await client.get('/v0/page_templates')).body.items.length, 1)
  await client.delete(`/v0/page_templates/${templateId}`)
  await client.post(`${copy}/archive`, {})
  await client.post(`${copy}/restore`, {})
  await client.delete(copy)
  await client.get('/v0/templates')
  await client.get('/v0/block_types')
  await client.get('/v0/templates/preview?template=custom')
  await client.post('/v0/documents/render', { document: saying('Shown'), pageId })
  await client.get('/v0/stage')
  return { pageId: pageId as string, page }
}

type Live = Awaited<ReturnType<typeof publishAudiences>>

async function publishAudiences(
  here: World,
  client: Client,
  {
    personId,
    accountId,
    pageId,
    page,
  }: { personId: string; accountId: string; pageId: string; page: string },
) {
  const make = async (body: object) =>
    (await client.post(`${page}/audiences`, body)).body.audienceId as string
  const everyoneId = await make({ publish: true })
  const audienceId = await make({ personId, publish: true })
  const accountAudienceId = await make({ accountId, customName: 'The company' })
  const audience = `${page}/audiences/${audienceId}`
  const { versionId } = (await client.post(`${audience}/versions`, { document: saying('Hello Ada') })).body
  const version = `${audience}/versions/${versionId}`
  assert.equal((await client.get(version)).body.status, 'draft')
  for (const view of ['document', 'diff', 'preview', 'check']) await client.get(`${version}/${view}`)
  await client.post(`${version}/publish`, { operationKey: 'first' })
  await client.post(`${version}/force_publish`, {})
  assert.ok((await client.get(`${audience}/versions`)).body.totalCount >= 2)
  await client.patch(audience, { customName: 'For Ada' })
  assert.equal((await client.get('/v0/audiences/search?query=for+ada')).body.items.length, 1)
  assert.equal((await client.get('/v0/audiences')).body.totalCount, 3)
  assert.equal((await client.get(`${page}/audiences`)).body.totalCount, 3)
  assert.equal((await client.get(page)).body.audiencesCount, 3)
  const { personRouteKey } = (await client.post(`${audience}/rotate_route_key`, {})).body
  assert.match(personRouteKey, /^[0-9a-z]{10,}$/)
  const other = `${page}/audiences/${accountAudienceId}`
  await client.post(`${other}/archive`, {})
  await client.post(`${other}/restore`, {})
  const target = (id: string) => ({ targetType: 'audience', audienceId: id })
  const { pageLinkId } = (await client.post('/v0/page_links', { path: '/ada', target: target(everyoneId) }))
    .body
  const link = `/v0/page_links/${pageLinkId}`
  await client.patch(link, { path: '/hello', target: target(audienceId) })
  assert.equal((await client.get(link)).body.target.audienceId, audienceId)
  assert.equal((await client.get('/v0/page_links')).body.totalCount, 1)
  await client.patch(`${link}/gate`, { password: 'open sesame' })
  await client.get(`${link}/gate`)
  await client.patch(`${link}/gate`, { password: null })
  await client.put(`${page}/link_settings`, { personalLinks: 'query' })
  await client.get(`${page}/addresses`)
  await client.get(`${page}/addresses/export`)
  await client.get(`${audience}/share`)
  await client.get(`${page}/document/check`)
  const standings = '/v0/standings'
  const ids = `audienceId=${audienceId}&audienceId=${everyoneId}`
  assert.equal((await client.get(`${standings}/audiences?${ids}`)).body.items.length, 2)
  assert.equal((await client.get(`${standings}/pages?pageId=${pageId}`)).body.items[0].live, 2)
  assert.equal(
    (await client.get(`${standings}/page_links?pageLinkId=${pageLinkId}`)).body.items[0].state,
    'live',
  )
  const site = openSite(here, client)
  await eventually(async () => assert.match((await site.ask('/hello')).text, /Hello Ada/))
  return { page, pageId, audience, audienceId, everyoneId, link, versionId: versionId as string }
}

async function eventually(check: () => Promise<void>, withinMs = 10_000): Promise<void> {
  for (const until = Date.now() + withinMs; ; await sleep(25))
    try {
      return await check()
    } catch (error) {
      if (Date.now() > until) throw error
    }
}

async function converse({ baseUrl }: World, client: Client, { audience }: Live, calls: Set<string>) {
  calls.add(`get ${audience}/events`)
  const events = await watch(`${baseUrl}${audience}/events`, client.key)
  await client.get('/v0/agent')
  await client.post(`${audience}/messages`, { message: 'Change the headline to "Hello Countess"' })
  await events.until(({ event, data }) => event === 'status' && data.status === 'draft')
  const { latestVersion } = await settled(client, audience)
  const { body } = await client.get(`${audience}/versions/${latestVersion.versionId}/document`)
  assert.equal(body.blocks[0].props.headline, 'Hello Countess')
  assert.equal((await client.get(`${audience}/messages`)).body.totalCount, 2)
  await client.post(`${audience}/messages`, { message: 'Change the headline to "Again"' })
  await client.post(`${audience}/messages/interrupt`, {})
  await settled(client, audience)
  await client.put('/v0/agent/settings', { choice: 'builtin' })
  assert.equal((await client.get('/v0/agent/settings')).body.choice, 'builtin')
  const place = { provider: 'openai-compatible', baseUrl: 'https://127.0.0.1:9/v1' }
  const unreachable = { ...place, model: 'm' }
  assert.equal((await client.post('/v0/agent/test', unreachable)).body.success, false)
  assert.deepEqual((await client.post('/v0/agent/models', place)).body.models, [])
  assert.equal((await client.get('/v0/agent/local_servers')).status, 200)
  await client.put('/v0/agent/settings', { choice: 'service' })
  await client.put('/v0/agent/usage', { dailyTokenLimit: 1_000_000, whenUsedUp: 'builtin' })
  assert.equal((await client.get('/v0/agent/usage')).body.dailyTokenLimit, 1_000_000)
}

async function releaseChanges(client: Client, { page, audienceId, audience }: Live) {
  await client.put(`${page}/document`, saying('Hello again', 'Twice'))
  assert.ok((await client.get(`${page}/base_states`)).body.items.length >= 2)
  assert.equal((await client.get(`${page}/document/changes`)).status, 200)
  const [conflict] = (await client.get(`${page}/conflicts`)).body.items
  if (conflict)
    await client.post(`${page}/conflicts/decisions`, [
      { audienceId: conflict.audienceId, conflictId: conflict.conflictId, decision: 'keep' },
    ])
  else await client.post(`${page}/conflicts/decisions`, [])
  const input = { kind: 'base', audiences: { all: true }, conflicts: 'keep' }
  const { releaseId } = (await client.post(`${page}/releases`, input)).body
  const release = `/v0/releases/${releaseId}`
  await eventually(async () => assert.equal((await client.get(release)).body.status, 'finished'))
  assert.ok((await client.get(`${release}/rows`)).body.items.length >= 2)
  await client.get(`${release}/rows/${audienceId}/diff`)
  await client.get(`${release}/export`)
  await client.get(`${release}/undo`)
  await client.post(`${release}/undo`, {})
  await eventually(async () => assert.equal((await client.get(release)).body.status, 'undone'))
  const later = { ...input, publishAt: `+${Date.now() + 86_400_000}` }
  const planned = `/v0/releases/${(await client.post(`${page}/releases`, later)).body.releaseId}`
  await client.patch(planned, { publishAt: `+${Date.now() + 2 * 86_400_000}` })
  await client.post(`${planned}/cancel`, {})
  await client.get(`${page}/releases`)
  await client.post(`${audience}/detach`, {})
  await client.post(`${audience}/attach`, {})
}

async function visitPage(
  here: World,
  client: Client,
  { page, pageId, audienceId }: Live & { personId: string },
) {
  const site = openSite(here, client)
  const shown = (await site.ask('/hello')).text
  const token = /data-token="([^"]+)"/.exec(shown)?.[1]
  assert.ok(token, 'the page has a visit script')
  const report = {
    ...{ token, stay: newStay(), age: 4_000, span: 4_000, views: 1, visible: 4_000, scroll: 80 },
    ...{ interactions: 2, actions: ['book'], submits: 0, automated: false },
  }
  assert.equal(await site.report(report), 204)
  assert.equal(await site.report({ ...report, age: 9_000, span: 9_000, visible: 9_000, actions: [] }), 204)
  const summary = (await client.get(`${page}/analytics/summary`)).body
  assert.equal(summary.totalSessions, 1)
  await client.get(`${page}/analytics/timeseries`)
  await client.get(`${page}/analytics/audiences`)
  await client.get(`${page}/analytics/export`)
  const goal = { name: 'Booked', steps: [{ kind: 'opened' }, { kind: 'clickedAction' }] }
  const { goalId } = (await client.post(`${page}/goals`, goal)).body
  assert.deepEqual((await client.get(`${page}/analytics/breakdown?goalId=${goalId}`)).body.funnel, [1, 1])
  await client.put(`/v0/goals/${goalId}`, { ...goal, name: 'Called' })
  assert.equal((await client.get(`${page}/goals`)).body.items[0].name, 'Called')
  await client.delete(`/v0/goals/${goalId}`)
  await client.get(`/v0/analytics/pages?pageId=${pageId}`)
  const [visit] = (await client.get('/v0/visits')).body.items
  assert.deepEqual([visit.audienceId, visit.pageId], [audienceId, pageId])
  await client.get(`${page}/submissions`)
  await eventually(async () => assert.ok((await client.get('/v0/notices/unread')).body.count >= 1))
  const [notice] = (await client.get('/v0/notices')).body.items
  await client.post('/v0/notices/read', { upTo: notice.noticeId })
  await eventually(async () => assert.equal((await client.get('/v0/notices/unread')).body.count, 0))
  const channels = '/v0/notice_channels'
  const { channelId } = (await client.post(channels, { kind: 'slack', url: `${here.sink.url}/slack` })).body
  await client.patch(`${channels}/${channelId}`, { pace: 'hourly' })
  await client.post(`${channels}/${channelId}/test`, {})
  await client.get(channels)
  await client.delete(`${channels}/${channelId}`)
  await client.patch('/v0/console_channel', { kinds: ['form'] })
  assert.deepEqual((await client.get('/v0/console_channel')).body.kinds, ['form'])
}

async function scheduleSteps(client: Client, { page, audienceId, versionId }: Live) {
  const at = (ms: number) => `+${Date.now() + ms}`
  const archive = { action: 'archivePage', runAt: at(86_400_000) }
  const planned = `/v0/schedules/${(await client.post(`${page}/schedules`, archive)).body.scheduleId}`
  await client.patch(planned, { runAt: at(2 * 86_400_000) })
  await client.post(`${planned}/cancel`, {})
  const soon = { action: 'publishVersion', audienceId, versionId, runAt: at(200) }
  const { scheduleId } = (await client.post(`${page}/schedules`, soon)).body
  await eventually(async () => {
    const { items } = (await client.get(`${page}/schedules`)).body
    assert.equal(items.find((one: any) => one.scheduleId === scheduleId).status, 'done')
  })
}

async function runBatches(
  client: Client,
  { page, accountId, domain }: { page: string; accountId: string; domain: string },
) {
  const rows = `name,email,domain\nCleo,cleo@${domain},${domain}\nBroken,no address,${domain}\n`
  const csvFileId = (await client.upload('people.csv', rows, 'text/csv')).body.fileId
  const message = 'Change the headline to "Hello {{person.name}}"'
  const { batchId } = (await client.post(`${page}/audiences/bulk`, { csvFileId, message })).body
  const batch = `/v0/batches/${batchId}`
  await eventually(async () => assert.equal((await client.get(batch)).body.status, 'finished'), 30_000)
  const { items } = (await client.get(`${batch}/rows`)).body
  const failed = items.find(({ status }: any) => status === 'failed')
  assert.ok(failed)
  await client.post(`${batch}/retry`, { position: failed.position, values: { email: `dora@${domain}` } })
  await eventually(async () => assert.equal((await client.get(batch)).body.status, 'finished'), 30_000)
  const second = (await client.post(`${page}/audiences/bulk`, { accountIds: [accountId] })).body.batchId
  await client.post(`/v0/batches/${second}/cancel`, {})
  const accounts = `domain\nimported.${domain}\n`
  const importFile = (await client.upload('accounts.csv', accounts, 'text/csv')).body.fileId
  assert.equal((await client.post('/v0/batches/check', { csvFileId: importFile })).body.fresh, 1)
  const { batchId: imported } = (await client.post('/v0/accounts/import', { csvFileId: importFile })).body
  await eventually(async () =>
    assert.equal((await client.get(`/v0/batches/${imported}`)).body.counts.made, 1),
  )
  assert.equal((await client.get('/v0/batches')).body.totalCount, 3)
  await client.delete('/v0/demo')
  assert.ok((await client.get('/v0/rollouts')).body.counts.finished > 0)
}

async function exportAll(client: Client) {
  const tables = ['accounts', 'persons', 'pages', 'audiences', 'links', 'submissions', 'activity', 'visits']
  for (const table of [...tables, 'batches', 'assets', 'notices', 'deliveries']) {
    const { body } = await client.get(`/v0/exports/${table}`)
    if (table !== 'submissions') assert.ok(body.trim().split('\n').length > 1, table)
  }
}

async function manageApps({ context }: World, client: Client) {
  assert.match((await client.get('/v0/mcp')).body.url, /\/mcp$/)
  const app = { name: 'Fieldnote', redirectUris: ['https://fieldnote.example/done'] }
  const { appId } = (await client.post('/v0/apps', app)).body
  assert.equal((await client.get('/v0/apps')).body.items[0].appId, appId)
  const connectionId = newId('connection')
  const { keyId } = (await client.get('/v0/me')).body
  const connection = {
    userId: newId('user'),
    keyId,
    clientId: appId,
    name: 'Fieldnote',
    host: 'x',
    scope: 'read' as const,
  }
  await context.db.inTransaction((tx) => createConnection(tx, client.tenantId, connectionId, connection))
  assert.equal((await client.get('/v0/app_connections')).body.items[0].connectionId, connectionId)
  await client.delete(`/v0/app_connections/${connectionId}`)
  await client.delete(`/v0/apps/${appId}`)
}

async function manageTenant({ context }: World, client: Client, { audienceId }: Live) {
  assert.equal((await client.get('/v0/me')).body.tenantId, client.tenantId)
  const { keyId } = (await client.post('/v0/api_keys', { name: 'second', scopes: ['read'] })).body
  assert.ok((await client.get('/v0/api_keys')).body.items.length >= 2)
  await manageTeam(client, keyId)
  await manageProviders(client)
  await client.delete(`/v0/api_keys/${keyId}`)
  await manageApps({ context } as World, client)
  await client.patch('/v0/tenant_settings', { respectPrivacySignals: true })
  assert.equal((await client.get('/v0/tenant_settings')).body.respectPrivacySignals, true)
  const domains = '/v0/tenant_domains'
  const hostname = `go.${client.slug}.example`
  const { tenantDomainId, verification } = (await client.post(domains, { hostname })).body
  const { resolveTxt } = context
  context.resolveTxt = async (name) =>
    name === verification.record ? [verification.value] : await resolveTxt(name)
  await client.post(`${domains}/${tenantDomainId}/verify`, {})
  assert.equal((await client.get(domains)).body.items[0].hostname, hostname)
  const target = { targetType: 'audience', audienceId }
  const made = await client.post('/v0/page_links', { path: '/own', target, tenantDomainId })
  await client.get('/v0/page_links/hosts')
  await client.delete(`/v0/page_links/${made.body.pageLinkId}`)
  await client.delete(`${domains}/${tenantDomainId}`)
}

async function manageProviders(client: Client) {
  const path = '/v0/identity_providers'
  const input = { name: 'Okta', issuer: `https://id.${client.slug}.example`, clientId: 'foyer' }
  const { providerId } = (await client.post(path, input)).body
  await client.patch(`${path}/${providerId}`, { groupRoles: [{ group: 'Marketing', role: 'editor' }] })
  assert.equal((await client.post(`${path}/${providerId}/test`, {})).body.isOk, false)
  assert.equal((await client.get(path)).body.items.length, 1)
  await client.delete(`${path}/${providerId}`)
  await client.post('/v0/scim_token', {})
  assert.match((await client.get('/v0/scim_token')).body.url, /\/scim\/v2$/)
  await client.delete('/v0/scim_token')
}

async function manageTeam(client: Client, keyId: string) {
  const invite = (email: string) => client.post('/v0/invitations', { email, role: 'editor', send: false })
  const { url } = (await invite(`editor@${client.slug}.example`)).body
  const { userId } = (await acceptInvitation(client, url, 'Edith')).user
  await client.patch(`/v0/members/${userId}`, { role: 'publisher' })
  await client.patch(`/v0/api_keys/${keyId}`, { userId })
  assert.equal((await client.get('/v0/members')).body.items[0].serviceKeyCount, 1)
  await client.delete(`/v0/members/${userId}`)
  const { invitationId } = (await invite(`viewer@${client.slug}.example`)).body
  const path = `/v0/invitations/${invitationId}`
  await client.patch(path, { role: 'viewer' })
  await client.post(`${path}/renew`, { send: false })
  assert.equal((await client.get('/v0/invitations')).body.items[0].role, 'viewer')
  await client.delete(path)
}

async function deliverEvents(
  { sink }: World,
  client: Client,
  { path, subscriptionId }: { path: string; subscriptionId: string },
) {
  const hook = `/v0/webhook_subscriptions/${subscriptionId}`
  await client.post(`${hook}/rotate_secret`, {})
  const { deliveryId } = (await client.post(`${hook}/test`, {})).body
  const types = () =>
    sink.received.filter((one) => one.path === path).map((one) => JSON.parse(one.body).type as string)
  const wanted = ['account.created', 'version.published', 'visit.started', 'action.clicked', 'batch.finished']
  await eventually(async () => {
    for (const type of [...wanted, 'release.finished', 'webhook.test'])
      assert.ok(types().includes(type), type)
  }, 30_000)
  const delivered = async () => {
    const { items } = (await client.get(`${hook}/deliveries`)).body
    return items.find((one: any) => one.deliveryId === deliveryId)?.status
  }
  await eventually(async () => assert.equal(await delivered(), 'delivered'))
  await client.post(`${hook}/deliveries/${deliveryId}/resend`, {})
  await eventually(async () => assert.equal(types().filter((type) => type === 'webhook.test').length, 2))
  await client.patch(hook, { active: false })
}

async function readAuditLog(client: Client) {
  const [newest] = (await client.get('/v0/audit_events')).body.items
  assert.equal((await client.get(`/v0/audit_events/${newest.eventId}`)).body.action, newest.action)
  const { objectId } = newest.object
  assert.equal((await client.get(`/v0/authors?objectIds=${objectId}`)).body.items[0].isAgent, false)
  assert.match((await client.get('/v0/audit_events/export?format=jsonl')).body, /"action":"createPage"/)
  assert.deepEqual((await client.get('/v0/audit_chain?verify=true')).body.faults, [])
}

async function removeAll(
  client: Client,
  { personId, assetId, page, link }: { personId: string; assetId: string; page: string; link: string },
) {
  await client.delete(link)
  await client.get(`/v0/persons/${personId}/export`)
  await client.delete(`/v0/persons/${personId}`)
  assert.equal((await client.get('/v0/persons?query=ada')).body.totalCount, 0)
  await client.post(`/v0/assets/${assetId}/trash`, {})
  await client.delete(`/v0/assets/${assetId}`)
  await client.delete(page)
  await client.post(`${page}/restore`, {})
  const [hook] = (await client.get('/v0/webhook_subscriptions')).body.items
  await client.delete(`/v0/webhook_subscriptions/${hook.subscriptionId}`)
}
