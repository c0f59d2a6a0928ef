import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { findBarriers, noBrowser, openBrowser } from '../test/browser.ts'
import { times } from '../test/effort.ts'
import { isThorough } from '../test/environment.ts'
import { world } from '../test/world.ts'

test('no page of the docs is wider than its screen, from 320 to 1600 pixels, or logs errors', async () => {
  const { baseUrl } = await world()
  const page = await (await openBrowser()).newPage()
  const complaints: string[] = []
  page.on(
    'console',
    (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()),
  )
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(`${baseUrl}/docs`)
  const all = await page.evaluate<string[]>(
    "[...document.querySelectorAll('nav a')].map((one) => one.pathname)",
  )
  const some = [
    '/docs/marketers',
    '/docs/settings',
    '/docs/errors',
    '/docs/api/accounts',
    '/docs/api/versions',
  ]
  for (const path of ['/', '/docs', ...(isThorough ? all : some)]) {
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

test('axe finds no violations in the docs, in light and dark, on a desktop and on a phone', async () => {
  const { baseUrl } = await world()
  const browser = await openBrowser()
  // One chapter represents all: they share the same rendering functions. This one is short, because axe is slow.
  for (const [colorScheme, width, paths] of [
    [
      'light',
      1440,
      ['/docs', '/docs/batches', '/docs/api/keys', '/docs/errors', '/docs/events'].slice(0, times(5, 3)),
    ],
    ['dark', 375, ['/docs', '/docs/api/keys'].slice(-times(2, 1))],
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

test('requests are copied and sent from the docs, writes after a confirmation, and the search finds them', {
  skip: noBrowser,
}, async () => {
  const { baseUrl, acme } = await world()
  const browser = await openBrowser()
  const origin = baseUrl.replace('127.0.0.1', 'localhost')
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  const loaded: string[] = []
  page.on('request', (one) => loaded.push(new URL(one.url()).pathname))
  await page.goto(`${origin}/docs`)
  assert.ok(!loaded.includes('/docs/search.json'), 'the search is loaded when it is opened')
  await page.keyboard.press('/')
  await page.getByRole('searchbox').fill('create an api key')
  await page.getByRole('link', { name: /^Create an API key/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/docs/api/keys#createApiKey')

  const entry = page.locator('#createApiKey')
  await entry.locator('[data-language="sh"] .copy').click()
  await entry.locator('.copy', { hasText: 'Copied' }).waitFor()
  const copied = String(await page.evaluate('navigator.clipboard.readText()'))
  const sent = await pasted(copied, acme.key)
  assert.deepEqual(sent.head, ['POST', `x-api-key: ${acme.key}`, 'content-type: application/json'])
  const answer = await acme.post(sent.path, sent.body)
  assert.deepEqual([answer.status, answer.body.name], [201, 'CRM sync'])

  await page.getByText('PHP', { exact: true }).click()
  assert.equal(await entry.locator('[data-language="sh"]').isVisible(), false)
  assert.equal(await entry.locator('[data-language="php"]').isVisible(), true)

  const count = async () => (await acme.get('/v0/api_keys')).body.totalCount as number
  const before = await count()
  await entry.getByText('Try it').click()
  const form = entry.getByRole('form')
  await form.getByLabel('API key').fill(acme.key)
  await form.getByLabel('Body').fill('{"name": "From the docs", "scopes": ["read"]}')
  const send = form.getByRole('button', { name: 'Send POST' })
  await send.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  assert.equal(await count(), before)
  await send.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send request' }).click()
  await form.getByText(/^201 /).waitFor()
  assert.equal(await count(), before + 1)
  const kept = await page.evaluate(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
  )
  assert.ok(!String(kept).includes(acme.key))

  await page.reload()
  await page.locator('#listApiKeys').getByText('Try it').click()
  const list = page.locator('#listApiKeys').getByRole('form')
  await list.getByRole('button').click()
  await list.getByText(/^401 .*Sign in to the console/).waitFor()
  await page.evaluate(async (key) => {
    const headers = { 'content-type': 'application/json', 'x-foyer-console': '1' }
    await fetch('/console/api/session', { method: 'POST', headers, body: JSON.stringify({ key }) })
  }, acme.key)
  await list.getByRole('button').click()
  await list.getByText(/^200 /).waitFor()
  await list.getByText('From the docs').waitFor()
  await context.close()
})

/** A command is parsed by a shell; a function in place of curl prints its arguments. */
async function pasted(command: string, key: string) {
  const standIn = 'curl() { printf "%s\\0" "$@"; }'
  const { stdout } = spawnSync('sh', ['-c', `${standIn}\n${command}`], {
    encoding: 'utf8',
    env: { FOYER_API_KEY: key },
  })
  const [, method, url = '', , keyHeader, , type, , body] = stdout.split('\0')
  return { head: [method, keyHeader, type], path: new URL(url).pathname, body }
}
