import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visit } from '../test/visitor.ts'
import { world } from '../test/world.ts'

const blocks = (headline: string, sources: object[] = []) => ({
  theme: { look: 'bold' },
  blocks: [{ id: 'hero', type: 'hero', props: { headline }, sources }],
})

test('a page saved as a template starts others with its document and settings, and keeps its placeholders', async () => {
  const { acme, globex, baseUrl } = await world()
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'initech.example', name: 'Initech' })).body
  const actions = [{ actionId: 'primary', buttonTitle: 'Book a call', url: 'https://cal.example/us' }]
  const made = await acme.post('/v0/pages', {
    ...{ name: 'Renewals', pageType: 'outbound', title: 'Your renewal', pageContext: 'We renew.' },
    ...{ actions, headerActionId: 'primary', flags: ['home_page'] },
  })
  const { pageId } = made.body
  const document = blocks('Hello {{account.name|there}}', [
    { kind: 'account_field', id: accountId, field: 'name' },
  ])
  assert.equal((await acme.put(`/v0/pages/${pageId}/document`, document)).status, 200)
  const saved = await acme.post(`/v0/pages/${pageId}/template`, { name: 'Renewal template' })
  assert.deepEqual(
    [saved.status, saved.body.name, saved.body.pageType],
    [201, 'Renewal template', 'outbound'],
  )
  const { templateId } = saved.body
  await acme.put(`/v0/pages/${pageId}/document`, blocks('Changed since'))
  await acme.delete(`/v0/pages/${pageId}`)

  const input = { name: 'Second wave', pageType: 'outbound', templateId }
  const page = (await acme.post('/v0/pages', input)).body
  assert.deepEqual(
    [page.name, page.title, page.pageContext, page.headerActionId, page.actions[0].url, page.flags],
    ['Second wave', 'Your renewal', 'We renew.', 'primary', 'https://cal.example/us', []],
  )
  const copied = (await acme.get(`/v0/pages/${page.pageId}/document`)).body
  assert.deepEqual(copied.blocks[0].props, { headline: 'Hello {{account.name|there}}' })
  assert.deepEqual([copied.theme.look, copied.blocks[0].sources], ['bold', []])
  assert.doesNotMatch(JSON.stringify(copied), new RegExp(accountId))
  const own = (await acme.post('/v0/pages', { ...input, title: 'Another title' })).body
  assert.equal(own.title, 'Another title')

  const { url } = (await acme.get(`/v0/templates/preview?templateId=${templateId}`)).body
  const { host, pathname } = new URL(url)
  const preview = await visit(baseUrl, host, pathname)
  assert.equal(preview.status, 200)
  assert.match(preview.text, /Hello Acme Robotics/)

  for (const wrong of [{ template: 'outbound' }, { templateId: 'template_00000000000000000000000000' }])
    assert.equal((await acme.post('/v0/pages', { ...input, ...wrong })).body.errors[0].path, '/templateId')
  assert.equal((await globex.post('/v0/pages', input)).status, 400)
  assert.equal((await globex.get(`/v0/templates/preview?templateId=${templateId}`)).status, 400)
  assert.equal((await acme.get('/v0/templates/preview')).status, 400)
  assert.deepEqual((await globex.get('/v0/page_templates')).body.items, [])
})

test('templates are listed, renamed and deleted; pages made from them stay', async () => {
  const { acme, globex, withScope } = await world()
  const { pageId } = (await acme.post('/v0/pages', { name: 'Deck', pageType: 'sales_deck' })).body
  const { templateId } = (await acme.post(`/v0/pages/${pageId}/template`, { name: 'Deck' })).body
  const made = (await acme.post('/v0/pages', { name: 'One', pageType: 'sales_deck', templateId })).body
  const at = `/v0/page_templates/${templateId}`
  assert.equal((await acme.patch(at, { name: 'Our deck' })).body.name, 'Our deck')
  assert.equal((await acme.patch(at, { name: '' })).status, 400)
  assert.equal((await globex.patch(at, { name: 'Theirs' })).status, 404)
  assert.equal((await globex.delete(at)).status, 404)
  const reader = await withScope(acme, 'read')
  assert.equal((await reader.delete(at)).status, 403)
  assert.deepEqual(
    (await reader.get('/v0/page_templates')).body.items.map(({ name }: any) => name),
    ['Our deck'],
  )
  assert.equal((await acme.delete(at)).status, 204)
  assert.deepEqual((await acme.get('/v0/page_templates')).body.items, [])
  assert.equal((await acme.get(`/v0/pages/${made.pageId}`)).status, 200)
})
