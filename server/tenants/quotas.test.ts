import assert from 'node:assert/strict'
import { test } from 'node:test'
import { removeUnusedUploads } from '../files/removal.ts'
import { saying } from '../test/sites.ts'
import { world } from '../test/world.ts'
import { forgetOldMailCounts, takeMail } from './quotas.ts'

const rows = (mebibytes: number) => `name\n${'x'.repeat(1023)}\n`.repeat(mebibytes * 1024)

test('a tenant can store bytes up to its quota, and more after files are removed', async () => {
  const { acme, globex, context } = await world({ STORAGE_QUOTA_MIB: '3' })
  const first = await acme.upload('one.csv', rows(2), 'text/csv')
  assert.equal(first.status, 201)
  const refused = await acme.upload('two.csv', rows(2), 'text/csv')
  assert.deepEqual([refused.status, refused.body.code], [409, 'quota_exceeded'])
  assert.match(refused.body.detail, /3 MiB/)
  assert.equal((await globex.upload('one.csv', rows(2), 'text/csv')).status, 201)
  await context.db.inTransaction(
    (tx) => tx`update files set created_at = now() - interval '2 days' where tenant_id = ${acme.tenantId}`,
  )
  await removeUnusedUploads(context)
  assert.equal((await acme.upload('two.csv', rows(2), 'text/csv')).status, 201)
})

test('a tenant can create revisions up to its daily quota, and the saves of one sitting count once', async () => {
  const { acme, globex, context } = await world({ REVISIONS_PER_DAY: '4' })
  const newPage = async (client: typeof acme) =>
    (await client.post('/v0/pages', { name: 'Spring', pageType: 'custom' })).body.pageId as string
  const [pageId, otherId] = [await newPage(acme), await newPage(globex)]
  const save = (nth: number, query = '') =>
    acme.put(`/v0/pages/${pageId}/document${query}`, saying(`Revision ${nth}`))
  for (const nth of [2, 3]) assert.equal((await save(nth)).status, 200)
  assert.equal((await save(3.5, '?sitting=a')).status, 200)
  assert.equal((await save(4, '?sitting=a')).status, 200)
  const refused = await save(5)
  assert.deepEqual([refused.status, refused.body.code], [409, 'quota_exceeded'])
  const restored = await acme.post(`/v0/pages/${pageId}/document/revisions/2/restore`, {})
  assert.equal(restored.body.code, 'quota_exceeded')
  assert.equal((await save(4)).status, 200, 'what changes nothing makes no revision')
  assert.equal((await globex.put(`/v0/pages/${otherId}/document`, saying('Hello'))).status, 200)
  await context.db.inTransaction(
    (tx) => tx`
      update page_revisions set created_at = now() - interval '2 days' where tenant_id = ${acme.tenantId}`,
  )
  assert.equal((await save(5)).status, 200)
})

test('all keys of a tenant together have a limit of requests, beside the one of each key', async () => {
  const settings = { RATE_LIMIT_PER_MINUTE: '30', TENANT_RATE_LIMIT_PER_MINUTE: '50' }
  const { acme, globex, withScope } = await world(settings)
  const keys = [acme, await withScope(acme, 'read'), await withScope(acme, 'read')]
  const answers = await Promise.all(
    keys.flatMap((key) => Array.from({ length: 25 }, () => key.get('/v0/pages'))),
  )
  const refused = answers.filter(({ status }) => status === 429)
  // A new minute may begin in between.
  assert.ok(refused.length > 0 && refused.length <= 25, `${refused.length} were refused`)
  assert.match(refused[0]?.body.detail, /All keys of this tenant together are limited to 50/)
  assert.ok(Number(refused[0]?.headers.get('retry-after')) > 0)
  assert.equal((await globex.get('/v0/pages')).status, 200)
})

test('e-mails of a tenant are counted by the day', async () => {
  const { acme, globex, db } = await world()
  const take = (tenantId: string, mails: number) =>
    db.inTransaction((tx) => takeMail(tx, tenantId, mails, { ...unlimited, mailPerDay: 10 }))
  assert.equal(await take(acme.tenantId, 11), false)
  assert.equal(await take(acme.tenantId, 7), true)
  assert.equal(await take(acme.tenantId, 4), false)
  assert.equal(await take(acme.tenantId, 3), true)
  assert.equal(await take(acme.tenantId, 1), false)
  assert.equal(await take(globex.tenantId, 10), true)
  await db.inTransaction((tx) => tx`update mail_counts set day = day - 2 where tenant_id = ${acme.tenantId}`)
  assert.equal(await take(acme.tenantId, 10), true)
  await forgetOldMailCounts(db)
  const [left] = await db.read<{ count: number }[]>`
    select count(*) as count from mail_counts where tenant_id = ${acme.tenantId}`
  assert.equal(left?.count, 1)
})

const unlimited = { storageMib: 0, revisionsPerDay: 0, mailPerDay: 0, agentTokensPerDay: 0 }
