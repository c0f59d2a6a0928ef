import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { noBrowser, openBrowser, openPersonal } from '../test/browser.ts'
import { eventually } from '../test/eventually.ts'
import { hero } from '../test/refusals.ts'
import { newAudience, newLink } from '../test/sites.ts'
import { visit } from '../test/visitor.ts'
import { world } from '../test/world.ts'

let browser: Browser
before(async () => {
  if (!noBrowser) browser = await openBrowser()
})

const text = (id: string) => ({
  id,
  type: 'text',
  props: { heading: 'More', body: 'A long story. '.repeat(150) },
  sources: [],
})
const form = {
  id: 'contact',
  type: 'form',
  props: {
    submitLabel: 'Send',
    fields: [{ name: 'email', label: 'E-mail', type: 'email', required: true }],
  },
  sources: [],
}
const action = { actionId: 'book', actionIndex: 0, purpose: '', buttonTitle: 'Book', actionType: 'link' }

async function setUp(more: object = {}) {
  const here = await world()
  const { acme, baseUrl } = here
  const actions = [{ ...action, url: '/elsewhere' }]
  const input = { name: 'Story', pageType: 'custom', actions, headerActionId: 'book', ...more }
  const { pageId } = (await acme.post('/v0/pages', input)).body
  const document = {
    theme: {},
    blocks: [hero({ headline: 'Hello Jane' }), text('one'), text('two'), form],
  }
  assert.equal((await acme.put(`/v0/pages/${pageId}/document`, document)).status, 200)
  await acme.post(`/v0/pages/${pageId}/publish`, {})
  const { audienceId } = await newAudience(acme, pageId)
  await newLink(acme, '/story', audienceId)
  const url = `http://${acme.slug}.localhost:${new URL(baseUrl).port}/story`
  const summary = async () => (await acme.get(`/v0/pages/${pageId}/analytics/summary`)).body
  return { ...here, pageId, url, summary }
}

async function openWindow(options?: BrowserContextOptions) {
  const context = await openPersonal(options)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  return { context, page, complaints }
}

test("a browser's visit shows with the right figures: scroll, wait, click, submit", {
  skip: noBrowser,
}, async () => {
  const { acme, url, pageId, summary } = await setUp()
  const { context, page, complaints } = await openWindow()
  const began = performance.now()
  await page.goto(url)
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  await page.waitForTimeout(1_500)
  await page.click('a[data-action-id="book"] >> nth=0', { modifiers: ['Control'] })
  await page.fill('input[name="email"]', 'jane@acme.example')
  await page.click('button[type="submit"]')
  await page.waitForURL(/#contact_sent$/)
  assert.ok(await page.isVisible('#contact_sent'))
  assert.ok(!(await page.isVisible('#contact_form')))
  const most = (performance.now() - began) / 1000
  await page.close()
  await eventually(async () => {
    const seen = await summary()
    assert.equal(seen.totalSessions, 1)
    assert.equal(seen.avgScrollDepthPercentage, 100)
    assert.ok(seen.avgTimeSpentSeconds >= 1.5 && seen.avgTimeSpentSeconds <= most + 1, JSON.stringify(seen))
    // The click on the button, the start of the form, the click that submitted it.
    assert.equal(seen.avgInteractionsPerSession, 3)
    assert.deepEqual([seen.bounceRate, seen.conversionRate, seen.formSubmitRate], [0, 1, 1])
  }, 5_000)
  const { items } = (await acme.get(`/v0/pages/${pageId}/submissions`)).body
  assert.deepEqual(
    items.map(({ fields }: any) => fields),
    [[{ name: 'email', value: 'jane@acme.example' }]],
  )
  assert.deepEqual(complaints, [])
  assert.deepEqual(await context.cookies(), [])
  await context.close()
})

test('an automated browser is stored as such and counted nowhere', {
  skip: noBrowser,
}, async () => {
  const { acme, url, summary, db } = await setUp()
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(url)
  await eventually(async () => {
    const [row] = await db.read`
      select verdict, reason from visit_sessions where tenant_id = ${acme.tenantId}`
    assert.deepEqual({ ...row }, { verdict: 'headless', reason: 'user agent' })
  }, 5_000)
  assert.equal((await summary()).totalSessions, 0)
  await context.close()
})

const countBeacons = `
  const send = navigator.sendBeacon.bind(navigator)
  navigator.sendBeacon = (...given) => {
    localStorage.beacons = 1 + Number(localStorage.beacons ?? 0)
    return send(...given)
  }`

test('leaving for another page sends one more report, with all activity', {
  skip: noBrowser,
}, async () => {
  const { acme, url, db } = await setUp()
  // Requests sent during unload have the browser's own user agent, whatever was configured.
  const context = await browser.newContext()
  await context.addInitScript(countBeacons)
  const page = await context.newPage()
  await page.goto(url)
  const beacons = async () => await page.evaluate('localStorage.beacons')
  await eventually(async () => assert.equal(await beacons(), '1'), 5_000)
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  await page.waitForTimeout(100)
  await page.goto(new URL('/robots.txt', url).href)
  await eventually(async () => {
    const [row] = await db.read`select scroll from visit_sessions where tenant_id = ${acme.tenantId}`
    assert.equal(row?.scroll, 100)
  }, 5_000)
  assert.equal(await beacons(), '2')
  await context.close()
})

test('a form can be sent without scripts', { skip: noBrowser }, async () => {
  const { acme, url, pageId } = await setUp()
  const { context, page } = await openWindow({ javaScriptEnabled: false })
  await page.goto(url)
  await page.fill('input[name="email"]', 'jane@acme.example')
  await page.click('button[type="submit"]')
  await page.waitForURL(/#contact_sent$/)
  assert.equal((await acme.get(`/v0/pages/${pageId}/submissions`)).body.totalCount, 1)
  await context.close()
})

test('visitors with a do-not-track signal are not tracked if the tenant respects it', {
  skip: noBrowser,
}, async () => {
  const { acme, baseUrl, url, summary } = await setUp()
  assert.equal((await acme.patch('/v0/tenant_settings', { respectPrivacySignals: true })).status, 200)
  const look = async (signal: string | undefined) => {
    const { context, page } = await openWindow()
    if (signal) await context.addInitScript(signal)
    await page.goto(url)
    await page.waitForTimeout(1_300)
    await context.close()
  }
  await eventually(async () =>
    assert.match((await visit(baseUrl, new URL(url).host, '/story')).text, /data-respect-privacy/),
  )
  await Promise.all([
    look('Object.defineProperty(navigator, "globalPrivacyControl", { get: () => true })'),
    look('Object.defineProperty(navigator, "doNotTrack", { get: () => "1" })'),
  ])
  assert.equal((await summary()).totalSessions, 0)
  await look(undefined)
  await eventually(async () => assert.equal((await summary()).totalSessions, 1), 5_000)
})

test('the script works beside the tenant’s scripts, which the policy of the page allows', {
  skip: noBrowser,
}, async () => {
  const scripts = [{ name: 'own', description: '', enabled: true, content: 'document.title = "ran"' }]
  const { url, summary } = await setUp({ scripts })
  const { context, page, complaints } = await openWindow()
  await page.goto(url)
  await eventually(async () => assert.equal((await summary()).totalSessions, 1), 5_000)
  assert.equal(await page.title(), 'ran')
  assert.deepEqual(complaints, [])
  await context.close()
})
