import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settled } from '../test/conversation.ts'
import { eventually } from '../test/eventually.ts'
import { signedIn } from '../test/members.ts'
import { openReleasedPage, pageSaying } from '../test/releases.ts'
import { world } from '../test/world.ts'

test('changes are attributed to the member, to the user who asked the agent, or to the key of a service', async () => {
  const here = await world()
  const { acme, globex } = here
  const page = await openReleasedPage(acme, pageSaying('Hello'))
  const audience = `${page.path}/audiences/${await page.add('Ada')}`
  const { send, user } = await signedIn(here, acme, { name: 'Lena Vogt', role: 'admin' })
  const publishAt = `+${Date.now() + 3_600_000}`
  const body = { kind: 'base', audiences: { all: true }, publishAt }
  const released = await send(`${page.path}/releases`, { method: 'POST', body })
  assert.equal(released.body.madeBy, 'Lena Vogt')
  const [rollout] = (await acme.get('/v0/rollouts')).body.items
  assert.equal(rollout.madeBy, 'Lena Vogt')

  // What is done later for somebody is found under their name.
  await send(`${page.path}/releases`, { method: 'POST', body: { kind: 'base', audiences: { all: true } } })
  const finished = `/v0/audit_events?actorId=${user.userId}&action=release.finished`
  await eventually(async () => assert.equal((await acme.get(finished)).body.items.length, 1), 20_000)

  await send(`${audience}/messages`, {
    method: 'POST',
    body: { message: 'Change the headline to "Good morning"' },
  })
  const { versionId } = (await settled(acme, audience)).latestVersion
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'acme.example' })).body
  const query = `/v0/authors?objectIds=${versionId},${accountId}`
  const { items } = (await acme.get(query)).body
  assert.deepEqual(
    items
      .toSorted((a: any, b: any) => Number(a.isAgent) - Number(b.isAgent))
      .map(({ keyId: _, ...author }: any) => author),
    [
      { objectId: accountId, name: 'test', userId: null, picture: null, isAgent: false },
      { objectId: versionId, name: 'Lena Vogt', userId: user.userId, picture: null, isAgent: true },
    ],
  )
  assert.deepEqual((await globex.get(query)).body.items, [])
})
