import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Document, templateNames, templates } from '../../document/index.ts'
import { newId } from '../ids.ts'
import type { Client } from '../test/client.ts'
import { newPicture } from '../test/pictures.ts'
import { newAudience, newLink, newPage, site } from '../test/sites.ts'
import { findBlockers } from '../versions/blockers.ts'

const hero = (props: object = {}) => ({
  id: 'hero',
  type: 'hero',
  props: { headline: 'Hello', ...props },
  sources: [],
})

async function check(client: Client, pageId: string, audienceId: string, document: object) {
  const versions = `/v0/pages/${pageId}/audiences/${audienceId}/versions`
  const made = await client.post(versions, { document })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const at = `${versions}/${made.body.versionId}`
  const { status, body } = await client.get(`${at}/check`)
  assert.equal(status, 200, JSON.stringify(body))
  const codes = (list: { code: string }[]) => list.map(({ code }) => code)
  return { at, body, errors: codes(body.errors), warnings: codes(body.warnings) }
}

async function pageAndAudience(client: Client, more: object = {}) {
  const pageId = await newPage(client, 'Hello', more)
  const { audienceId } = await newAudience(client, pageId)
  return { pageId, audienceId }
}

const call = { buttonTitle: 'Talk', url: 'https://acme.example/call', actionId: 'call' }

test('a version that is ready has no findings', async () => {
  const { acme } = await site()
  const metadata = { title: 'Acme', description: 'What we heard, and what we would do.' }
  const { pageId, audienceId } = await pageAndAudience(acme, { actions: [call], metadata })
  await newLink(acme, '/ready', audienceId)
  const { body } = await check(acme, pageId, audienceId, {
    theme: {},
    blocks: [
      hero({
        primaryAction: { label: 'Talk to us', link: 'action:call' },
        // A layout without a drawing shows no points.
        ...{ layout: 'split', points: [{ id: 'p1', label: '{{prompt|Which city?}}' }] },
      }),
    ],
  })
  assert.deepEqual(body, { errors: [], warnings: [], language: 'en' })
})

test('warnings name possible problems and their paths', async () => {
  const { acme } = await site()
  const { pageId, audienceId } = await pageAndAudience(acme)
  const picture = { assetId: await newPicture(acme), alt: '' }
  const gone = { assetId: await newPicture(acme), alt: 'A team' }
  await acme.delete(`/v0/assets/${gone.assetId}`)
  const { body, errors, at } = await check(acme, pageId, audienceId, {
    theme: { textColor: '#777777', backgroundColor: '#888888', language: 'de' },
    metadata: { title: 'x'.repeat(61), description: 'y'.repeat(161) },
    blocks: [
      hero({ subheadline: 'Read [more](/nowhere?x=1).', picture }),
      { id: 'why', type: 'text', props: { body: '{{prompt|What did they say?}}' }, sources: [] },
      { id: 'team', type: 'image', props: { picture: gone }, sources: [] },
      {
        id: 'long',
        type: 'text',
        props: {
          body: 'We would begin with the part of the work that costs you the most today, and leave everything else as it is until you have seen a result. Nobody has to learn anything new before it has been shown to work for the people who do this every day.',
        },
        sources: [],
      },
    ],
  })
  assert.deepEqual(errors, [])
  assert.deepEqual(
    body.warnings.map(({ code, path }: { code: string; path: string }) => `${code} ${path}`).toSorted(),
    [
      'alt_missing /blocks/0/props/picture/alt',
      'contrast /theme/textColor',
      'dead_link /blocks/0/props/subheadline',
      'description_long /metadata/description',
      'language /theme/language',
      'no_action ',
      'no_page_link ',
      'picture_missing /blocks/2/props/picture/assetId',
      'prompt_unfilled /blocks/1/props/body',
      'title_long /metadata/title',
    ],
  )
  assert.equal((await acme.post(`${at}/publish`, {})).status, 200, 'none of them stands in the way')
})

test('a link of the site with an existing target is not reported as dead', async () => {
  const { acme } = await site()
  const { pageId, audienceId } = await pageAndAudience(acme, { actions: [call] })
  await newLink(acme, '/pricing', audienceId)
  const { warnings } = await check(acme, pageId, audienceId, {
    theme: {},
    blocks: [hero({ primaryAction: { label: 'Prices', link: '/pricing/#plans' } })],
  })
  assert.ok(!warnings.includes('dead_link'), String(warnings))
})

test('a block that mentions the reader without a source is reported', async () => {
  const { acme } = await site()
  const account = (await acme.post('/v0/accounts', { domain: 'meridian.example', name: 'Meridian Foods' }))
    .body
  const pageId = await newPage(acme, 'Hello', { actions: [call] })
  const { audienceId } = await newAudience(acme, pageId, { accountId: account.accountId })
  const block = { ...hero({ headline: 'Meridian Foods loses four percent of its goods' }) }
  const first = await check(acme, pageId, audienceId, { theme: {}, blocks: [block] })
  assert.ok(first.warnings.includes('statement_without_source'))
  const sources = [{ kind: 'account_field', id: account.accountId, field: 'name' }]
  const second = await check(acme, pageId, audienceId, { theme: {}, blocks: [{ ...block, sources }] })
  assert.ok(!second.warnings.includes('statement_without_source'))
})

test('an embarrassing version is published only if an admin forces it', async () => {
  const { acme, withScope } = await site()
  const { pageId, audienceId } = await pageAndAudience(acme)
  const prompt = { theme: {}, blocks: [hero({ headline: '{{prompt|What is it about?}}' })] }
  const text = { id: 'a', type: 'text', props: { body: 'Something.' }, sources: [] }
  for (const [document, codes] of [
    [{ theme: {}, blocks: [] }, ['page_empty']],
    [prompt, ['page_empty']],
    [{ ...prompt, blocks: [...prompt.blocks, text] }, ['hero_empty']],
  ] as const) {
    const { at, errors } = await check(acme, pageId, audienceId, document)
    assert.deepEqual(errors, codes)
    const refused = await acme.post(`${at}/publish`, {})
    assert.deepEqual([refused.status, refused.body.code], [409, 'check_failed'])
    assert.deepEqual(
      refused.body.errors.map(({ code }: { code: string }) => code),
      codes,
    )
    const publisher = await withScope(acme, 'publish')
    assert.equal((await publisher.post(`${at}/force_publish`, {})).status, 403)
    assert.equal((await acme.get(at)).body.status, 'draft')
    assert.equal((await acme.post(`${at}/force_publish`, {})).status, 200)
  }
})

test('an action without an address blocks publishing, unless the audience overrides the address', () => {
  const document = { theme: {}, blocks: [hero()] } as Document
  const actions = [{ ...call, actionIndex: 0, url: 'call me' }]
  const page = { actions, headerActionId: null, actionUrlOverride: null }
  assert.deepEqual(
    findBlockers(document, page).map(({ code, path }) => [code, path]),
    [['action_without_address', '/page/actions/0/url']],
  )
  assert.deepEqual(findBlockers(document, { ...page, actionUrlOverride: 'https://acme.example' }), [])
})

test('a missing source is an error that even an admin cannot override', async () => {
  const { acme } = await site()
  const { pageId, audienceId } = await pageAndAudience(acme)
  const sources = [{ kind: 'account_log', id: newId('account_log') }]
  const { at, errors } = await check(acme, pageId, audienceId, {
    theme: {},
    blocks: [{ ...hero({ headline: 'New' }), sources }],
  })
  assert.deepEqual(errors, ['source_missing'])
  const refused = await acme.post(`${at}/force_publish`, {})
  assert.deepEqual([refused.status, refused.body.code], [409, 'source_missing'])
})

test('every template can be published unchanged', async () => {
  const { acme } = await site()
  const { pageId, audienceId } = await pageAndAudience(acme)
  for (const name of templateNames) {
    const { at, errors } = await check(acme, pageId, audienceId, templates[name])
    assert.deepEqual(errors, [], name)
    assert.equal((await acme.post(`${at}/publish`, {})).status, 200, name)
  }
})

test('the check of a version is not accessible to another tenant', async () => {
  const { acme, globex } = await site()
  const { pageId, audienceId } = await pageAndAudience(acme)
  const { at } = await check(acme, pageId, audienceId, { theme: {}, blocks: [hero()] })
  assert.equal((await globex.get(`${at}/check`)).status, 404)
})
