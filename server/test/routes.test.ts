import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { exampleId } from '../../shared/ids.ts'
import type { IdPrefix } from '../ids.ts'
import { idPrefixes } from '../ids.ts'
import { scopes } from '../web/auth.ts'
import type { Client } from './client.ts'
import { openBrowser } from './console.ts'
import { makeThings, type Things } from './things.ts'
import { type World, world } from './world.ts'

type Route = {
  method: string
  path: string
  params: string[]
  scope: string
  body: unknown
  takesPage: boolean
}

let here: World
let routes: Route[]
let own: Things
let foreign: Things

before(async () => {
  here = await world()
  routes = Object.entries<any>(here.document.paths).flatMap(([path, methods]) =>
    Object.entries<any>(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      params: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string),
      scope: operation['x-scope'],
      body: exampleBody(operation),
      takesPage: (operation.parameters ?? []).some(({ name }: { name: string }) => name === 'pageId'),
    })),
  )
  own = await makeThings(here.acme)
  foreign = await makeThings(here.globex)
})

function exampleBody(operation: any) {
  const content = operation.requestBody?.content?.['application/json']
  return (
    content?.example ??
    Object.values<any>(content?.examples ?? {})[0]?.value ??
    content?.schema?.examples?.[0]
  )
}

function addressOf({ path }: Route, ids: Things) {
  return path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? exampleId(prefixOf(name)))
}

/** `audience_id` names an audience; the two webhook parameters differ from their prefixes. */
function prefixOf(param: string): IdPrefix {
  const name = param.replace(/_id$/, '')
  if (name === 'subscription') return 'webhook'
  assert.ok(idPrefixes.includes(name as IdPrefix), param)
  return name as IdPrefix
}

async function call(client: Client, route: Route, ids: Things) {
  const verb = route.method.toLowerCase() as 'get' | 'post' | 'patch' | 'put' | 'delete'
  return await client[verb](addressOf(route, ids), verb === 'get' ? undefined : (route.body as never))
}

test('every route refuses a missing, an unknown and a revoked key', async () => {
  const { acme, withKey } = here
  const { key, keyId } = (await acme.post('/v0/api_keys', { name: 'short-lived', scopes: ['admin'] })).body
  await acme.delete(`/v0/api_keys/${keyId}`)
  assert.ok(routes.length > 0)
  for (const route of routes)
    for (const [bad, code] of [
      ['', 'key_missing'],
      ['foyer_unknown', 'key_unknown'],
      [key, 'key_unknown'],
    ] as const) {
      const answer = await call(withKey(acme, bad), route, own)
      assert.equal(answer.status, 401, `${route.method} ${route.path}`)
      assert.equal(answer.body.code, code)
    }
})

test('every route refuses a key with too narrow a scope, before it looks at anything else', async () => {
  const { acme, withScope } = here
  const clients = new Map<string, Client>()
  for (const scope of scopes) clients.set(scope, await withScope(acme, scope))
  for (const route of routes.filter(({ scope }) => scope !== 'read')) {
    const narrower = scopes[scopes.indexOf(route.scope as 'write') - 1] as (typeof scopes)[number]
    const answer = await call(clients.get(narrower) as Client, route, own)
    assert.equal(answer.status, 403, `${route.method} ${route.path} with ${narrower}`)
    assert.equal(answer.body.code, 'scope_missing')
  }
})

test("every route answers another tenant's id like a missing one", async () => {
  const { acme } = here
  for (const route of routes.filter(({ params }) => params.length > 0))
    for (const param of route.params.filter((name) => name.endsWith('_id'))) {
      assert.ok(foreign[param], `things.ts makes no ${param}`)
      const others = await call(acme, route, { ...own, [param]: foreign[param] as string })
      const missing = await call(acme, route, { ...own, [param]: exampleId(prefixOf(param)) })
      const where = `${route.method} ${route.path} with a foreign ${param}`
      assert.equal(others.status, 404, `${where}: ${JSON.stringify(others.body)}`)
      assert.equal(missing.status, 404, `${route.method} ${route.path} without ${param}`)
      const anonymous = ({ requestId, detail, ...rest }: any) => rest
      assert.deepEqual(anonymous(others.body), anonymous(missing.body), where)
    }
})

test('a malformed id is answered with 404 or 400, never with a failure', async () => {
  const { acme } = here
  for (const route of routes.filter(({ params }) => params.length > 0))
    for (const bad of [
      'x',
      '%27',
      '%00',
      "1'or'1",
      '..%2f..',
      'ü',
      `account_${'0'.repeat(26)}`,
      'a'.repeat(199),
    ])
      for (const param of route.params) {
        const answer = await call(acme, route, { ...own, [param]: bad })
        assert.ok(
          [400, 404].includes(answer.status),
          `${route.method} ${route.path} with ${bad}: ${answer.status}`,
        )
      }
})

/** What belongs to a page, by path parameter. */
const ofPage = 'page_id audience_id version_id page_link_id batch_id release_id schedule_id goal_id'.split(
  ' ',
)

test('a key limited to a page can access no other page and no shared object by any operation', async () => {
  const { acme, withKey, baseUrl } = here
  const { pageId } = (await acme.post('/v0/pages', { name: 'Mine', pageType: 'custom' })).body
  const mine = `/v0/pages/${pageId}`
  const { audienceId } = (await acme.post(`${mine}/audiences`, { customName: 'Mine' })).body
  const input = { name: 'limited', scopes: ['admin'] }
  for (const pageIds of [[foreign.page_id], [pageId, exampleId('page')], []])
    assert.equal((await acme.post('/v0/api_keys', { ...input, pageIds })).status, 400)
  const { key, keyId, pageIds } = (await acme.post('/v0/api_keys', { ...input, pageIds: [pageId] })).body
  assert.deepEqual(pageIds, [pageId])
  const limited = withKey(acme, key)
  const outside = ofPage.map((name) => own[name] as string)
  const failingFile = async () =>
    (await acme.upload('failing.csv', 'email,domain\nnot an address,\n', 'text/csv')).body.fileId
  const demandNothing = (where: string, { status, body }: { status: number; body: unknown }) => {
    if (status < 300)
      for (const id of outside) assert.ok(!JSON.stringify(body).includes(id), `${where} shows ${id}`)
    else assert.ok([400, 403, 404].includes(status), `${where}: ${status} ${JSON.stringify(body)}`)
  }
  for (const route of routes) {
    const where = `${route.method} ${route.path}`
    const answer = await call(limited, route, own)
    demandNothing(where, answer)
    // A page of the key does not open an operation that takes none.
    if (!route.takesPage) {
      const tricked = await call(limited, { ...route, path: `${route.path}?pageId=${pageId}` }, own)
      demandNothing(`${where}?pageId`, tricked)
      if (answer.status === 403 && answer.body.code === 'page_limited')
        assert.equal(tricked.status, 403, `${where}?pageId: ${tricked.status}`)
    }
    const isOfPage = route.params.some((name) => ofPage.includes(name))
    if (isOfPage || (route.method !== 'GET' && !route.path.endsWith('/render')))
      assert.ok([403, 404].includes(answer.status), `${where}: ${answer.status}`)
    if (route.params.length > 1 && route.params.includes('audience_id'))
      assert.equal((await call(limited, route, { ...own, page_id: pageId })).status, 404, where)
    if (!route.takesPage) continue
    assert.equal(answer.body.code, 'page_limited', where)
    assert.equal((await limited.get(`${route.path}?pageId=${own.page_id}`)).status, 403, where)
    const span = route.path.includes('analytics')
      ? '&startDate=2026-01-01T00:00:00Z&endDate=2026-01-02T00:00:00Z'
      : ''
    const listed = await limited.get(`${route.path}?pageId=${pageId}${span}`)
    assert.equal(listed.status, 200, `${where}: ${JSON.stringify(listed.body)}`)
    demandNothing(where, listed)
  }
  const rendered = { document: { theme: {}, blocks: [] }, audienceId: own.audience_id }
  assert.equal((await limited.post('/v0/documents/render', rendered)).status, 403)
  assert.equal((await limited.patch(mine, { flags: ['home_page'] })).body.code, 'page_limited')
  // Rows of files create people and accounts, or name those that exist.
  const csv = 'email,company,domain\nsmuggled@limited.example,Limited Inc,limited.example\n'
  const csvFileId = (await acme.upload('people.csv', csv, 'text/csv')).body.fileId
  assert.equal((await limited.post(`${mine}/audiences/bulk`, { csvFileId })).body.code, 'page_limited')
  const { batchId } = (await acme.post(`${mine}/audiences/bulk`, { csvFileId: await failingFile() })).body
  await here.settled(acme)
  const retry = { position: 1, values: { email: 'smuggled@limited.example' } }
  for (const body of [retry, { position: 1 }])
    assert.equal((await limited.post(`/v0/batches/${batchId}/retry`, body)).body.code, 'page_limited')
  for (const list of ['accounts', 'persons'])
    assert.equal((await acme.get(`/v0/${list}?query=limited.example`)).body.totalCount, 0, list)
  // Every change is in the log.
  assert.deepEqual((await acme.get(`/v0/audit_events?actorId=${keyId}`)).body.items, [])

  assert.deepEqual((await limited.get('/v0/me')).body.pageIds, [pageId])
  const { items, totalCount } = (await limited.get('/v0/pages')).body
  assert.deepEqual([items.map((page: { pageId: string }) => page.pageId), totalCount], [[pageId], 1])
  assert.equal((await limited.patch(mine, { name: 'Still mine' })).status, 200)
  assert.equal((await limited.post(`${mine}/publish`, {})).status, 200)
  assert.equal((await limited.get(`${mine}/audiences/${audienceId}/versions`)).body.totalCount, 1)
  const signIn = await openBrowser(baseUrl).send('/session', { method: 'POST', body: { key } })
  assert.deepEqual([signIn.status, signIn.body.code], [403, 'page_limited'])
})
