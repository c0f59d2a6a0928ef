import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '../test/world.ts'

test('a page requires a name and a type and has defaults for the rest', async () => {
  const { acme, subscribe, events } = await world()
  await subscribe(acme)
  const made = await acme.post('/v0/pages', { name: 'Spring', pageType: 'outbound' })
  assert.equal(made.status, 201)
  const { pageId, brandId, createdAt, updatedAt, ...rest } = made.body
  assert.match(pageId, /^page_[a-z0-9]{26}$/)
  assert.equal(updatedAt, createdAt)
  assert.deepEqual(rest, {
    name: 'Spring',
    title: 'Spring',
    pageContext: '',
    pageType: 'outbound',
    status: 'draft',
    flags: [],
    audiencesCount: 0,
    actions: [],
    actionCardWidgets: [],
    scripts: [],
    footerLinks: [],
    archivedAt: null,
    deletedAt: null,
  })
  assert.equal((await acme.get(`/v0/brands/${brandId}`)).body.name, 'acme')
  assert.deepEqual((await acme.get(`/v0/pages/${pageId}`)).body, made.body)
  assert.deepEqual(await events(acme), [{ type: 'page.created', data: made.body }])
})

test('a page keeps all given fields, in their order', async () => {
  const { acme } = await world()
  const brand = (await acme.post('/v0/brands', { name: 'Own' })).body
  const given = {
    name: 'Spring',
    title: 'Acme for you',
    pageContext: 'We sell time.',
    pageType: 'sales_deck',
    brandId: brand.brandId,
    flags: ['home_page'],
    actions: [
      {
        actionId: 'call',
        actionIndex: 1.5,
        purpose: 'Talk',
        buttonTitle: 'Book a call',
        actionType: 'link',
        url: 'https://cal.example/acme?who={{person.email}}',
      },
      {
        actionId: 'mail',
        actionIndex: 0,
        purpose: '',
        buttonTitle: 'Write',
        actionType: 'mail',
        url: 'mailto:a@acme.example',
      },
    ],
    headerActionId: 'call',
    scripts: [{ content: 'track()', enabled: false, name: 'Chat', description: 'Support chat' }],
    footerLinks: [
      { title: 'Company', id: 'company', links: [{ text: 'Imprint', url: '/imprint', id: 'imprint' }] },
      { title: 'Empty', id: 'empty', links: [] },
    ],
    metadata: { title: 'Acme', keywords: ['time'], robots: ['noindex'], themeColor: '#112233' },
  }
  const made = await acme.post('/v0/pages', given)
  assert.equal(made.status, 201)
  const { pageId, status, audiencesCount, archivedAt, createdAt, updatedAt, deletedAt, ...kept } = made.body
  assert.deepEqual(kept, { ...given, actionCardWidgets: [] })
  assert.deepEqual((await acme.get(`/v0/pages/${pageId}`)).body, made.body)
  assert.deepEqual((await acme.get('/v0/pages')).body.items, [made.body])
})

test('missing ids and positions of parts are generated', async () => {
  const { acme } = await world()
  const { body } = await acme.post('/v0/pages', {
    name: 'Spring',
    pageType: 'custom',
    actions: [
      { buttonTitle: 'One', url: '/one' },
      { buttonTitle: 'Two', url: 'tel:+49301234567' },
    ],
    scripts: [{ name: 'Chat', content: 'chat()' }],
    footerLinks: [
      {
        title: 'More',
        links: [
          { text: 'A', url: '/a' },
          { text: 'B', url: '/b' },
        ],
      },
    ],
  })
  assert.deepEqual(
    body.actions.map(({ actionIndex, purpose, actionType }: any) => [actionIndex, purpose, actionType]),
    [
      [0, '', 'link'],
      [1, '', 'link'],
    ],
  )
  assert.deepEqual(body.scripts, [{ content: 'chat()', enabled: true, name: 'Chat', description: '' }])
  const [group] = body.footerLinks
  const ids = [...body.actions.map((a: any) => a.actionId), group.id, ...group.links.map((l: any) => l.id)]
  assert.equal(new Set(ids).size, 5)
  for (const id of ids) assert.match(id, /^[a-z0-9]{10}$/)
})

test('a patch changes only the named fields of a page', async () => {
  const { acme, subscribe, events } = await world()
  const page = (
    await acme.post('/v0/pages', {
      name: 'Spring',
      pageType: 'inbound',
      actions: [{ actionId: 'call', buttonTitle: 'Call', url: '/call' }],
      headerActionId: 'call',
      metadata: { title: 'Acme' },
    })
  ).body
  await subscribe(acme)
  const renamed = await acme.patch(`/v0/pages/${page.pageId}`, { title: 'New', scripts: [] })
  assert.equal(renamed.status, 200)
  assert.deepEqual({ ...renamed.body, updatedAt: '' }, { ...page, title: 'New', updatedAt: '' })
  assert.ok(renamed.body.updatedAt >= page.updatedAt)

  const bare = await acme.patch(`/v0/pages/${page.pageId}`, { headerActionId: null, metadata: null })
  assert.ok(!('headerActionId' in bare.body) && !('metadata' in bare.body))
  assert.deepEqual(bare.body.actions, page.actions)
  assert.deepEqual(await events(acme), [
    { type: 'page.updated', data: renamed.body },
    { type: 'page.updated', data: bare.body },
  ])
})

test('a patch of a page without a change has no side effects', async () => {
  const { acme, subscribe, events } = await world()
  const page = (
    await acme.post('/v0/pages', {
      name: 'Spring',
      pageType: 'inbound',
      actions: [{ buttonTitle: 'Call', url: '/call' }],
      metadata: { title: 'Acme', author: 'Jo' },
    })
  ).body
  await subscribe(acme)
  const { actions, name, metadata, flags } = page
  const same = { actions, name, metadata: { author: metadata.author, title: metadata.title }, flags }
  for (const patch of [{}, same]) {
    const answer = await acme.patch(`/v0/pages/${page.pageId}`, patch)
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.body, page)
  }
  assert.deepEqual(await events(acme), [])
})

test('pages are listed newest first, each once, while pages come and go', async () => {
  const { acme } = await world()
  const made: string[] = []
  for (let i = 0; i < 7; i++)
    made.unshift((await acme.post('/v0/pages', { name: `Page ${i}`, pageType: 'custom' })).body.pageId)
  const first = (await acme.get('/v0/pages?limit=3')).body
  assert.deepEqual([first.totalCount, first.hasMore], [7, true])
  await acme.post('/v0/pages', { name: 'Late', pageType: 'custom' })
  await acme.delete(`/v0/pages/${made[4]}`)
  const second = (await acme.get(`/v0/pages?limit=3&cursor=${first.nextCursor}`)).body
  assert.deepEqual([second.totalCount, second.hasMore], [7, false])
  const seen = [...first.items, ...second.items].map(({ pageId }) => pageId)
  assert.deepEqual(
    seen,
    made.filter((_, i) => i !== 4),
  )
})

test('pages contain the number of their audiences, in lists and individually', async () => {
  const { acme } = await world()
  const pages = await Promise.all(
    [1, 2, 3].map(async (i) => (await acme.post('/v0/pages', { name: `P${i}`, pageType: 'custom' })).body),
  )
  for (const [i, { pageId }] of pages.entries())
    for (let made = 0; made <= i; made++) await acme.post(`/v0/pages/${pageId}/audiences`, {})
  const listed = (await acme.get('/v0/pages')).body.items
  for (const [i, { pageId }] of pages.entries()) {
    assert.equal((await acme.get(`/v0/pages/${pageId}`)).body.audiencesCount, i + 1)
    assert.equal(listed.find((page: any) => page.pageId === pageId).audiencesCount, i + 1)
  }
})

test('a page of another tenant is not found by any operation', async () => {
  const { acme, globex } = await world()
  const page = (await acme.post('/v0/pages', { name: 'Mine', pageType: 'custom' })).body
  const at = `/v0/pages/${page.pageId}`
  const answers = [
    await globex.get(at),
    await globex.patch(at, { name: 'Theirs' }),
    await globex.delete(at),
    await globex.post(`${at}/publish`),
    await globex.post(`${at}/archive`),
    await globex.post(`${at}/restore`, {}),
  ]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [404, 404, 404, 404, 404, 404],
  )
  assert.deepEqual((await acme.get(at)).body, page)
  assert.equal((await globex.get('/v0/pages')).body.totalCount, 0)
})

test('pages are searched by name and filtered by status and type, with exact counts', async () => {
  const { acme } = await world()
  const make = async (name: string, pageType: string) =>
    (await acme.post('/v0/pages', { name, pageType })).body.pageId as string
  const [, published] = [await make('Café tour', 'inbound'), await make('Tour of cafés', 'outbound')]
  await make('Winter deck', 'outbound')
  await acme.post(`/v0/pages/${published}/publish`)
  const search = async (filters: string) => {
    const { items, totalCount } = (await acme.get(`/v0/pages/search?${filters}`)).body
    assert.equal(totalCount, items.length)
    return items.map(({ name }: { name: string }) => name)
  }
  assert.deepEqual(await search(''), ['Winter deck', 'Tour of cafés', 'Café tour'])
  assert.deepEqual(await search('query=cafe'), ['Café tour', 'Tour of cafés'])
  assert.deepEqual(await search('query=cafe&status=published'), ['Tour of cafés'])
  assert.deepEqual(await search('pageType=outbound'), ['Winter deck', 'Tour of cafés'])
  assert.deepEqual(await search('pageType=outbound&status=draft'), ['Winter deck'])
  await acme.patch(`/v0/pages/${published}`, { name: 'Summer' })
  assert.deepEqual(await search('query=cafe'), ['Café tour'])
  await acme.delete(`/v0/pages/${published}`)
  assert.deepEqual(await search('pageType=outbound'), ['Winter deck'])
  assert.deepEqual(await search('deleted=true'), ['Summer'])
  assert.deepEqual(await search('deleted=true&query=summer&pageType=outbound'), ['Summer'])
  assert.deepEqual(await search('deleted=true&query=winter'), [])
  assert.equal((await acme.get('/v0/pages/search?status=gone')).status, 400)
})

test('a duplicate is a separate draft with the same content and settings', async () => {
  const { acme, globex } = await world()
  const actions = [{ actionId: 'book', buttonTitle: 'Book a call', url: 'https://acme.example/call' }]
  const input = { name: 'x'.repeat(255), pageType: 'outbound', actions, title: 'Hello', flags: ['home_page'] }
  const { pageId } = (await acme.post('/v0/pages', input)).body
  const document = (await acme.get(`/v0/pages/${pageId}/document`)).body
  const blocks = document.blocks.slice(0, 2)
  assert.equal((await acme.put(`/v0/pages/${pageId}/document`, { ...document, blocks })).status, 200)
  await acme.post(`/v0/pages/${pageId}/publish`, {})
  const copy = await acme.post(`/v0/pages/${pageId}/duplicate`, {})
  assert.equal(copy.status, 201)
  assert.notEqual(copy.body.pageId, pageId)
  assert.equal(copy.body.name, `${'x'.repeat(248)} (copy)`)
  assert.deepEqual([copy.body.status, copy.body.flags, copy.body.title], ['draft', [], 'Hello'])
  assert.deepEqual(copy.body.actions, (await acme.get(`/v0/pages/${pageId}`)).body.actions)
  const copied = (await acme.get(`/v0/pages/${copy.body.pageId}/document`)).body
  assert.deepEqual(copied.blocks, (await acme.get(`/v0/pages/${pageId}/document`)).body.blocks)
  const named = await acme.post(`/v0/pages/${pageId}/duplicate`, { name: 'Second wave' })
  assert.equal(named.body.name, 'Second wave')
  assert.equal((await globex.post(`/v0/pages/${pageId}/duplicate`, {})).status, 404)
})
