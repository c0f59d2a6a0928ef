import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { openBrowser, openPersonal } from '../server/test/browser.ts'
import { startService } from './service.ts'

// Takes the screenshots of docs/marketers.md from the sample page. Run `npx node scripts/guidePictures.ts` after a change
// of the screens.

const folder = join(import.meta.dirname, '..', 'docs')
const viewport = { width: 1440, height: 900 }
const dataDir = await mkdtemp(join(tmpdir(), 'foyer-pictures-'))
const service = await startService({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'fatal', FOYER_DEMO: 'true' })
try {
  const context = await openPersonal({ viewport, colorScheme: 'light', reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const open = async (path: string) => await page.goto(`${service.url}/console${path}`)
  /** Takes a screenshot when the screen has not changed for a while. */
  const take = async (name: string, quietMs = 3_000) => {
    let shown = await page.screenshot()
    for (let before: Buffer | undefined; !before?.equals(shown); shown = await page.screenshot()) {
      before = shown
      await sleep(quietMs)
    }
    const { size } = await sharp(shown)
      .resize(1200)
      .webp({ quality: 70, effort: 6 })
      .toFile(join(folder, `guide-${name}.webp`))
    process.stdout.write(`docs/guide-${name}.webp: ${Math.round(size / 1000)} KB\n`)
  }
  await open('')
  await page.getByLabel('API key').fill(service.key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation').first().waitFor()

  await open('/pages?create=true')
  const gallery = page.getByRole('dialog', { name: 'Create a page' })
  await gallery.getByRole('button', { name: /^Solar/ }).waitFor()
  // Thumbnails are rendered one after the other.
  await take('create', 15_000)

  const { pageId, audienceId } = await findAmara()
  await open(`/pages/${pageId}/audiences/${audienceId}`)
  const headline = 'Chilled, all the way to the shelf'
  await page
    .getByRole('textbox', { name: /^Ask for a change to/ })
    .fill(`Change the headline to "${headline}"`)
  await page.keyboard.press('Control+Enter')
  await page.frameLocator('iframe').getByRole('heading', { level: 1, name: headline }).waitFor()
  await take('personalise')

  await page.getByRole('button', { name: /^Publish changes/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Publish and copy link/ })
    .waitFor()
  await take('share')

  await open(`/batches/new?pageId=${pageId}`)
  const people = [
    'Ada Byron,ada@nordfrost.example',
    'Lin Chen,lin@harbour.example',
    'Omar Diaz,omar@verde.example',
  ]
  await page.getByLabel('CSV file').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Name,E-mail', ...people].join('\n')),
  })
  await page.getByLabel('Message to the agent').fill('Change the headline to "Fresh for {{account.name}}".')
  await take('batch')

  await changePage(pageId)
  await open(`/pages/${pageId}?release=new`)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Publish/ })
    .waitFor()
  await take('release')

  await open(`/pages/${pageId}?tab=analytics`)
  await page.getByRole('group', { name: 'Figures' }).waitFor()
  await take('figures')
} finally {
  await service.stop()
  await (await openBrowser()).close()
  await rm(dataDir, { recursive: true, force: true })
}

/** Changes the headline of the last block that has one, so that there is something to release. */
async function changePage(pageId: string) {
  const address = `${service.url}/v0/pages/${pageId}/document`
  const headers = { 'x-api-key': service.key, 'content-type': 'application/json' }
  const document = await (await fetch(address, { headers })).json()
  const block = document.blocks.findLast(({ props }: { props: object }) => 'headline' in props)
  block.props.headline = 'Taste it with us on 3 December'
  const { theme, blocks } = document
  const answer = await fetch(address, { method: 'PUT', headers, body: JSON.stringify({ theme, blocks }) })
  if (!answer.ok) throw new Error(await answer.text())
}

async function findAmara(): Promise<{ pageId: string; audienceId: string }> {
  const headers = { 'x-api-key': service.key }
  const found = await fetch(`${service.url}/v0/audiences/search?query=amara`, { headers })
  const { items } = (await found.json()) as { items: { pageId: string; audienceId: string }[] }
  const [amara] = items
  if (!amara) throw new Error('The sample page has no audience for Amara.')
  return amara
}
