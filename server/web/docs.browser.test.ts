import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { findBarriers, noBrowser, openBrowser } from '../test/browser.ts'
import { times } from '../test/effort.ts'
import { world } from '../test/world.ts'
import { type OpenApiDocument, Reference } from './docs/model.ts'

test('nothing is wider than the screen it is read on, from 320 to 1600 pixels, and no browser complains', async () => {
  const { baseUrl, document } = await world()
  const chapters = new Reference(document as OpenApiDocument).chapters.map(({ slug }) => `/docs/${slug}`)
  const page = await (await openBrowser()).newPage()
  const complaints: string[] = []
  page.on(
    'console',
    (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()),
  )
  page.on('pageerror', (error) => complaints.push(error.message))
  const some = chapters.slice(0, times(chapters.length, 2))
  for (const path of ['/docs', '/docs/errors', '/docs/events', ...some]) {
    await page.goto(baseUrl + path)
    await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
    for (const width of [320, 768, 1024, 1600]) {
      await page.setViewportSize({ width, height: 800 })
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      assert.ok(Number(overflow) <= 0, `${path} is ${overflow} px too wide at ${width}`)
    }
  }
  assert.deepEqual(complaints, [])
  await page.close()
})

test('nothing stands in the way of anybody, in light and in dark, on a desk and on a phone', async () => {
  const { baseUrl } = await world()
  const browser = await openBrowser()
  // One chapter represents all: they share the same rendering functions. This one is short, because axe is slow.
  for (const [colorScheme, width, paths] of [
    ['light', 1440, ['/docs', '/docs/keys', '/docs/events', '/docs/errors'].slice(0, times(4, 3))],
    ['dark', 375, ['/docs', '/docs/keys'].slice(-times(2, 1))],
  ] as const) {
    const context = await browser.newContext({
      colorScheme,
      reducedMotion: 'reduce',
      viewport: { width, height: 900 },
    })
    const page = await context.newPage()
    for (const path of paths) {
      await page.goto(baseUrl + path)
      await page.evaluate(
        "[...document.querySelectorAll('details')].slice(0, 5).forEach((one) => { one.open = true })",
      )
      assert.deepEqual(await findBarriers(page), [], `${path} ${colorScheme}`)
    }
    await context.close()
  }
})

test('a request is copied as it stands, by button, and works when pasted', { skip: noBrowser }, async () => {
  const { baseUrl, acme } = await world()
  const browser = await openBrowser()
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  await page.goto(`${baseUrl.replace('127.0.0.1', 'localhost')}/docs/keys`)
  await page.locator('#createApiKey .copy').click()
  await page.locator('#createApiKey .copy', { hasText: 'Copied' }).waitFor()
  const copied = String(await page.evaluate('navigator.clipboard.readText()'))
  await context.close()
  // The command is parsed by a shell; a function in place of curl prints its arguments.
  const standIn = 'curl() { printf "%s\\0" "$@"; }'
  const { stdout } = spawnSync('sh', ['-c', `${standIn}\n${copied}`], {
    encoding: 'utf8',
    env: { FOYER_API_KEY: acme.key },
  })
  const [, method, url = '', , key, , type, , body] = stdout.split('\0')
  const answer = await acme.post(new URL(url).pathname, body)
  assert.deepEqual([method, key, type], ['POST', `x-api-key: ${acme.key}`, 'content-type: application/json'])
  assert.equal(answer.status, 201)
  assert.equal(answer.body.name, 'CRM sync')
})
