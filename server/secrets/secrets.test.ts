import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { eventually } from '../test/eventually.ts'
import { emptyFolder, launch } from '../test/launch.ts'
import { newAudience, newLink, newPage } from '../test/sites.ts'
import { visit } from '../test/visitor.ts'
import { world } from '../test/world.ts'
import { encryptPlainSecrets, revealSecret } from '../webhooks/secrets.ts'
import { rotateSigningSecret } from './secrets.ts'

test('the signing secret can be rotated: earlier cursors and pages are valid for a day, new ones use the new secret', async () => {
  const { acme, db, context, baseUrl } = await world({ SITE_DOMAIN: 'rotated.test' })
  for (const name of ['a', 'b']) await acme.post('/v0/accounts', { domain: `${name}.example` })
  const { nextCursor } = (await acme.get('/v0/accounts?limit=1')).body
  const before = context.sign('test', 'text')
  await newLink(acme, '/a', (await newAudience(acme, await newPage(acme))).audienceId)
  const token = async () =>
    /data-token="([^"]+)"/.exec((await visit(baseUrl, `${acme.slug}.rotated.test`, '/a')).text)?.[1]
  const oldToken = await token()
  assert.ok(oldToken)
  await db.inTransaction(rotateSigningSecret)
  await eventually(async () => assert.notEqual(await token(), oldToken), 3_000)
  assert.notEqual(context.sign('test', 'text'), before)
  assert.ok(context.sign.verify('test', 'text', before))
  assert.equal((await acme.get(`/v0/accounts?limit=1&cursor=${nextCursor}`)).status, 200)
  await db.inTransaction(rotateSigningSecret)
  await context.sign.reload()
  assert.ok(context.sign.verify('test', 'text', before), 'also after a second rotation within the day')
  await db.inTransaction(
    (tx) => tx`update secrets set valid_until = now() where name like 'signing_previous%'`,
  )
  await context.sign.reload()
  assert.ok(!context.sign.verify('test', 'text', before))
  assert.equal((await acme.get(`/v0/accounts?limit=1&cursor=${nextCursor}`)).status, 400)
})

test('webhook secrets are encrypted at rest if the environment has a key, including existing ones', async () => {
  const ENCRYPTION_KEY = randomBytes(32).toString('base64')
  const { acme, db, context, sink } = await world({ ENCRYPTION_KEY })
  const made = (await acme.post('/v0/webhook_subscriptions', { url: `${sink.url}/sealed`, events: ['*'] }))
    .body
  const plain = Buffer.from(made.secret.slice('whsec_'.length), 'base64')
  const stored = async () => {
    const [row] = await db.read<{ secret: Buffer }[]>`
      select secret from webhook_subscriptions
      where tenant_id = ${acme.tenantId} and subscription_id = ${made.subscriptionId}`
    return row?.secret as Buffer
  }
  assert.ok(!(await stored()).includes(plain))
  assert.deepEqual(await revealSecret(context, acme.tenantId, await stored()), plain)
  await assert.rejects(revealSecret(context, 'tenant_other', await stored()))
  await acme.post(`/v0/webhook_subscriptions/${made.subscriptionId}/test`, {})
  await eventually(async () => {
    const got = sink.received.find(({ path }: { path: string }) => path === '/sealed')
    assert.ok(got)
    assert.ok(new Webhook(made.secret).verify(got.body, got.headers as Record<string, string>))
  }, 5_000)
  await db.inTransaction(
    (tx) => tx`
      update webhook_subscriptions set secret = ${plain}
      where tenant_id = ${acme.tenantId} and subscription_id = ${made.subscriptionId}`,
  )
  await encryptPlainSecrets(context)
  assert.ok(!(await stored()).equals(plain))
  assert.deepEqual(await revealSecret(context, acme.tenantId, await stored()), plain)
})

test('the data folder and its files are accessible to their owner only', {
  skip: process.platform === 'win32',
}, async () => {
  const DATA_DIR = join(await emptyFolder(), 'data')
  const service = await launch({ DATA_DIR })
  const form = new FormData()
  form.set('file', new Blob(['a,b\n1,2\n'], { type: 'text/csv' }), 'a.csv')
  const headers = { 'x-api-key': service.key as string }
  const uploaded = await fetch(`${service.url}/v0/files`, { method: 'POST', headers, body: form })
  assert.equal(uploaded.status, 201)
  const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
  assert.equal(await modeOf(DATA_DIR), '700')
  assert.equal(await modeOf(join(DATA_DIR, 'cache')), '700')
  const { readdir } = await import('node:fs/promises')
  const files = (await readdir(DATA_DIR, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && !entry.parentPath.includes('postgres'),
  )
  assert.ok(files.length > 0)
  for (const { parentPath, name } of files) assert.equal(await modeOf(join(parentPath, name)), '600', name)
  await service.stop()
})

test('erasing a person erases the events of links to their pages, including paths with their name', async () => {
  const { acme, subscribe, events } = await world()
  await subscribe(acme)
  const pageId = await newPage(acme)
  const { personId } = (await acme.post('/v0/persons', { name: 'Jane Doe' })).body
  const { audienceId } = await newAudience(acme, pageId, { personId })
  const everyone = await newAudience(acme, pageId)
  const linkId = await newLink(acme, '/for-jane-doe', everyone.audienceId)
  await newLink(acme, '/for-all', everyone.audienceId)
  await acme.patch(`/v0/page_links/${linkId}`, { target: { targetType: 'audience', audienceId } })
  assert.match(JSON.stringify(await events(acme)), /for-jane-doe/)
  assert.equal((await acme.delete(`/v0/persons/${personId}`)).status, 204)
  const left = JSON.stringify(await events(acme))
  assert.doesNotMatch(left, /for-jane-doe/)
  assert.match(left, /for-all/)
})

test('erasing a person erases removed links to them, and earlier events of links that have another target now', async () => {
  const { acme, db, subscribe, events } = await world()
  await subscribe(acme)
  const pageId = await newPage(acme)
  const { personId } = (await acme.post('/v0/persons', { name: 'Jane Doe' })).body
  const { audienceId } = await newAudience(acme, pageId, { personId })
  const everyone = {
    target: { targetType: 'audience', audienceId: (await newAudience(acme, pageId)).audienceId },
  }
  const removed = await newLink(acme, '/jane-doe-removed', audienceId)
  const used = await newLink(acme, '/jane-doe-used', audienceId)
  for (const linkId of [removed, used]) {
    await acme.patch(`/v0/page_links/${linkId}`, everyone)
    await acme.patch(`/v0/page_links/${linkId}`, { path: `/welcome/${linkId}` })
  }
  assert.equal((await acme.delete(`/v0/page_links/${removed}`)).status, 204)
  assert.match(JSON.stringify(await events(acme)), /jane-doe/)
  assert.equal((await acme.delete(`/v0/persons/${personId}`)).status, 204)
  const left = await db.read<{ pageLinkId: string }[]>`
    select page_link_id from page_links where tenant_id = ${acme.tenantId}`
  assert.deepEqual(left, [{ pageLinkId: used }])
  assert.doesNotMatch(JSON.stringify(await events(acme)), /jane-doe/)
})
