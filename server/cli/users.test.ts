import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../test/console.ts'
import { eventually } from '../test/eventually.ts'
import { foyer } from '../test/launch.ts'
import { acceptInvitation, goodPassword, signedIn, tokenIn } from '../test/members.ts'
import { world } from '../test/world.ts'

test('operators invite people, change their roles, reset their sign-in methods and remove them', async () => {
  const here = await world()
  const { acme, databaseUrl, baseUrl, context } = here
  const run = async (...args: string[]) => {
    const at = {
      DATABASE_URL: databaseUrl,
      DATA_DIR: context.config.dataDir,
      PUBLIC_URL: 'https://foyer.example',
    }
    const { code, stdout, stderr } = await foyer(['users', ...args, '--json'], at)
    return { code, ...JSON.parse(stdout || stderr) }
  }
  const invited = await run('invite', acme.slug, 'op@x.example', '--role', 'admin')
  assert.match(invited.url, /^https:\/\/foyer\.example\/console\/invitation#token=/)
  const { userId } = (await acceptInvitation(acme, invited.url, 'Olga')).user
  const [listed] = (await run('list', acme.slug)).items
  assert.deepEqual([listed.userId, listed.name, listed.role], [userId, 'Olga', 'admin'])
  assert.equal((await run('role', acme.slug, 'OP@x.example', 'viewer')).error.code, 'last_admin')
  assert.equal((await run('role', acme.slug, userId, 'owner')).code, 2)

  const member = await signedIn(here, acme, { email: 'mia@x.example' })
  const { url } = await run('reset', acme.slug, 'mia@x.example')
  await eventually(async () => assert.equal((await member.send('/v0/me')).status, 401), 1_500)
  const browser = openBrowser(baseUrl)
  const post = (path: string, body: object) => browser.send(path, { method: 'POST', body })
  const refused = await post('/sign_in/password', { email: 'mia@x.example', password: goodPassword })
  assert.equal(refused.status, 401)
  assert.equal((await post('/sign_in/link/use', { token: tokenIn(url) })).status, 201)
  assert.equal((await run('remove', acme.slug, 'mia@x.example')).removed, true)
  await eventually(async () => assert.equal((await browser.send('/v0/me')).status, 401), 1_500)
})
