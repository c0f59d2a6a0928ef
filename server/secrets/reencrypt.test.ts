import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { newId } from '../ids.ts'
import { keepProviderSession, sealRefreshToken } from '../sso/sessions.ts'
import { emptyFolder, foyer } from '../test/launch.ts'
import { world } from '../test/world.ts'
import { createUser } from '../users/queries.ts'
import { storeTotp } from '../users/secondFactor.ts'
import { encryptedColumns, totpPurpose } from './encryptedColumns.ts'
import { DecryptionError, Encryption } from './encryption.ts'

const noClaims = {
  sid: undefined,
  email: undefined,
  isEmailRefused: false,
  name: undefined,
  groups: undefined,
  authenticatedMs: undefined,
}

/** Byte columns that contain hashes, salts, or the signing secret. */
const notEncrypted =
  /^(.*\.(fingerprint|hash|removed_hash|details_digest)|audit_events\.salt|users\.picture|secrets\.value|visit_salts\.salt)$/

test('every column of encrypted values is rewritten with a new key, and read without the old one', async () => {
  const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
  const { acme, db, sink, databaseUrl, context } = await world({ ENCRYPTION_KEY: oldKey.toString('base64') })
  const { tenantId } = acme
  const hook = { url: `${sink.url}/kept`, events: ['webhook.test'] }
  const { subscriptionId } = (await acme.post('/v0/webhook_subscriptions', hook)).body
  const rotated = await acme.post(`/v0/webhook_subscriptions/${subscriptionId}/rotate_secret`, {})
  const channel = { kind: 'slack', url: `${sink.url}/slack`, kinds: ['form'], pace: 'instant' }
  assert.equal((await acme.post('/v0/notice_channels', channel)).status, 201)
  const model = { choice: 'model', provider: 'anthropic', model: 'a', apiKey: 'sk-kept' }
  assert.equal((await acme.put('/v0/agent/settings', model)).status, 200)

  const { userId } = await db.inTransaction((tx) =>
    createUser(tx, { name: 'U', email: null, isVerified: false }),
  )
  const secret = await context.encryption.encrypt(totpPurpose(userId), 'JBSWY3DPEHPK3PXP')
  await db.inTransaction((tx) => storeTotp(tx, userId, secret, 0))
  const provider = { name: 'P', issuer: 'https://id.example', clientId: 'c', clientSecret: 'kept' }
  const { providerId } = (await acme.post('/v0/identity_providers', provider)).body
  const sealed = await sealRefreshToken(context, tenantId, 'refresh')
  const claims = { ...noClaims, issuer: provider.issuer, subject: 's' }
  const session = { tenantId, sessionId: newId('session') }
  await db.inTransaction((tx) =>
    keepProviderSession(tx, session, providerId, { claims, refreshToken: 'refresh' }, sealed),
  )
  const ownerIds = { tenant_id: tenantId, user_id: userId }

  const columns = await db.read<{ name: string }[]>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea' order by 1`
  assert.deepEqual(
    columns.map(({ name }) => name).filter((name) => !notEncrypted.test(name)),
    encryptedColumns.map(({ table, column }) => `${table}.${column}`).sort(),
  )
  const dataDir = await emptyFolder()
  const readWith = async (encryptionKey: typeof oldKey) => {
    const encryption = new Encryption({ encryptionKey, previousEncryptionKeys: [], dataDir })
    const values = encryptedColumns.map(async ({ table, owner, column, purpose }) => {
      const [row] = await db.read<{ stored: Buffer }[]>`
        select ${db.read.identifier(column)} as stored from ${db.read.identifier(table)}
        where ${db.read.identifier(owner)} = ${ownerIds[owner]}`
      return await encryption.decrypt(purpose(ownerIds[owner]), row?.stored as Buffer)
    })
    return await Promise.all(values)
  }
  const before = await readWith(oldKey)
  assert.equal(new Set(before).size, encryptedColumns.length)
  assert.equal(`whsec_${before[5]}`, rotated.body.secret)

  const rewrite = async (previous: Buffer[]) => {
    const ran = await foyer(['secrets', 'reencrypt', '--json'], {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      ENCRYPTION_KEY: newKey.toString('base64'),
      ENCRYPTION_KEY_PREVIOUS: previous.map((key) => key.toString('base64')).join(','),
    })
    return { code: ran.code, ...JSON.parse(ran.stdout) }
  }
  assert.deepEqual(await rewrite([randomBytes(32)]), { code: 1, rewritten: 0, unreadable: 7 })
  assert.deepEqual(await readWith(oldKey), before)
  const count = encryptedColumns.length
  assert.deepEqual(await rewrite([randomBytes(32), oldKey]), { code: 0, rewritten: count, unreadable: 0 })
  assert.deepEqual(await readWith(newKey), before)
  await assert.rejects(readWith(oldKey), DecryptionError)
  assert.deepEqual(await rewrite([]), { code: 0, rewritten: 0, unreadable: 0 })
})
