import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { examples, hashDocument } from '../document/index.ts'
import { openBrowser, openPersonal } from '../server/test/browser.ts'
import { startService } from './service.ts'

// Takes the screenshots for the console's gallery of examples. Run `npx node scripts/examplePictures.ts` after changing an
// example.

const folder = join(import.meta.dirname, '..', 'console', 'examples', 'pictures')
const dataDir = await mkdtemp(join(tmpdir(), 'foyer-pictures-'))
const service = await startService({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'fatal', FOYER_DEMO: 'true' })
try {
  await mkdir(folder, { recursive: true })
  const viewport = { width: 1120, height: 780 }
  const context = await openPersonal({ viewport, colorScheme: 'light', reducedMotion: 'reduce' })
  const page = await context.newPage()
  for (const name of examples.keys()) {
    const asked = `${service.url}/v0/templates/preview?template=${name}`
    const answer = await fetch(asked, { headers: { 'x-api-key': service.key } })
    const { url } = (await answer.json()) as { url: string }
    await page.goto(url)
    await page.evaluate('document.fonts.ready')
    const { size } = await sharp(await page.screenshot())
      .resize(640)
      .webp({ quality: 75, effort: 6 })
      .toFile(join(folder, `${name}.webp`))
    process.stdout.write(`${name}.webp: ${Math.round(size / 1000)} KB\n`)
  }
  const hashes = Object.fromEntries([...examples].map(([name, { start }]) => [name, hashDocument(start)]))
  await writeFile(join(folder, 'hashes.json'), `${JSON.stringify(hashes, null, 2)}\n`)
} finally {
  await service.stop()
  await (await openBrowser()).close()
  await rm(dataDir, { recursive: true, force: true })
}
