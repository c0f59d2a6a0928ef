import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from '../test/client.ts'
import { world } from '../test/world.ts'

const hero = (headline: string) => ({
  theme: {},
  blocks: [{ id: 'hero', type: 'hero', props: { headline }, sources: [] }],
})

async function makePage(client: Client, name = 'Spring outreach', document?: object) {
  const { pageId } = (await client.post('/v0/pages', { name, pageType: 'outbound' })).body
  if (document) await client.put(`/v0/pages/${pageId}/document`, document)
  return { pageId, path: `/v0/pages/${pageId}/audiences` }
}

async function makeJane(client: Client) {
  const { accountId } = (await client.post('/v0/accounts', { domain: 'acme.com', name: 'Acme' })).body
  const jane = { name: 'Jane Doe', email: 'jane@acme.com' }
  const { personId } = (await client.post('/v0/persons', jane)).body
  return { accountId, personId }
}

test('an audience is created with the page’s document, filled for its person, as its published version', async () => {
  const { acme, subscribe, events } = await world()
  const { pageId, path } = await makePage(
    acme,
    'P',
    hero('Hi {{person.firstName|there}} of {{account.name}}'),
  )
  const { personId, accountId } = await makeJane(acme)
  await subscribe(acme)
  const made = await acme.post(path, { personId, supplementaryContext: 'Met at the fair.' })
  assert.equal(made.status, 201)
  const { audienceId, personRouteKey, createdAt, latestVersion } = made.body
  assert.match(personRouteKey, /^[0-9a-z]{16}$/)
  assert.deepEqual(made.body, {
    audienceId,
    pageId,
    personId,
    personRouteKey,
    computedName: 'Jane Doe · Acme',
    customName: null,
    effectiveName: 'Jane Doe · Acme',
    status: 'published',
    flags: [],
    isNewPageAgent: false,
    actionFormIdOverride: null,
    actionFormInstructionsOverride: null,
    actionUrlOverride: null,
    supplementaryContext: 'Met at the fair.',
    latestVersion,
    publishedVersion: latestVersion,
    archivedAt: null,
    createdAt,
  })
  const { versionId, publishedAt } = latestVersion
  assert.deepEqual(latestVersion, {
    versionId,
    audienceId,
    versionNumber: 1,
    status: 'published',
    isNewPageAgent: false,
    supplementaryContext: 'Met at the fair.',
    queueDurationMs: null,
    createdAt: publishedAt,
    becameDraftAt: publishedAt,
    queuedAt: null,
    publishedAt,
    cancelledAt: null,
    obsoleteAt: null,
    archivedAt: null,
  })
  const document = await acme.get(`${path}/${audienceId}/versions/${versionId}/document`)
  assert.equal(document.body.blocks[0].props.headline, 'Hi Jane of Acme')
  assert.deepEqual(document.body.blocks[0].sources, [
    { kind: 'person_field', id: personId, field: 'name' },
    { kind: 'account_field', id: accountId, field: 'name' },
  ])
  assert.deepEqual((await acme.get(`${path}/${audienceId}`)).body, made.body)
  assert.deepEqual(await events(acme), [{ type: 'audience.created', data: made.body }])
})

test('an audience without a person has no route key, and is named after its account, its domain, or everyone', async () => {
  const { acme } = await world()
  const { path } = await makePage(acme)
  const { accountId } = await makeJane(acme)
  const nameless = (await acme.post('/v0/accounts', { domain: 'globex.com' })).body.accountId
  const names = []
  for (const body of [{ accountId }, { accountId: nameless }, {}, { customName: 'Fair' }]) {
    const made = await acme.post(path, body)
    assert.deepEqual([made.status, made.body.personRouteKey], [201, null])
    names.push([made.body.computedName, made.body.effectiveName])
  }
  assert.deepEqual(names, [
    ['Acme', 'Acme'],
    ['globex.com', 'globex.com'],
    ['Everyone', 'Everyone'],
    ['Everyone', 'Fair'],
  ])
})

test('names follow a rename of the account or the person, and the person’s move to another account', async () => {
  const { acme } = await world()
  const { path } = await makePage(acme)
  const mailOnly = (await acme.post('/v0/persons', { email: 'x@later.example' })).body.personId
  const { personId, accountId } = await makeJane(acme)
  const ids: string[] = []
  for (const body of [{ personId }, { accountId }, { personId, customName: 'VIP' }, { personId: mailOnly }])
    ids.push((await acme.post(path, body)).body.audienceId)
  const names = async () =>
    await Promise.all(
      ids.map(async (id) => {
        const { computedName, effectiveName } = (await acme.get(`${path}/${id}`)).body
        return effectiveName === computedName ? computedName : `${effectiveName} (${computedName})`
      }),
    )
  const found = async (query: string) =>
    (await acme.get(`/v0/audiences/search?query=${encodeURIComponent(query)}`)).body.items.map(
      ({ effectiveName }: { effectiveName: string }) => effectiveName,
    )
  assert.deepEqual(await names(), ['Jane Doe · Acme', 'Acme', 'VIP (Jane Doe · Acme)', 'x@later.example'])

  await acme.patch(`/v0/accounts/${accountId}`, { name: 'Ümläut & Söhne' })
  await acme.patch(`/v0/persons/${personId}`, { name: 'Jane Smith' })
  await acme.post('/v0/accounts', { domain: 'later.example', name: 'Later' })
  const renamed = ['Jane Smith · Ümläut & Söhne', 'Ümläut & Söhne', 'VIP (Jane Smith · Ümläut & Söhne)']
  assert.deepEqual(await names(), [...renamed, 'x@later.example · Later'])
  assert.deepEqual((await found('umlaut')).toSorted(), [
    'Jane Smith · Ümläut & Söhne',
    'VIP',
    'Ümläut & Söhne',
  ])
  assert.deepEqual(await found('doe'), [])
  assert.deepEqual(await found('later x@'), ['x@later.example · Later'])

  const { accountId: other } = (await acme.post('/v0/accounts', { domain: 'other.example' })).body
  await acme.patch(`/v0/persons/${personId}`, { accountId: other })
  assert.equal((await names())[0], 'Jane Smith · other.example')
})

test('an audience created while its account is renamed ends up with the new name', async () => {
  const { acme } = await world()
  const { path } = await makePage(acme)
  const { accountId } = await makeJane(acme)
  for (let round = 0; round < 10; round++) {
    const [made] = await Promise.all([
      acme.post(path, { accountId }),
      acme.patch(`/v0/accounts/${accountId}`, { name: `Acme ${round}` }),
    ])
    const { computedName } = (await acme.get(`${path}/${made.body.audienceId}`)).body
    assert.equal(computedName, `Acme ${round}`)
  }
})

test('an invalid audience is refused and leaves no rows behind', async () => {
  const { acme, globex, subscribe, events } = await world()
  const { pageId, path } = await makePage(acme)
  const { personId, accountId } = await makeJane(acme)
  const foreign = await makeJane(globex)
  await subscribe(acme)
  const bodies: [body: object, path: string][] = [
    [{ personId, accountId }, '/accountId'],
    [{ personId: foreign.personId }, '/personId'],
    [{ accountId: foreign.accountId }, '/accountId'],
    [{ personId: 'person_x' }, '/personId'],
    [{ personId: '' }, '/personId'],
    [{ accountId: '' }, '/accountId'],
    [{ customName: '' }, '/customName'],
    [{ message: '' }, '/message'],
    [{ flags: ['home_page'] }, '/flags'],
  ]
  for (const [body, where] of bodies) {
    const refused = await acme.post(path, body)
    assert.equal(refused.status, 400, JSON.stringify(body))
    assert.equal(refused.body.errors[0].path, where)
  }
  assert.equal((await acme.get(`/v0/pages/${pageId}`)).body.audiencesCount, 0)
  assert.deepEqual(await events(acme), [])
})

test('50 audiences created at once are all counted and listed, page by page, with archived ones separate', async () => {
  const { acme } = await world()
  const { pageId, path } = await makePage(acme)
  const made = await Promise.all(Array.from({ length: 50 }, () => acme.post(path, {})))
  assert.ok(made.every(({ status }) => status === 201))
  assert.equal((await acme.get(`/v0/pages/${pageId}`)).body.audiencesCount, 50)
  const [gone] = made
  await acme.post(`${path}/${gone?.body.audienceId}/archive`)
  const listed: string[] = []
  for (let cursor = ''; ; ) {
    const page = (await acme.get(`${path}?limit=20${cursor && `&cursor=${cursor}`}`)).body
    assert.equal(page.totalCount, 49)
    listed.push(...page.items.map(({ audienceId }: { audienceId: string }) => audienceId))
    if (!page.hasMore) break
    cursor = page.nextCursor
  }
  const expected = made.slice(1).map(({ body }) => body.audienceId)
  assert.deepEqual(listed, expected.sort().reverse())
  const archived = (await acme.get(`${path}?archived=true`)).body
  assert.deepEqual([archived.totalCount, archived.items[0].status], [1, 'archived'])
  assert.equal((await acme.get(`/v0/pages/${pageId}`)).body.audiencesCount, 49)
})

test('a patch changes only the named fields of an audience, and an empty change has no side effects', async () => {
  const { acme, subscribe, events } = await world()
  const { pageId, path } = await makePage(acme)
  await acme.patch(`/v0/pages/${pageId}`, { metadata: { title: 'Ours', author: 'Us' } })
  const { audienceId } = (await acme.post(path, {})).body
  const before = (await acme.get(`${path}/${audienceId}`)).body
  assert.deepEqual(before.effectiveMetadata, { title: 'Ours', author: 'Us' })
  await subscribe(acme)
  const patch = {
    customName: 'Fair',
    actionFormIdOverride: 'form-1',
    actionFormInstructionsOverride: 'Be brief.',
    actionUrlOverride: 'https://acme.example/demo',
    supplementaryContext: 'Met.',
    metadataOverride: { title: 'Yours' },
  }
  const changed = await acme.patch(`${path}/${audienceId}`, patch)
  assert.equal(changed.status, 200)
  const { latestVersion } = changed.body
  assert.deepEqual([latestVersion.status, latestVersion.versionNumber], ['draft', 2])
  const effective = { effectiveName: 'Fair', status: 'draft', latestVersion }
  assert.deepEqual(changed.body, { ...before, ...patch, ...effective })
  for (const nothing of [{}, patch])
    assert.deepEqual((await acme.patch(`${path}/${audienceId}`, nothing)).body, changed.body)
  const cleared = await acme.patch(`${path}/${audienceId}`, {
    ...Object.fromEntries(Object.keys(patch).map((name) => [name, null])),
  })
  const { status, latestVersion: newest } = cleared.body
  assert.deepEqual(cleared.body, { ...before, status, latestVersion: newest })
  assert.deepEqual(await events(acme), [
    { type: 'version.drafted', data: latestVersion },
    { type: 'audience.updated', data: changed.body },
    { type: 'version.drafted', data: newest },
    { type: 'audience.updated', data: cleared.body },
  ])
  for (const url of ['javascript:alert(1)', 'action:book', '//evil.example'])
    assert.equal((await acme.patch(`${path}/${audienceId}`, { actionUrlOverride: url })).status, 400)
})

test('metadata are published with their version, and restored with it', async () => {
  const { acme } = await world()
  const { pageId, path } = await makePage(acme)
  await acme.patch(`/v0/pages/${pageId}`, { metadata: { title: 'Ours' } })
  const { audienceId, publishedVersion: first } = (await acme.post(path, {})).body
  const at = `${path}/${audienceId}`
  const { body } = await acme.patch(at, { metadataOverride: { title: 'Yours' } })
  assert.deepEqual([body.metadataOverride, body.effectiveMetadata], [{ title: 'Yours' }, { title: 'Ours' }])
  const second = body.latestVersion
  const diff = (await acme.get(`${at}/versions/${second.versionId}/diff`)).body.operations
  assert.deepEqual(
    diff.map(({ type, metadata }: { type: string; metadata: object }) => [type, metadata]),
    [['setMetadata', { title: 'Yours' }]],
  )
  await acme.post(`${at}/versions/${second.versionId}/publish`, {})
  assert.deepEqual((await acme.get(at)).body.effectiveMetadata, { title: 'Yours' })
  await acme.post(`${at}/versions/${first.versionId}/publish`, {})
  assert.deepEqual((await acme.get(at)).body.effectiveMetadata, { title: 'Ours' })
})

test('a page has one home audience, the last one that was set, also when many are set at once', async () => {
  const { acme, db } = await world()
  const { path } = await makePage(acme)
  const ids: string[] = []
  for (let i = 0; i < 6; i++) ids.push((await acme.post(path, {})).body.audienceId)
  const answers = await Promise.all(ids.map((id) => acme.patch(`${path}/${id}`, { flags: ['home_page'] })))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  const homes = await db.read`
    select audience_id from audiences where tenant_id = ${acme.tenantId} and flags = '{home_page}'`
  assert.equal(homes.length, 1)
})

test('an archived audience can be read and restored, and nothing else', async () => {
  const { acme, subscribe, events } = await world()
  const { path } = await makePage(acme)
  const { audienceId, latestVersion } = (await acme.post(path, { customName: 'Old' })).body
  const versions = `${path}/${audienceId}/versions`
  const draft = (await acme.post(versions, { document: hero('New') })).body
  await subscribe(acme)
  const archived = await acme.post(`${path}/${audienceId}/archive`)
  assert.deepEqual([archived.status, archived.body.status], [200, 'archived'])
  assert.match(archived.body.archivedAt, /^\+/)
  assert.deepEqual((await acme.post(`${path}/${audienceId}/archive`)).body, archived.body)
  assert.deepEqual((await acme.get(`${path}/${audienceId}`)).body, archived.body)
  assert.equal((await acme.get(`${versions}/${latestVersion.versionId}/document`)).status, 200)
  assert.equal((await acme.get('/v0/audiences/search?query=old')).body.totalCount, 0)
  for (const refused of [
    await acme.patch(`${path}/${audienceId}`, { customName: 'New' }),
    await acme.post(versions, { document: hero('Newer') }),
    await acme.post(`${versions}/${draft.versionId}/publish`),
  ])
    assert.deepEqual([refused.status, refused.body.code], [409, 'state_conflict'])
  const restored = await acme.post(`${path}/${audienceId}/restore`)
  assert.deepEqual([restored.body.status, restored.body.archivedAt], ['draft', null])
  assert.deepEqual((await acme.post(`${path}/${audienceId}/restore`)).body, restored.body)
  assert.deepEqual(await events(acme), [
    { type: 'audience.archived', data: archived.body },
    { type: 'audience.updated', data: restored.body },
  ])
})

test('an audience is found only under its own page, and not after the page is deleted', async () => {
  const { acme } = await world()
  const [one, other] = [await makePage(acme, 'One'), await makePage(acme, 'Other')]
  const { audienceId, latestVersion } = (await acme.post(one.path, {})).body
  const { latestVersion: others } = (await acme.post(other.path, {})).body
  const { versionId } = latestVersion
  const addresses = (path: string, version: string) => [
    `${path}/${audienceId}`,
    `${path}/${audienceId}/versions`,
    `${path}/${audienceId}/versions/${version}`,
    `${path}/${audienceId}/versions/${version}/document`,
    `${path}/${audienceId}/versions/${version}/diff`,
  ]
  for (const address of addresses(one.path, versionId)) assert.equal((await acme.get(address)).status, 200)
  for (const address of addresses(other.path, versionId)) assert.equal((await acme.get(address)).status, 404)
  for (const address of addresses(one.path, others.versionId).slice(2))
    assert.equal((await acme.get(address)).status, 404, address)
  for (const [path, version] of [
    [other.path, versionId],
    [one.path, others.versionId],
  ])
    assert.equal((await acme.post(`${path}/${audienceId}/versions/${version}/publish`)).status, 404)
  assert.equal((await acme.patch(`${other.path}/${audienceId}`, { customName: 'x' })).status, 404)

  await acme.delete(`/v0/pages/${one.pageId}`)
  for (const address of [one.path, ...addresses(one.path, versionId)])
    assert.equal((await acme.get(address)).status, 404, address)
  assert.equal((await acme.post(one.path, {})).status, 404)
  assert.equal((await acme.get('/v0/audiences/search')).body.totalCount, 1)
})

test('erasing a person erases their audiences, versions, and the documents that no other audience shows', async () => {
  const { acme, db } = await world()
  const { path, pageId } = await makePage(acme, 'P', hero('Hi {{person.firstName|there}}'))
  const { personId } = await makeJane(acme)
  const { audienceId } = (await acme.post(path, { personId })).body
  const everyone = (await acme.post(path, {})).body
  const versions = `${path}/${audienceId}/versions`
  const draft = (await acme.post(versions, { document: hero('For Jane alone') })).body
  const shared = (await acme.post(versions, { document: hero('For all') })).body
  await acme.post(`${path}/${everyone.audienceId}/versions`, { document: hero('For all') })
  await acme.post(`${versions}/${draft.versionId}/publish`, { operationKey: 'k' })
  const documents = async () =>
    (
      await db.read<{ headline: string }[]>`
        select document -> 'blocks' -> 0 -> 'props' ->> 'headline' as headline from version_documents
        where tenant_id = ${acme.tenantId}`
    )
      .map(({ headline }) => headline)
      .sort()
  assert.deepEqual(await documents(), ['For Jane alone', 'For all', 'Hi Jane', 'Hi there'])
  assert.equal((await acme.delete(`/v0/persons/${personId}`)).status, 204)
  assert.deepEqual(await documents(), ['For all', 'Hi there'])
  assert.equal((await acme.get(`${versions}/${shared.versionId}`)).status, 404)
  assert.equal((await acme.get(`/v0/pages/${pageId}`)).body.audiencesCount, 1)
  const left = await db.read`
    select from versions where tenant_id = ${acme.tenantId} and audience_id = ${audienceId}`
  assert.equal(left.length, 0)
})
