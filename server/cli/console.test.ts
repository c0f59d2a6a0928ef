import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../test/console.ts'
import { emptyFolder, foyer, freshDatabase, launch, type Ran } from '../test/launch.ts'

async function json(running: Promise<Ran>) {
  const run = await running
  assert.equal(run.code, 0, run.stderr)
  return JSON.parse(run.stdout)
}

async function follow(link: string) {
  const { origin, pathname, hash } = new URL(link)
  assert.equal(pathname, '/console/sign-in')
  const code = new URLSearchParams(hash.slice(1)).get('code')
  return await openBrowser(origin).send('/session', { method: 'POST', body: { code } })
}

test('a first start signs a newcomer in; later starts print the address of the console, and a command prints a link', async () => {
  const DATA_DIR = await emptyFolder()
  const first = await launch({ DATA_DIR })
  assert.ok(first.console.startsWith(`${first.url}/console/sign-in#code=`), first.console)
  const signedIn = await follow(first.console)
  assert.equal(signedIn.status, 201)
  assert.equal(signedIn.body.tenantSlug, 'demo')
  assert.deepEqual(signedIn.body.scopes, ['admin'])
  assert.equal((await follow(first.console)).status, 401)
  await first.stop()

  const second = await launch({ DATA_DIR })
  assert.equal(second.console, `${second.url}/console`)
  const made = await json(foyer(['console', '--json'], { DATA_DIR, PORT: '3999' }))
  assert.ok(made.url.startsWith(`${second.url}/console/sign-in#code=`), made.url)
  assert.equal((await follow(made.url)).body.keyId, made.keyId)
  const words = await foyer(['console', 'demo'], { DATA_DIR })
  assert.match(words.stdout, /^ {2}http:\S+\n\nSigns you in to demo once, within 15 minutes\.\n$/)
  assert.equal(words.stderr, '')
  await second.stop()
})

test('a link signs in with the named key, at the public address, and mentions if no service is running', async () => {
  const at = { DATABASE_URL: await freshDatabase(), PUBLIC_URL: 'http://127.0.0.1:9' }
  await json(foyer(['tenants', 'create', 'acme', '--json'], at))
  const narrow = await json(
    foyer(['keys', 'create', 'acme', '--name', 'x', '--scopes', 'read', '--json'], at),
  )
  const made = await json(foyer(['console', 'acme', '--key', narrow.keyId, '--json'], at))
  assert.equal(made.keyId, narrow.keyId)
  assert.match(made.url, /^http:\/\/127\.0\.0\.1:9\/console\/sign-in#code=/)
  const words = await foyer(['console', 'acme'], at)
  assert.equal(words.code, 0)
  assert.match(words.stderr, /Foyer is not running at http:\/\/127\.0\.0\.1:9\. Start it with `npm start`\./)
  for (const [args, detail] of [
    [['nobody'], /Tenant nobody not found/],
    [['acme', '--key', 'key_x'], /acme has no key key_x/],
  ] as const) {
    const refused = await foyer(['console', ...args], at)
    assert.equal(refused.code, 1)
    assert.equal(refused.stdout, '')
    assert.match(refused.stderr, detail)
  }
})

test('a service with a public address prints no sign-in link', async () => {
  const DATABASE_URL = await freshDatabase()
  const service = await launch({ DATABASE_URL, PUBLIC_URL: 'https://foyer.example' })
  assert.equal(service.console, 'https://foyer.example/console')
  await service.stop()
})
