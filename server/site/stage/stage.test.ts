import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visit } from '../../test/visitor.ts'
import { world } from '../../test/world.ts'
import { stagePath } from './path.ts'

test('a stage is shown only in the console, on the site of its tenant, until it expires', async () => {
  const { acme, globex, baseUrl, context } = await world()
  const { status, body } = await acme.get('/v0/stage')
  assert.equal(status, 200)
  assert.equal(body.consoleOrigin, context.publicUrl())
  const { origin, host, pathname } = new URL(body.url)
  assert.equal(origin, context.siteUrl(acme.slug))
  const left = Number(body.expiresAt.slice(1)) - Date.now()
  assert.ok(left > 3_500_000 && left <= 3_600_000)

  const shown = await visit(baseUrl, host, pathname)
  assert.equal(shown.status, 200)
  assert.equal(shown.headers['cache-control'], 'no-store')
  assert.match(shown.headers['x-robots-tag'] as string, /noindex/)
  const policy = shown.headers['content-security-policy'] as string
  assert.match(policy, new RegExp(`frame-ancestors ${context.publicUrl()}$`))
  // Its own script, and the one file that edits texts.
  const [, editor = ''] =
    /script-src 'sha256-[^ ]{44}' http:[^ ]+(\/_stage\/text-editor\.[0-9a-f]{16}\.js); /.exec(policy) ?? []
  const served = await visit(baseUrl, host, editor)
  assert.equal(served.status, 200)
  assert.match(served.headers['content-type'] as string, /^text\/javascript/)
  assert.match(served.headers['cache-control'] as string, /immutable/)
  assert.doesNotMatch(policy, /unsafe/)

  const elsewhere = new URL(context.siteUrl(globex.slug)).host
  const over = stagePath(context.sign, acme.tenantId, Date.now() - 1)
  const foreign = stagePath(context.sign, globex.tenantId, Date.now() + 60_000)
  for (const [at, path, expected] of [
    [elsewhere, pathname, 404],
    [host, over, 410],
    [host, foreign, 404],
    [host, pathname.replace(/\.\d{13}\./, '.9999999999999.'), 404],
    [host, `${pathname.slice(0, -1)}x`, 404],
    [host, '/_stage', 404],
  ] as const)
    assert.equal((await visit(baseUrl, at, path)).status, expected, path)
})
