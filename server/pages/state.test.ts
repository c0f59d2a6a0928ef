import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from '../test/client.ts'
import { world } from '../test/world.ts'

async function newPage(client: Client, more: object = {}) {
  return (await client.post('/v0/pages', { name: 'Spring', pageType: 'custom', ...more })).body
}

test('a page is published, archived and restored as a draft, with an event for each step', async () => {
  const { acme, subscribe, events } = await world()
  const page = await newPage(acme)
  const at = `/v0/pages/${page.pageId}`
  await subscribe(acme)
  const published = await acme.post(`${at}/publish`)
  assert.equal(published.status, 200)
  assert.deepEqual({ ...published.body, updatedAt: '' }, { ...page, status: 'published', updatedAt: '' })
  assert.deepEqual((await acme.post(`${at}/publish`, {})).body, published.body)

  const archived = await acme.post(`${at}/archive`)
  assert.equal(archived.body.status, 'archived')
  assert.match(archived.body.archivedAt, /^\+\d{13}$/)
  assert.deepEqual((await acme.post(`${at}/archive`)).body, archived.body)
  const refused = await acme.post(`${at}/publish`)
  assert.deepEqual([refused.status, refused.body.code], [409, 'state_conflict'])

  const restored = await acme.post(`${at}/restore`, {})
  assert.equal(restored.status, 200)
  assert.deepEqual({ ...restored.body, updatedAt: '' }, { ...page, updatedAt: '' })
  assert.deepEqual((await acme.post(`${at}/restore`)).body, restored.body)
  assert.deepEqual(await events(acme), [
    { type: 'page.published', data: published.body },
    { type: 'page.archived', data: archived.body },
    { type: 'page.restored', data: restored.body },
  ])
})

test('restoring a page that is neither archived nor deleted returns it unchanged', async () => {
  const { acme, subscribe, events } = await world()
  const { pageId } = await newPage(acme)
  const published = (await acme.post(`/v0/pages/${pageId}/publish`)).body
  await subscribe(acme)
  assert.deepEqual((await acme.post(`/v0/pages/${pageId}/restore`, {})).body, published)
  assert.equal((await acme.post(`/v0/pages/${pageId}/restore`, { force: true })).status, 400)
  assert.deepEqual(await events(acme), [])
})

test('a draft can be archived', async () => {
  const { acme } = await world()
  const { pageId } = await newPage(acme)
  assert.equal((await acme.post(`/v0/pages/${pageId}/archive`)).body.status, 'archived')
})

test('a deleted page can only be restored, as a draft', async () => {
  const { acme, subscribe, events } = await world()
  const page = await newPage(acme)
  const at = `/v0/pages/${page.pageId}`
  await acme.post(`${at}/publish`)
  await subscribe(acme)
  assert.equal((await acme.delete(at)).status, 204)
  const answers = [
    await acme.get(at),
    await acme.patch(at, { name: 'X' }),
    await acme.delete(at),
    await acme.post(`${at}/publish`),
    await acme.post(`${at}/archive`),
    await acme.get(`${at}/document`),
  ]
  for (const { status } of answers) assert.equal(status, 404)
  assert.equal((await acme.get('/v0/pages')).body.totalCount, 0)
  const restored = await acme.post(`${at}/restore`, {})
  assert.equal(restored.status, 200)
  assert.deepEqual({ ...restored.body, updatedAt: '' }, { ...page, updatedAt: '' })
  assert.equal((await acme.get('/v0/pages')).body.totalCount, 1)
  const [deleted, back] = await events(acme)
  assert.deepEqual([deleted?.type, back?.type], ['page.deleted', 'page.restored'])
  assert.match(deleted?.data.deletedAt, /^\+\d{13}$/)
  assert.equal(deleted?.data.status, 'published')
})

test('a step that is taken several times in parallel happens once', async () => {
  const { acme, subscribe, events } = await world()
  const { pageId } = await newPage(acme)
  await subscribe(acme)
  const at = `/v0/pages/${pageId}`
  const published = await Promise.all(Array.from({ length: 10 }, () => acme.post(`${at}/publish`)))
  assert.deepEqual(new Set(published.map(({ body }) => body.updatedAt)).size, 1)
  const deleted = await Promise.all(Array.from({ length: 10 }, () => acme.delete(at)))
  assert.deepEqual(deleted.map(({ status }) => status).sort(), [204, ...Array(9).fill(404)])
  assert.deepEqual(
    (await events(acme)).map(({ type }) => type),
    ['page.published', 'page.deleted'],
  )
})

test('home_page moves to the last page that it is set on, and both pages send an event', async () => {
  const { acme, subscribe, events } = await world()
  const first = await newPage(acme, { flags: ['home_page'] })
  const second = await newPage(acme)
  await subscribe(acme)
  const now = await acme.patch(`/v0/pages/${second.pageId}`, { flags: ['home_page'] })
  assert.deepEqual(now.body.flags, ['home_page'])
  const former = (await acme.get(`/v0/pages/${first.pageId}`)).body
  assert.deepEqual(former.flags, [])
  assert.deepEqual(await events(acme), [
    { type: 'page.updated', data: former },
    { type: 'page.updated', data: now.body },
  ])
  assert.deepEqual((await acme.patch(`/v0/pages/${second.pageId}`, { flags: [] })).body.flags, [])
})

test('of 50 home pages made at the same time one stays the home page', async () => {
  const { acme } = await world()
  const made = await Promise.all(
    Array.from({ length: 50 }, () =>
      acme.post('/v0/pages', { name: 'Home', pageType: 'custom', flags: ['home_page'] }),
    ),
  )
  assert.ok(made.every(({ status, body }) => status === 201 && body.flags[0] === 'home_page'))
  assert.equal(new Set(made.map(({ body }) => body.brandId)).size, 1)
  const { items, totalCount } = (await acme.get('/v0/pages?limit=100')).body
  assert.equal(totalCount, 50)
  assert.equal(items.filter(({ flags }: any) => flags.length === 1).length, 1)
})

test('parallel changes of home_page do not block each other', async () => {
  const { acme } = await world()
  const pages = await Promise.all([newPage(acme), newPage(acme), newPage(acme)])
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) => {
      const at = `/v0/pages/${pages[i % 3].pageId}`
      if (i % 10 === 9) return acme.post(`${at}/restore`, {})
      return acme.patch(at, i % 4 === 3 ? { title: `T${i}` } : { flags: ['home_page'] })
    }),
  )
  for (const { status } of answers) assert.equal(status, 200)
  const { items } = (await acme.get('/v0/pages')).body
  assert.equal(items.filter(({ flags }: any) => flags.length === 1).length, 1)
})

test('a deleted home page is restored as home page only if no other page is it', async () => {
  const { acme } = await world()
  const first = await newPage(acme, { flags: ['home_page'] })
  const at = `/v0/pages/${first.pageId}`
  await acme.delete(at)
  assert.deepEqual((await acme.post(`${at}/restore`, {})).body.flags, ['home_page'])
  await acme.delete(at)
  const second = await newPage(acme, { flags: ['home_page'] })
  assert.deepEqual((await acme.post(`${at}/restore`, {})).body.flags, [])
  assert.deepEqual((await acme.get(`/v0/pages/${second.pageId}`)).body.flags, ['home_page'])
})

test('writing needs a key that writes, publishing one that publishes', async () => {
  const { acme, withScope } = await world()
  const { pageId } = await newPage(acme)
  const at = `/v0/pages/${pageId}`
  const reader = await withScope(acme, 'read')
  assert.equal((await reader.get(at)).status, 200)
  assert.equal((await reader.patch(at, { name: 'X' })).status, 403)
  assert.equal((await reader.post(`${at}/restore`, {})).status, 403)
  const writer = await withScope(acme, 'write')
  assert.equal((await writer.patch(at, { name: 'X' })).status, 200)
  assert.equal((await writer.post(`${at}/publish`)).status, 403)
  assert.equal((await writer.post(`${at}/archive`)).status, 403)
  const publisher = await withScope(acme, 'publish')
  assert.equal((await publisher.post(`${at}/publish`)).status, 200)
})
