import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makePlace, makeReport, openSite, visited } from '../test/visits.ts'
import { world } from '../test/world.ts'
import { isOwnBrowser, ownPath } from './own.ts'

test('a visit by the team is not counted, and a visitor can neither detect nor forge one', async () => {
  const here = await world(visited)
  const { acme, globex, context, events, subscribe } = here
  const { sign } = context
  await subscribe(acme)
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'own.example', name: 'Own' })).body
  const place = await makePlace(here, acme, { accountId })
  const site = openSite(here, acme)
  const { url, origins } = (await acme.get('/v0/own_visits')).body
  assert.deepEqual(origins, [new URL(url).origin])
  const path = new URL(url).pathname

  const marked = await site.ask(`${path}?to=/spring%3Fa%3D1`)
  assert.deepEqual([marked.status, marked.headers.location], [303, '/spring?a=1'])
  const setCookie = String(marked.headers['set-cookie'])
  assert.match(setCookie, /HttpOnly; SameSite=None; Secure/)
  const cookie = setCookie.split(';', 1)[0] as string
  assert.equal(await site.report(makeReport(here, place), { cookie }), 204)
  assert.equal(await site.report(makeReport(here, place, { actions: ['book'] }), { cookie }), 204)
  const counted = async () => ({
    sessions: (await acme.get(`/v0/pages/${place.pageId}/analytics/summary`)).body.totalSessions,
    visits: (await acme.get('/v0/visits')).body.totalCount,
    activity: (await acme.get(`/v0/accounts/${accountId}/activity`)).body.items.filter(
      ({ source }: any) => source === 'visitor',
    ).length,
    events: (await events(acme)).filter(({ type }) => /^(visit|action|form)/.test(type)).length,
    notices: (await acme.get('/v0/notices')).body.totalCount,
  })
  assert.deepEqual(await counted(), { sessions: 0, visits: 0, activity: 0, events: 0, notices: 0 })
  const rows = await here.db.read`
    select distinct verdict, reason from visit_sessions
    where tenant_id = ${acme.tenantId} and audience_id = ${place.audienceId}`
  assert.deepEqual([...rows], [{ verdict: 'own', reason: 'team' }])

  // A forged or foreign mark, an expired one and another tenant’s URL: the visit counts, and the answer is the same.
  const until = String(Date.now() + 1_000_000)
  const foreign = `foyer-own=${until}.${sign('own browser', `${globex.tenantId}.${until}`)}`
  const expired = `foyer-own=1000000000000.${sign('own browser', `${acme.tenantId}.1000000000000`)}`
  for (const forged of [
    'foyer-own=1',
    `foyer-own=${until}.${'A'.repeat(43)}`,
    foreign,
    expired,
    'x=foyer-own',
  ])
    assert.equal(isOwnBrowser(sign, { cookie: forged }, acme.tenantId, Date.now()), false, forged)
  assert.equal(await site.report(makeReport(here, place), { cookie: foreign }), 204)
  assert.equal((await counted()).sessions, 1)
  const late = ownPath(sign, acme.tenantId, 1_000_000_000_000)
  const others = ownPath(sign, globex.tenantId, Date.now() + 60_000)
  const missing = await site.ask('/_own/nothing')
  for (const wrong of [late, others, `${path.slice(0, -3)}AAA`]) {
    const answer = await site.ask(wrong)
    assert.deepEqual([answer.status, answer.headers['set-cookie']], [missing.status, undefined])
  }
  // It leads to no other site.
  for (const to of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])
    assert.match(
      String((await site.ask(`${path}?to=${encodeURIComponent(to)}`)).headers.location),
      /^\/(?![/\\])/,
    )
})
