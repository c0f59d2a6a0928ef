import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../test/eventually.ts'
import { newAudience, newLink, newPage, publish, site } from '../test/sites.ts'

test('a page is shared by its address and an image address that keeps showing its current state', async () => {
  const { acme, globex, get } = await site()
  const pageId = await newPage(acme, 'Keep it cold', { title: 'Cold chain' })
  const everyone = await newAudience(acme, pageId)
  await newLink(acme, '/cold', everyone.audienceId)
  const { personId } = (await acme.post('/v0/persons', { name: 'Priya Nair' })).body
  const priya = await newAudience(acme, pageId, { personId, publish: false })
  const share = async (audienceId: string) =>
    (await acme.get(`/v0/pages/${pageId}/audiences/${audienceId}/share`)).body
  const own = await share(everyone.audienceId)
  assert.deepEqual([own.madeFor, new URL(own.url).pathname, own.title], ['everyone', '/cold', 'Cold chain'])

  // Not live yet: it has a URL, but no page is served there.
  const hers = await share(priya.audienceId)
  assert.deepEqual([hers.madeFor, hers.isLive, hers.picture], ['person', false, null])
  assert.equal(new URL(hers.url).pathname, `/cold/priya-nair/${priya.personRouteKey}`)
  await publish(acme, pageId, priya.audienceId, 'First')
  const { picture } = await share(priya.audienceId)
  const path = new URL(picture.url).pathname
  const before = await get(path)
  assert.deepEqual([before.status, before.headers['content-type']], [200, 'image/png'])
  assert.match(before.headers['cache-control'] ?? '', /max-age=3600/)
  await publish(acme, pageId, priya.audienceId, 'Second, quite another')
  await eventually(async () => {
    const after = await get(path)
    assert.equal(after.status, 200)
    assert.notEqual(after.headers.etag, before.headers.etag)
    assert.notDeepEqual(after.bytes, before.bytes)
  })
  const forged = path.replace(/\.[\w-]{43}\./, `.${'A'.repeat(43)}.`)
  assert.equal((await get(forged)).status, 404)
  assert.equal((await globex.get(`/v0/pages/${pageId}/audiences/${priya.audienceId}/share`)).status, 404)
  await acme.post(`/v0/pages/${pageId}/audiences/${priya.audienceId}/archive`, {})
  assert.equal((await acme.get(`/v0/pages/${pageId}/audiences/${priya.audienceId}/share`)).status, 404)
  await eventually(async () => assert.equal((await get(path)).status, 404))
})
