import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../ids.ts'
import { world } from '../test/world.ts'

test('the header action must be an action of the page, also after a patch', async () => {
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

test('ids of parts are unique within a page', async () => {
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

test('no link of a page can run a script or hide its target', async () => {
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

test('scripts are stored unchanged, up to a maximum size', async () => {
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

test('a page refuses unknown fields, types and brands and invalid texts', async () => {
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
