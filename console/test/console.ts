import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { findBarriers, openBrowser } from '../../server/test/browser.ts'
import type { Client } from '../../server/test/client.ts'
import { isThorough } from '../../server/test/environment.ts'

type ConsoleOptions = BrowserContextOptions & {
  /** The path below /console. */
  at?: string
  /** Opens the console without a session. */
  signedOut?: boolean
  /** Enables the check of spelling. Without it, its worker is a stub, as starting it takes 4 s of a core. */
  spelling?: boolean
}
export type OpenedConsole = {
  page: Page
  /** Errors and warnings of the browser; empty at the end of a test. */
  complaints: string[]
}

export const phone = { viewport: { width: 390, height: 780 } }

/** Opens the console of a world in a browser, signed in with a tenant's key; it closes with the test. */
export async function openConsole(
  t: TestContext,
  { baseUrl }: { baseUrl: string },
  client: Client,
  {
    at = '/',
    signedOut = false,
    spelling = false,
    viewport = { width: 1280, height: 800 },
    ...options
  }: ConsoleOptions = {},
): Promise<OpenedConsole> {
  // Sites are on subdomains of localhost, and content security policies name them by it.
  const baseURL = baseUrl.replace('127.0.0.1', 'localhost')
  const { context, page } = await reuseContext(t, { baseURL, reducedMotion: 'reduce', ...options })
  if (viewport) await page.setViewportSize(viewport)
  if (!signedOut) await signIn(context, baseURL, client.key)
  page.setDefaultTimeout(30_000)
  if (!spelling) await page.addInitScript(stubSpellingWorker)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return
    // Browsers log all error responses; this one tells the console that there is no session.
    const isAskedWho = message.location().url.endsWith('/console/api/session')
    if (!(isAskedWho && message.text().includes('401')))
      complaints.push(`${message.text()} (${message.location().url})`)
  })
  await page.goto(`/console${at}`)
  return { page, complaints }
}

/**
 * Runs in the page: with a route, the browser would cache nothing and send every request to the test process. A
 * worker with an empty script is forbidden by the console's content security policy.
 */
function stubSpellingWorker() {
  const Whole = globalThis.Worker
  globalThis.Worker = function open(url: string | URL, options?: WorkerOptions) {
    if (!String(url).includes('/spellingWorker-')) return new Whole(url, options)
    return Object.assign(new EventTarget(), { postMessage() {}, terminate() {} })
  } as unknown as typeof Worker
}

const idle = new Map<string, BrowserContext[]>()

/**
 * A browser context for one test at a time, with a new page. The next test with the same options reuses it without
 * cookies and storage, but with its process and cached scripts: opening the console then takes 0.6 s of a core
 * instead of 2 s.
 */
async function reuseContext(t: TestContext, options: BrowserContextOptions & { baseURL: string }) {
  const name = JSON.stringify(options)
  const context = idle.get(name)?.pop() ?? (await makeContext(options))
  t.after(async () => {
    const [, ...pages] = context.pages()
    if (!t.passed) for (const open of pages) await describe(t, open)
    await Promise.all(pages.map((page) => page.close()))
    idle.set(name, [...(idle.get(name) ?? []), context])
  })
  const page = await context.newPage()
  const tab = await context.newCDPSession(page)
  const storageTypes = 'cookies,local_storage,indexeddb,cache_storage,service_workers'
  await tab.send('Storage.clearDataForOrigin', { origin: options.baseURL, storageTypes })
  await tab.detach()
  return { context, page }
}

/** Prints what a failed test leaves on the screen: its URL, its text, and a screenshot if screenshots are enabled. */
async function describe(t: TestContext, page: Page) {
  const text = await page.evaluate(() => document.body.innerText).catch((error) => String(error))
  t.diagnostic(`${t.name} ended at ${page.url()}: ${text.replaceAll(/\s+/g, ' ').slice(0, 600)}`)
  await takePicture(page, `failed-${t.name.replaceAll(/\W+/g, '-').slice(0, 60)}`).catch(() => {})
}

/** Its first page stays open, and with it the renderer process of the service's pages. */
async function makeContext(options: BrowserContextOptions) {
  const context = await (await openBrowser()).newContext(options)
  await (await context.newPage()).goto('/healthz')
  return context
}

async function signIn(context: BrowserContext, origin: string, key: string) {
  const answer = await context.request.post('/console/api/session', {
    data: { key },
    headers: { 'x-foyer-console': '1', origin },
  })
  if (answer.status() !== 201) throw new Error(`could not sign in: ${await answer.text()}`)
}

/** Tests share a service: if another test has created a user, the key form is behind a button. */
export async function enterKey(page: Page, key: string): Promise<void> {
  const [field, button] = [page.getByLabel('API key'), page.getByRole('button', { name: 'Use an API key' })]
  await field.or(button).waitFor()
  if (await button.isVisible()) await button.click()
  await field.fill(key)
}

/** The rules of axe that depend on colours. */
const colourRules = ['color-contrast', 'link-in-text-block']

const schemes = new WeakMap<Page, 'light' | 'dark'>()
let checked = 0

/**
 * Accessibility problems of the current screen. Thorough runs check both colour schemes, dark with the colour rules
 * only. Usual runs check one window in light and the next in dark, as contrast takes most of the time and comes from
 * the same tokens, and a change of the scheme draws everything again.
 */
export async function findBarriersInBothSchemes(page: Page): Promise<string[]> {
  const both = [
    ['light', undefined],
    ['dark', colourRules],
  ] as const
  const scheme = schemes.get(page) ?? (checked++ % 2 === 0 ? 'light' : 'dark')
  schemes.set(page, scheme)
  const one = [[scheme, undefined]] as const
  const found: string[] = []
  for (const [colorScheme, rules] of isThorough ? both : one) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
    const barriers = await findBarriers(page, rules && [...rules])
    found.push(...barriers.map((barrier) => `${colorScheme}: ${barrier}`))
  }
  return found
}

const folder = join(tmpdir(), 'foyer-console-screens')

/** Saves a screenshot in the temporary folder if FOYER_TEST_PICTURES is set. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (!process.env.FOYER_TEST_PICTURES) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
