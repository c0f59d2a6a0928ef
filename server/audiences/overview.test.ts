import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '../test/world.ts'

test('the pages made for a person or an account are listed across pages, newest first', async () => {
  const { acme, globex } = await world()
  const make = async (path: string, body: object) => (await acme.post(path, body)).body
  const [spring, autumn] = [
    await make('/v0/pages', { name: 'Spring', pageType: 'outbound' }),
    await make('/v0/pages', { name: 'Autumn', pageType: 'custom' }),
  ]
  const { accountId } = await make('/v0/accounts', { domain: 'initech.com', name: 'Initech' })
  const { personId } = await make('/v0/persons', { name: 'Peter', email: 'peter@initech.com' })
  const audience = (page: { pageId: string }, body: object) =>
    make(`/v0/pages/${page.pageId}/audiences`, body)
  const forPerson = await audience(spring, { personId })
  const forAccount = await audience(autumn, { accountId, customName: 'Everyone at Initech' })
  const everyone = await audience(autumn, {})
  const archived = await audience(autumn, { personId })
  await make(`/v0/pages/${autumn.pageId}/audiences/${archived.audienceId}/archive`, {})
  const list = async (query: string) => (await acme.get(`/v0/audiences?${query}`)).body
  const ids = async (query: string) => {
    const { items, totalCount } = await list(query)
    assert.equal(totalCount, items.length)
    return items.map(({ audienceId }: { audienceId: string }) => audienceId)
  }
  const { items } = await list(`personId=${personId}`)
  assert.deepEqual(items, [
    {
      audienceId: forPerson.audienceId,
      effectiveName: 'Peter · Initech',
      pageId: spring.pageId,
      pageName: 'Spring',
      pageStatus: 'draft',
      personId,
      accountId,
      status: 'published',
      isLive: false,
      publishedAt: forPerson.publishedVersion.publishedAt,
      createdAt: forPerson.createdAt,
    },
  ])
  assert.deepEqual(await ids(`accountId=${accountId}`), [forAccount.audienceId, forPerson.audienceId])
  assert.deepEqual(await ids(`accountId=${accountId}&personId=${personId}`), [forPerson.audienceId])
  assert.deepEqual(await ids(`audienceId=${everyone.audienceId}`), [everyone.audienceId])
  const named = [forPerson, archived, everyone].map(({ audienceId }) => `audienceId=${audienceId}`)
  assert.deepEqual(await ids(named.join('&')), [everyone.audienceId, forPerson.audienceId])
  assert.equal((await globex.get(`/v0/audiences?${named[0]}`)).body.totalCount, 0)
  assert.deepEqual(
    await ids(''),
    [everyone, forAccount, forPerson].map(({ audienceId }) => audienceId),
  )
  assert.deepEqual(await ids('madeFor=person'), [forPerson.audienceId])
  assert.deepEqual(await ids('madeFor=account'), [forAccount.audienceId])
  assert.deepEqual(await ids('madeFor=everyone'), [everyone.audienceId])
  assert.deepEqual(await ids(`pageId=${autumn.pageId}`), [everyone.audienceId, forAccount.audienceId])
  assert.deepEqual(await ids('madeFor=person&query=PETER%20initech'), [forPerson.audienceId])
  assert.deepEqual(await ids('madeFor=person&query=everyone'), [])
  const first = await list(`accountId=${accountId}&limit=1`)
  assert.deepEqual([first.hasMore, first.totalCount], [true, 2])
  assert.deepEqual(
    (await list(`accountId=${accountId}&limit=1&cursor=${first.nextCursor}`)).items[0].audienceId,
    forPerson.audienceId,
  )
  assert.equal((await acme.get(`/v0/audiences?limit=1&cursor=${first.nextCursor}`)).status, 400)
  const document = { document: { theme: {}, blocks: [] } }
  await make(`/v0/pages/${spring.pageId}/audiences/${forPerson.audienceId}/versions`, document)
  assert.equal((await list(`personId=${personId}`)).items[0].status, 'draft', 'of the latest version')
  await acme.delete(`/v0/pages/${spring.pageId}`)
  assert.deepEqual(await ids(`personId=${personId}`), [], 'a deleted page takes its audiences along')
  assert.equal((await globex.get(`/v0/audiences?accountId=${accountId}`)).body.totalCount, 0)
})
