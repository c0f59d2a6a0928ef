import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Frame,
  type Page,
} from 'playwright-core'
import { tryLock } from '../start/fileLock.ts'
import { browserAgent } from './visits.ts'

/**
 * Without the sandbox, as tests may run as root, and without requests to other services. Pages of one context and site
 * share a process, as starting one takes half a second of CPU time.
 */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--renderer-process-limit=1',
  // Fewer processes that talk to each other, and no optimised code, which most pages are too short-lived to use: tests take
  // a fifth less CPU time. Maglev would take a tenth of that of the pages, by compiling on other threads.
  '--in-process-gpu',
  '--enable-features=NetworkServiceInProcess2',
  '--js-flags=--no-opt,--no-maglev',
  // With hinting, fallback fonts are wider than on a real screen.
  '--font-render-hinting=none',
]

let opened: Promise<Browser> | undefined
after(async () => (await opened?.catch(() => undefined))?.close())

/**
 * For the `skip` option of browser tests: why they are skipped; false if there is a browser, and in the whole check, which
 * fails without one.
 */
export const noBrowser: string | false =
  process.env.FOYER_TEST_NEEDS_BROWSER || process.env.CHROME_PATH || hasBundled() || installed()
    ? false
    : 'no Chromium here: install one or set CHROME_PATH'

/**
 * One browser per test file: that of CHROME_PATH, the Chromium installed by `npm ci`, or an installed one.
 */
export function openBrowser(): Promise<Browser> {
  opened ??= launchFirst()
  return opened
}

/** Windows of a person: an automated browser would report that it is one. */
export async function openPersonal(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await (await openBrowser()).newContext({
    userAgent: browserAgent,
    extraHTTPHeaders: { 'sec-ch-ua': '"Chromium";v="141"' },
    ...options,
  })
  await context.addInitScript('Object.defineProperty(navigator, "webdriver", { get: () => false })')
  return context
}

async function launchFirst(): Promise<Browser> {
  const failures: string[] = []
  for (const find of [given, bundled, installed]) {
    const executablePath = await find()
    if (!executablePath) continue
    try {
      return await chromium.launch({ executablePath, args, headless: true })
    } catch (error) {
      failures.push(`${executablePath}: ${(error as Error).message.split('\n', 1)[0]}`)
    }
  }
  throw new Error(
    `No browser could be started, and this test needs one. Install Chromium or set CHROME_PATH.\n${failures.join('\n')}`,
  )
}

async function given() {
  return process.env.CHROME_PATH
}

function hasBundled() {
  return process.platform === 'linux' && process.arch === 'x64'
}

/**
 * Unpacked to the temporary folder by the first process, while the others wait. Its binary is for x64 only; on other
 * platforms, a shell would interpret it as a script.
 */
async function bundled() {
  if (!hasBundled()) return undefined
  const { default: sparticuz } = await import('@sparticuz/chromium')
  for (let waits = 0; waits < 600; waits++) {
    const lock = tryLock(join(tmpdir(), 'foyer-chromium.lock'))
    if (lock) return await sparticuz.executablePath().finally(() => lock.release())
    await sleep(100)
  }
  return undefined
}

/** The headless shell first: without the windows of a whole browser, the tests take a third less time. */
function installed() {
  return [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ].find(existsSync)
}

/** The minified file takes half the time to transfer and parse. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Accessibility violations by axe: of WCAG 2.2 AA and best practices, or of the given rules. */
export async function findBarriers(page: Page | Frame, rules?: string[]): Promise<string[]> {
  // By the debugging protocol, which a strict Content-Security-Policy doesn't block. Once per document, as it takes as
  // long as the check itself.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axeSource)
  // Without frames, as it is not loaded in them and would wait half a second for each.
  const { violations } = await page.evaluate(
    (options) => (globalThis as unknown as { axe: typeof axe }).axe.run(options),
    { resultTypes: ['violations' as const], iframes: false, ...(rules && { runOnly: rules }) },
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary}`),
  )
}
