import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKey, revokeKey } from '../tenants/keyQueries.ts'
import { world } from '../test/world.ts'
import { hashKey } from '../web/auth.ts'
import { foldTallies, readTally } from './tallies.ts'

test('a tally is exact at every moment, while rows come and go and differences are folded', async () => {
  const { acme, db } = await world()
  const { tenantId } = acme
  const make = (i: number) =>
    db.inTransaction((tx) =>
      createKey(tx, tenantId, { name: 'x', scopes: ['read'], hash: hashKey(`${tenantId}${i}`) }),
    )
  const counted = async () => {
    // One statement sees one snapshot, so that both can be compared while others write.
    const [row] = await db.read<{ tally: number; rows: number }[]>`
      select (select coalesce(sum(difference), 0)::bigint from tallies where tenant_id = ${tenantId} and scope = 'api_keys') as tally,
        (select count(*) from api_keys where tenant_id = ${tenantId} and revoked_at is null) as rows`
    return row as { tally: number; rows: number }
  }
  const work = Array.from({ length: 200 }, async (_, i) => {
    const { keyId } = await make(i)
    if (i % 3 === 0) await db.inTransaction((tx) => revokeKey(tx, tenantId, keyId))
    if (i % 7 === 0)
      await db
        .inTransaction(async (tx) => {
          await createKey(tx, tenantId, { name: 'undone', scopes: ['read'], hash: hashKey('undone') })
          throw new Error('undo')
        })
        .catch(() => {})
    if (i % 10 === 0) await foldTallies(db)
    const { tally, rows } = await counted()
    assert.equal(tally, rows)
  })
  await Promise.all(work)
  assert.equal(await readTally(db.read, tenantId, 'api_keys'), 1 + 200 - 67)
})

test('folding leaves one row per list', async () => {
  const { acme, db } = await world()
  for (let i = 0; i < 5; i++) await acme.post('/v0/api_keys', { name: 'x', scopes: ['read'] })
  await foldTallies(db)
  const rows =
    await db.read`select difference from tallies where tenant_id = ${acme.tenantId} and scope = 'api_keys'`
  assert.deepEqual([...rows], [{ difference: 6 }])
})
