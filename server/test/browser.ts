import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import { type Browser, chromium, type Frame, type Page } from 'playwright-core'
import { tryLock } from '../start/fileLock.ts'

/**
 * No sandbox, as tests may run as root; nothing that talks to anybody but the service under test. Pages of one context
 * and site share a process, as to start one takes half a second of a core.
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
]

let opened: Promise<Browser> | undefined
after(async () => (await opened?.catch(() => undefined))?.close())

/**
 * Why tests that need a browser are left out, for their `skip` option; false where there is one, and in the whole check,
 * which fails without one.
 */
export const noBrowser: string | false =
  process.env.FOYER_TEST_NEEDS_BROWSER || process.env.CHROME_PATH || hasBundled() || installed()
    ? false
    : 'no Chromium here: install one or set CHROME_PATH'

/**
 * A real browser, one for each test file: the one CHROME_PATH names, the Chromium that came with `npm ci`, or one that
 * is installed.
 */
export function openBrowser(): Promise<Browser> {
  opened ??= launchFirst()
  return opened
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
 * Unpacked to the temporary folder by the first process that asks, while the others wait. Its binary is for x64 alone;
 * run elsewhere, a shell would take it for a script.
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

function installed() {
  return [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ].find(existsSync)
}

/** Half the size of the other form, which is what it takes to hand it over and to read it. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** What stands in the way of people with impairments, by the rules of WCAG 2.2 AA and good practice, or by some. */
export async function findBarriers(page: Page | Frame, rules?: string[]): Promise<string[]> {
  // Through the debugging protocol, which a strict Content-Security-Policy does not stop. Once for each document, as it
  // takes as long as what it is there for.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axeSource)
  // Not within frames, which it is not in: it would wait half a second for each to answer.
  const { violations } = await page.evaluate(
    (options) => (globalThis as unknown as { axe: typeof axe }).axe.run(options),
    { resultTypes: ['violations' as const], iframes: false, ...(rules && { runOnly: rules }) },
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary}`),
  )
}
