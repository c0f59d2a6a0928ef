import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { openBrowser, openPersonal } from '../server/test/browser.ts'
import { startService } from './service.ts'

// Makes docs/tour.webp, the animation in the README: a message becomes a draft, the draft is published, and the page
// is opened. Run `npx node scripts/tour.ts` after a change of the studio.

const target = join(import.meta.dirname, '..', 'docs', 'tour.webp')
const [width, height, shownWidth] = [1280, 800, 1000]
const headline = 'Chilled, all the way to Gdańsk'

type TourFrame = { png: Buffer; ms: number }
const frames: TourFrame[] = []

const dataDir = await mkdtemp(join(tmpdir(), 'foyer-tour-'))
const service = await startService({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'fatal' })
try {
  const context = await openPersonal({ viewport: { width, height }, colorScheme: 'light' })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await openStudio(page)
  await show(page, 1_200)
  const message = `Change the headline to "${headline}" and make it blue`
  const box = page.getByRole('textbox', { name: /^Ask for a change to/ })
  await box.click()
  for (let typed = 0; typed < message.length; typed += 6) {
    await box.pressSequentially(message.slice(typed, typed + 6))
    await show(page, 120)
  }
  await page.keyboard.press('Control+Enter')
  const stage = page.frameLocator('iframe')
  const changed = stage.getByRole('heading', { level: 1, name: headline })
  for (let tries = 0; tries < 40 && !(await changed.isVisible()); tries++) {
    await show(page, 150)
    await sleep(200)
  }
  await sleep(1_000)
  await show(page, 1_600)
  await page.getByRole('button', { name: /^Publish changes/ }).click()
  const panel = page.getByRole('dialog')
  const publish = panel.getByRole('button', { name: /^Publish and copy link/ })
  await publish.waitFor()
  await sleep(1_500)
  await show(page, 1_600)
  await publish.click()
  const open = panel.getByRole('link', { name: 'Open' })
  await open.waitFor()
  await sleep(500)
  await show(page, 1_400)
  const [site] = await Promise.all([context.waitForEvent('page'), open.click()])
  await site.getByRole('heading', { level: 1, name: headline }).waitFor()
  await sleep(1_000)
  await show(site, 3_000)
} finally {
  await service.stop()
  await (await openBrowser()).close()
  await rm(dataDir, { recursive: true, force: true })
}
await write()

/** Opens the studio with the sample page for Amara. */
async function openStudio(page: Page) {
  const headers = { 'x-api-key': service.key, 'content-type': 'application/json' }
  await page.goto(`${service.url}/console`)
  await page.getByLabel('API key').fill(service.key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  const found = await fetch(`${service.url}/v0/audiences/search?query=amara`, { headers })
  const { items } = (await found.json()) as { items: { pageId: string; audienceId: string }[] }
  const [{ pageId = '', audienceId = '' } = {}] = items
  await page.getByRole('navigation').first().waitFor()
  await page.goto(`${service.url}/console/pages/${pageId}/audiences/${audienceId}`)
  await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor()
  await sleep(1_500)
}

async function show(page: Page, ms: number) {
  frames.push({ png: await page.screenshot(), ms })
}

async function write() {
  const small = await Promise.all(frames.map(({ png }) => sharp(png).resize(shownWidth).png().toBuffer()))
  const { size } = await sharp(small, { join: { animated: true } })
    .webp({ quality: 72, effort: 6, loop: 0, delay: frames.map(({ ms }) => ms), minSize: true, mixed: true })
    .toFile(target)
  process.stdout.write(`docs/tour.webp: ${frames.length} frames, ${Math.round(size / 1000)} KB\n`)
  if (size > 1_000_000) throw new Error('The picture is larger than 1 MB.')
}
