import assert from 'node:assert/strict'
import { test } from 'node:test'
import { templateNames, templates } from '../../../document/index.ts'
import { exampleId } from '../../../shared/ids.ts'
import { hero } from '../../test/refusals.ts'
import { newAudience, newPage, saying } from '../../test/sites.ts'
import { world } from '../../test/world.ts'

const render = '/v0/documents/render'

test('a document is drawn as its audience would see it, and nothing is stored', async () => {
  const { acme } = await world()
  const actions = [{ actionId: 'go', purpose: 'Go', buttonTitle: 'Go', url: 'https://acme.example/go' }]
  const pageId = await newPage(acme, 'Old', { title: 'Spring', actions, headerActionId: 'go' })
  const { audienceId } = await newAudience(acme, pageId)
  const audience = `/v0/pages/${pageId}/audiences/${audienceId}`
  await acme.patch(audience, { actionUrlOverride: 'https://acme.example/elsewhere' })
  const { status, body } = await acme.post(render, { document: saying('New **words**'), audienceId })
  assert.equal(status, 200)
  assert.deepEqual(
    [body.title, body.lang, body.dir, body.heading, body.cards],
    ['Spring', 'en', 'ltr', '', ''],
  )
  assert.equal(body.blocks.length, 1)
  assert.match(
    body.blocks[0].html,
    /^<section [^>]*data-block-id="hero">.*<h1 data-path="\/headline">New <strong>words<\/strong><\/h1>/,
  )
  assert.match(body.header, /href="https:\/\/acme\.example\/elsewhere"/)
  assert.match(body.footer, /^<footer/)
  assert.match(body.style, /\.hero/)
  assert.equal((await acme.get(`${audience}/versions`)).body.totalCount, 1)
  const forPage = (await acme.post(render, { document: saying('New'), pageId })).body
  assert.match(forPage.header, /href="https:\/\/acme\.example\/go"/)
})

test('sections have the same tones in the editor as on the page', async () => {
  const { acme } = await world()
  const input = { name: 'Roofs', pageType: 'sales_deck', template: 'example_solar' }
  const { pageId } = (await acme.post('/v0/pages', input)).body
  const { audienceId } = await newAudience(acme, pageId)
  const { body: document } = await acme.get(`/v0/pages/${pageId}/document`)
  const tonesFor = async (target: object) => {
    const { blocks } = (await acme.post(render, { document, ...target })).body
    return blocks.map(({ html }: { html: string }) => /class="([^"]*)"/.exec(html)?.[1])
  }
  const tones = await tonesFor({ pageId })
  assert.equal(tones.length, document.blocks.length)
  assert.deepEqual(tones, await tonesFor({ audienceId }))
  // What is chosen by the page must not be chosen by its title.
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) {
    await acme.patch(`/v0/pages/${pageId}`, { title })
    assert.deepEqual(await tonesFor({ pageId }), tones)
  }
})

test('a template can be previewed before there is a page or a brand', async () => {
  const { acme } = await world()
  const { body } = await acme.get('/v0/templates')
  assert.deepEqual(
    body.items.map(({ name }: { name: string }) => name),
    templateNames,
  )
  assert.deepEqual([body.totalCount, body.hasMore, body.nextCursor], [templateNames.length, false, null])
  for (const { name, title, description, pageType, look, document } of body.items) {
    assert.ok(title && description)
    assert.equal(look === null ? pageType : `${pageType}_${look}`, name)
    assert.deepEqual(document, templates[name as 'custom'])
    const drawn = await acme.post(render, { document })
    assert.equal(drawn.status, 200)
    assert.equal(drawn.body.blocks.length, document.blocks.length)
    assert.doesNotMatch(JSON.stringify(drawn.body), /\{\{/)
    assert.match(drawn.body.blocks[0].html, /class="btn"/)
  }
  const { brandId } = (await acme.post('/v0/brands', { name: 'Zephyr' })).body
  assert.match((await acme.post(render, { document: saying('Hi'), brandId })).body.header, /Zephyr/)
  assert.equal((await acme.get('/v0/pages')).body.totalCount, 0)
})

test('an invalid document, or one for a missing target, is refused with the path of the error', async () => {
  const { acme, globex } = await world()
  const pageId = await newPage(globex)
  const { audienceId } = await newAudience(globex, pageId)
  const document = saying('Hi')
  for (const [body, path] of [
    [{ document: { theme: {}, blocks: [hero({ headline: '<b>' })] } }, '/document/blocks/0/props/headline'],
    [{ document: [] }, '/document'],
    [{ document, audienceId }, '/audienceId'],
    [{ document, audienceId: exampleId('audience') }, '/audienceId'],
    [{ document, pageId }, '/pageId'],
    [{ document, brandId: exampleId('brand') }, '/brandId'],
    [{ document, pageId, audienceId }, ''],
    [{ document, more: 1 }, '/more'],
  ] as const) {
    const { status, body: problem } = await acme.post(render, body)
    assert.equal(status, 400, JSON.stringify(body))
    assert.equal(problem.errors[0].path, path)
  }
})

test('each source shows its current text, its owner and its date', async () => {
  const { acme, globex } = await world()
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'meridian.example', name: 'Meridian' }))
    .body
  const person = { name: 'Amara Okafor', email: 'amara@meridian.example' }
  const { personId } = (await acme.post('/v0/persons', person)).body
  const log = (path: string, text: string) => acme.post(`${path}/logs`, { text })
  const { accountLogId } = (await log(`/v0/accounts/${accountId}`, 'Opens in Gdańsk')).body
  const gone = (await log(`/v0/accounts/${accountId}`, 'Old news')).body.accountLogId
  await acme.delete(`/v0/accounts/${accountId}/logs/${gone}`)
  const { personLogId } = (await log(`/v0/persons/${personId}`, 'Likes figures')).body
  const happened = { type: 'call.held', payload: { text: 'Called them' } }
  const { activityId } = (await acme.post(`/v0/accounts/${accountId}/activity`, happened)).body
  const pageId = await newPage(acme, 'Hi', { pageContext: 'Chilled goods' })
  const { audienceId } = await newAudience(acme, pageId, { accountId, supplementaryContext: 'Be brief' })
  const sources = [
    { kind: 'account_field', id: accountId, field: 'domain' },
    { kind: 'account_log', id: accountLogId },
    { kind: 'account_log', id: gone },
    { kind: 'person_field', id: personId, field: 'phoneNumber' },
    { kind: 'person_field', id: personId, field: 'name' },
    { kind: 'person_log', id: personLogId },
    { kind: 'activity', id: activityId },
    { kind: 'supplementary_context', id: audienceId },
    { kind: 'page_context', id: pageId },
  ]
  const document = { theme: {}, blocks: [{ ...hero({ headline: 'Hi' }), sources }] }
  const read = async (client: typeof acme, named: object) => {
    const { status, body } = await client.post(render, { document, ...named })
    assert.equal(status, 200)
    return body.blocks[0].sources
  }
  const found = await read(acme, { audienceId })
  const shown = found.map((source: any) => [source.text, source.name, source.accountId, source.personId])
  assert.deepEqual(shown, [
    ['meridian.example', 'Meridian', accountId, null],
    ['Opens in Gdańsk', 'Meridian', accountId, null],
    [null, null, null, null],
    [null, 'Amara Okafor', accountId, personId],
    ['Amara Okafor', 'Amara Okafor', accountId, personId],
    ['Likes figures', 'Amara Okafor', accountId, personId],
    ['Called them', 'Meridian', accountId, null],
    ['Be brief', 'Meridian', null, null],
    ['Chilled goods', 'Spring', null, null],
  ])
  assert.match(found[1].createdAt, /^\+\d{13}$/)
  const foreign = await read(globex, {})
  assert.deepEqual(new Set(foreign.map((source: any) => source.text ?? source.name)), new Set([null]))
})

test('a brand can be previewed before it is saved', async () => {
  const { acme } = await world()
  const { brandId } = (await acme.post('/v0/brands', { name: 'Acme', look: 'product' })).body
  const brand = { headingFont: 'newsreader', primaryColor: '#b4232a', name: 'Acme Two' }
  const { status, body } = await acme.post(render, { document: saying('Hello'), brandId, brand })
  assert.equal(status, 200, JSON.stringify(body))
  assert.match(body.style, /Newsreader Display/)
  assert.match(body.footer, /Acme Two/)
  assert.equal((await acme.get(`/v0/brands/${brandId}`)).body.name, 'Acme')
  const wrong = await acme.post(render, { document: saying('Hello'), brand: { primaryColor: 'red' } })
  assert.deepEqual([wrong.status, wrong.body.errors[0].path], [400, '/brand/primaryColor'])
})

test('placeholders are shown as chips, or filled with the facts of an audience', async () => {
  const { acme } = await world()
  const pageId = await newPage(acme, 'P', {})
  const person = (await acme.post('/v0/persons', { name: 'Amara Okafor' })).body
  const made = await acme.post(`/v0/pages/${pageId}/audiences`, { personId: person.personId })
  const { audienceId } = made.body
  const document = {
    theme: {},
    blocks: [hero({ headline: 'Hello *{{person.firstName|there}}*, \\{{ and {{prompt|Why?}}' })],
  }
  const shown = (await acme.post(render, { document, pageId, placeholders: 'shown' })).body
  assert.match(
    shown.blocks[0].html,
    /Hello <em><span class="chip" data-placeholder="person\.firstName\|there">person\.firstName<\/span><\/em>, \{\{ and <span class="prompt">Why\?/,
  )
  const filled = (await acme.post(render, { document, audienceId })).body
  assert.match(filled.blocks[0].html, /Hello <em>Amara<\/em>/)
  const values = new Map(filled.placeholders.map((one: any) => [one.name, one]))
  assert.deepEqual(values.get('person.firstName'), {
    name: 'person.firstName',
    value: 'Amara',
    isKnown: true,
  })
  assert.deepEqual(values.get('account.name'), { name: 'account.name', value: 'your team', isKnown: false })
  assert.equal((await acme.get('/v0/block_types')).body.items.length, 15)
})
