import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newAudience, newLink, newPage } from '../test/sites.ts'
import { world } from '../test/world.ts'
import { hashPassword, isPassword } from './password.ts'

test('a password is right in every spelling of its characters, and no other is', async () => {
  const hash = await hashPassword('acme', 'Cafe\u0301 1234')
  assert.ok(await isPassword('acme', 'Caf\u00e9 1234', hash))
  assert.ok(!(await isPassword('acme', 'Cafe 1234', hash)))
})

/** More passwords of a tenant than the queue accepts. */
function hashMany(tenantId: string) {
  const many = Array.from({ length: 25 }, (_, nth) => hashPassword(tenantId, `password ${nth}`))
  return Promise.allSettled(many)
}

test('a tenant with many passwords waits for itself, and is refused beyond a number', async () => {
  let isDone = false
  const many = hashMany('acme').finally(() => {
    isDone = true
  })
  await hashPassword('globex', 'password')
  assert.ok(!isDone)
  assert.equal((await many).filter(({ status }) => status === 'rejected').length, 4)
})

test('a password is hashed only for a link that exists', async () => {
  const { acme, globex } = await world()
  const { audienceId } = await newAudience(globex, await newPage(globex))
  const gate = `/v0/page_links/${await newLink(globex, '/private', audienceId)}/gate`
  const [refused, busy] = [acme, globex].map(async (client) => {
    await client.patch(gate, { visitLimit: 9 })
    const many = hashMany(client.tenantId)
    const { status } = await client.patch(gate, { password: 'a password' })
    await many
    return status
  })
  assert.equal(await refused, 404)
  assert.equal(await busy, 429)
})
