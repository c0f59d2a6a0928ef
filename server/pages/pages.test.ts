import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../ids.ts'
import { world } from '../test/world.ts'

test('a page asks for a name and a type and fills in the rest', async () => {
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

test('a page keeps everything it is given, in the order it was given', async () => {
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

test('ids and order of parts are made where they are left out', async () => {
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

test('a patch changes what it names and nothing else', async () => {
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

test('a patch that changes nothing leaves no trace', async () => {
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

test('the header action must be one of the page, also after a patch', async () => {
  const { acme } = await world()
  const call = { actionId: 'call', buttonTitle: 'Call', url: '/call' }
  const refused = await acme.post('/v0/pages', { name: 'A', pageType: 'custom', headerActionId: 'call' })
  assert.equal(refused.status, 400)
  assert.equal(refused.body.errors[0].path, '/headerActionId')
  const page = (
    await acme.post('/v0/pages', { name: 'A', pageType: 'custom', actions: [call], headerActionId: 'call' })
  ).body
  const orphaned = await acme.patch(`/v0/pages/${page.pageId}`, { actions: [] })
  assert.equal(orphaned.status, 400)
  assert.equal(orphaned.body.errors[0].path, '/headerActionId')
  assert.deepEqual((await acme.get(`/v0/pages/${page.pageId}`)).body, page)
  const both = await acme.patch(`/v0/pages/${page.pageId}`, { actions: [], headerActionId: null })
  assert.deepEqual(both.body.actions, [])
})

test('an id stands for one part of the page', async () => {
  const { acme } = await world()
  const action = { actionId: 'x', buttonTitle: 'X', url: '/x' }
  const link = { id: 'x', text: 'X', url: '/x' }
  for (const [path, parts] of [
    ['/actions/1/actionId', { actions: [action, action] }],
    ['/footerLinks/0/id', { actions: [action], footerLinks: [{ id: 'x', title: 'T', links: [] }] }],
    ['/footerLinks/0/links/1/id', { footerLinks: [{ title: 'T', links: [link, link] }] }],
    ['/actions/0/actionId', { actions: [{ ...action, actionId: 'a b' }] }],
    ['/actions/0/actionId', { actions: [{ ...action, actionId: '' }] }],
  ] as const) {
    const refused = await acme.post('/v0/pages', { name: 'A', pageType: 'custom', ...parts })
    assert.equal(refused.status, 400)
    assert.equal(refused.body.errors[0].path, path)
  }
})

test('no link of a page can run a script or lead where it does not say', async () => {
  const { acme } = await world()
  const bad = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript\u200b:alert(1)',
    '&#106;avascript:alert(1)',
    '%6aavascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'blob:https://a.example/x',
    'file:///etc/passwd',
    'http://acme.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https:evil.example',
    'https:\\\\evil.example',
    'https://user:password@evil.example/',
    'https://acme.example@evil.example/',
    'https://{{account.domain}}/',
    '{{account.domain}}',
    'action:call',
    'https://',
    'relative/path',
    '',
    'mailto:',
    'tel:javascript',
    `https://a.example/${'x'.repeat(2100)}`,
  ]
  for (const url of bad) {
    const action = await acme.post('/v0/pages', {
      name: 'A',
      pageType: 'custom',
      actions: [{ buttonTitle: 'X', url }],
    })
    assert.equal(action.status, 400, url)
    assert.equal(action.body.errors[0].path, '/actions/0/url', url)
    const footer = await acme.post('/v0/pages', {
      name: 'A',
      pageType: 'custom',
      footerLinks: [{ title: 'T', links: [{ text: 'X', url }] }],
    })
    assert.equal(footer.status, 400, url)
    assert.equal(footer.body.errors[0].path, '/footerLinks/0/links/0/url', url)
  }
  assert.equal((await acme.get('/v0/pages')).body.totalCount, 0)
})

test('scripts are kept as they are given, and there is a bound to them', async () => {
  const { acme } = await world()
  const script = (content: string) => ({ name: 'X', content })
  const post = (scripts: object[]) => acme.post('/v0/pages', { name: 'A', pageType: 'custom', scripts })
  const vendor = '<script async src="https://vendor.example/x.js"></script>'
  const made = await post([script(vendor), script('if (a < b) {}')])
  assert.deepEqual(
    made.body.scripts.map(({ content }: any) => content),
    [vendor, 'if (a < b) {}'],
  )
  assert.equal((await post([script('x'.repeat(20_001))])).status, 400)
  assert.equal((await post(Array.from({ length: 21 }, () => script('x')))).status, 400)
})

test('a page takes no field, type, brand or text it does not know', async () => {
  const { acme, globex } = await world()
  const { brandId } = (await globex.post('/v0/brands', { name: 'Theirs' })).body
  for (const [path, wrong] of [
    ['/pageType', { pageType: 'landing' }],
    ['/name', { name: '' }],
    ['/name', { name: 'x'.repeat(256) }],
    ['/name', { name: null }],
    ['/status', { status: 'published' }],
    ['/audiencesCount', { audiencesCount: 5 }],
    ['/flags/0', { flags: ['start_page'] }],
    ['/flags', { flags: ['home_page', 'home_page'] }],
    ['/brandId', { brandId: newId('brand') }],
    ['/brandId', { brandId }],
    ['/metadata/html', { metadata: { html: '<b>' } }],
    ['/title', { title: 'a\0b' }],
    ['/actions/0/onclick', { actions: [{ buttonTitle: 'X', url: '/x', onclick: 'x' }] }],
  ] as const) {
    const refused = await acme.post('/v0/pages', { name: 'A', pageType: 'custom', ...wrong })
    assert.equal(refused.status, 400, path)
    assert.equal(refused.body.errors[0].path, path)
  }
  assert.equal((await acme.get('/v0/pages')).body.totalCount, 0)
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

test('the count of audiences is what their tally says, in lists and alone', async () => {
  const { acme, db } = await world()
  const pages = await Promise.all(
    [1, 2, 3].map(async (i) => (await acme.post('/v0/pages', { name: `P${i}`, pageType: 'custom' })).body),
  )
  const { tenantId } = acme
  const rows = pages.flatMap(({ pageId }, i) =>
    [2, i, -1].map((difference) => ({ tenantId, scope: `page:${pageId}:audiences`, difference })),
  )
  await db.inTransaction((tx) => tx`insert into tallies ${tx(rows)}`)
  const listed = (await acme.get('/v0/pages')).body.items
  for (const [i, { pageId }] of pages.entries()) {
    assert.equal((await acme.get(`/v0/pages/${pageId}`)).body.audiencesCount, i + 1)
    assert.equal(listed.find((page: any) => page.pageId === pageId).audiencesCount, i + 1)
  }
})

test('a page of another tenant is not there, whatever is asked of it', async () => {
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
