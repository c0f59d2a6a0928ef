import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newAudience, newLink, newPage } from '../test/sites.ts'
import { world } from '../test/world.ts'
import { passwordQueue } from '../threads/passwordQueue.ts'
import { hashPassword, isPassword } from './password.ts'

test('a password matches in every Unicode form of its characters, and no other password matches', async () => {
  const hash = await hashPassword('acme', 'Cafe\u0301 1234')
  assert.ok(await isPassword('acme', 'Caf\u00e9 1234', hash))
  assert.ok(!(await isPassword('acme', 'Cafe 1234', hash)))
})

test('many passwords of one tenant do not delay another tenant, and are refused beyond a limit', async () => {
  let isDone = false
  const many = Promise.allSettled(
    Array.from({ length: 25 }, (_, nth) => hashPassword('acme', `password ${nth}`)),
  ).finally(() => {
    isDone = true
  })
  await hashPassword('globex', 'password')
  assert.ok(!isDone)
  assert.equal((await many).filter(({ status }) => status === 'rejected').length, 4)
})

/** Fills the line of a tenant's passwords until `free` is called. */
function holdPasswords(tenantId: string) {
  const { promise: freed, resolve: free } = Promise.withResolvers<void>()
  const held = Array.from({ length: 21 }, () => passwordQueue.run(tenantId, () => freed))
  return async () => {
    free()
    await Promise.all(held)
  }
}

test('a password is hashed only for a link that exists', async () => {
  const { acme, globex } = await world()
  const { audienceId } = await newAudience(globex, await newPage(globex))
  const gate = `/v0/page_links/${await newLink(globex, '/private', audienceId)}/gate`
  const [refused, busy] = [acme, globex].map(async (client) => {
    await client.patch(gate, { visitLimit: 9 })
    const free = holdPasswords(client.tenantId)
    const { status } = await client.patch(gate, { password: 'a password' })
    await free()
    return status
  })
  assert.equal(await refused, 404)
  assert.equal(await busy, 429)
})
