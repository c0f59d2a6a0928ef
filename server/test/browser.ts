import { existsSync } from 'node:fs'
import bundled from '@sparticuz/chromium'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** A real browser: the system's where there is one, else the one that comes with the npm package. */
export async function openBrowser(): Promise<Browser> {
  return await chromium.launch(await launchOptions())
}

async function launchOptions(): Promise<LaunchOptions> {
  const executablePath = installed.find((path) => existsSync(path))
  if (executablePath) return { executablePath, args: ['--no-sandbox', '--disable-gpu'] }
  // The package holds a program for x86-64 only; elsewhere the system would try to read it as a shell script.
  if (process.arch !== 'x64')
    throw new Error(
      `No browser for ${process.arch} comes with npm: install one, e.g. apt-get install chromium.`,
    )
  return { executablePath: await bundled.executablePath(), args: bundled.args }
}
