import { existsSync } from 'node:fs'
import chromium from '@sparticuz/chromium'
import { type Browser, chromium as playwright } from 'playwright-core'

/** A real browser: Debian's where there is one, else the one that comes with the npm package. */
export async function openBrowser(): Promise<Browser> {
  const installed = '/usr/bin/chromium'
  const executablePath = existsSync(installed) ? installed : await chromium.executablePath()
  return await playwright.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', ...(existsSync(installed) ? [] : chromium.args)],
  })
}
