import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import {
  type BundledFontName,
  type Document,
  examples,
  type FontSubset,
  fillPlaceholders,
  type LookName,
  lookNames,
  renderPage,
  templateNames,
  templates,
  validateDocument,
} from '../document/index.ts'
import { alpenglow } from '../server/demo/stories/alpenglow.ts'
import { coldChain, home } from '../server/demo/stories/general.ts'
import { meridian } from '../server/demo/stories/meridian.ts'
import { nordwind } from '../server/demo/stories/nordwind.ts'
import { readBundledFile } from '../server/graphics/bundledFiles.ts'
import { openBrowser } from '../server/test/browser.ts'
import { everyBlock } from '../server/test/everyBlock.ts'
import { somePage } from '../server/test/pages.ts'

/**
 * `npx node scripts/contactSheet.ts [folder] [word]` takes screenshots of every sample, template, example and block in every look, wide
 * and narrow, light and dark, and of heroes in five brand colours, and combines them on one sheet. With a word, only
 * those whose name contains it.
 */
type Shot = {
  name: string
  document: Document
  width: number
  scheme: 'light' | 'dark'
  color?: string
  fold?: boolean
}

const [folder = 'contact-sheet', only = ''] = process.argv.slice(2)
const colors = ['#0f5c63', '#b4232a', '#0b5fff', '#ffc400', '#111111']
const address = 'https://harbor.example/'
/** The recipients of the samples. */
const readers: Record<string, [account: string, person: string]> = {
  meridian: ['Meridian Foods', 'Amara Okafor'],
  alpenglow: ['Alpenglow Outdoor', 'Lukas Brunner'],
  nordwind: ['Nordwind Energy', 'Ingrid Solberg'],
}

function shots(): Shot[] {
  const stories = { meridian, alpenglow, nordwind, home, coldChain }
  const sizes = [1440, 390].flatMap((width) =>
    (['light', 'dark'] as const).map((scheme) => ({ width, scheme })),
  )
  const inLook = (document: Document, look: LookName) => ({ ...document, theme: { ...document.theme, look } })
  const all: Shot[] = [
    ...Object.entries(stories).flatMap(([name, { theme, blocks }]) =>
      sizes.map((size) => ({ name, document: validateDocument({ theme, blocks }), ...size })),
    ),
    ...lookNames.flatMap((look) =>
      sizes.map((size) => ({ name: `blocks-${look}`, document: inLook(everyBlock, look), ...size })),
    ),
    ...templateNames.flatMap((name) =>
      [1440, 390].map((width) => ({ name, document: templates[name], width, scheme: 'light' as const })),
    ),
    ...[...examples].flatMap(([name, { start }]) =>
      [1440, 390].map((width) => ({ name, document: start, width, scheme: 'light' as const })),
    ),
    ...colors.flatMap((color) =>
      [meridian, nordwind, alpenglow].flatMap(({ theme, blocks }) =>
        (['light', 'dark'] as const).map((scheme) => ({
          name: `colour-${color.slice(1)}-${theme.look}`,
          ...{ document: validateDocument({ theme, blocks }), width: 1440, scheme, color, fold: true },
        })),
      ),
    ),
  ]
  return all.filter(({ name }) => name.includes(only))
}

async function shoot(
  browser: Browser,
  { name, document, width, scheme, color, fold }: Shot,
): Promise<string> {
  const context = await browser.newContext({
    viewport: { width, height: width > 800 ? 900 : 844 },
    colorScheme: scheme,
  })
  const page = await context.newPage()
  const fonts = new Map<string, FontSubset>()
  const [account, person] = readers[name] ?? ['Acme Robotics', 'Robin Hart']
  const facts = {
    account: { accountId: 'account_x', name: account, domain: 'reader.example' },
    person: { personId: 'person_x', name: person },
  }
  const { html } = renderPage(
    somePage(fillPlaceholders(document, facts), {
      brand: {
        name: 'Harbor',
        primaryColor: color ?? '#0f5c63',
        secondaryColor: color ? null : '#e4572e',
        font: null,
      },
      recipient: { name: account },
      page: {
        actions: [
          {
            actionId: 'plan',
            actionIndex: 0,
            buttonTitle: 'Pick 30 minutes',
            url: 'https://harbor.example/plan',
          },
        ],
        headerActionId: 'plan',
      },
      fontUrl: (subset) => {
        const url = `/_font/${fonts.size}.woff2`
        fonts.set(url, subset)
        return url
      },
      showsPrompts: true,
    }),
  )
  await context.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url())
    const font = fonts.get(pathname)
    if (font) {
      const body = await readBundledFile(font.font as BundledFontName, font.script, font.style)
      return await route.fulfill({ body, contentType: 'font/woff2' })
    }
    return await route.fulfill(pathname === '/' ? { body: html, contentType: 'text/html' } : { body: '' })
  })
  await page.goto(address)
  await page.evaluate('document.fonts.ready')
  await page.waitForTimeout(1300)
  const path = join(folder, `${name}-${width}-${scheme}.png`)
  await page.screenshot({ path, fullPage: !fold })
  await context.close()
  return path
}

/** All screenshots side by side, at the same scale. */
async function sheet(paths: string[]) {
  const tiles = await Promise.all(
    paths.map(async (path) => {
      const { width = 0 } = await sharp(path).metadata()
      return await sharp(path)
        .resize({ width: width > 800 ? 360 : 120 })
        .extend({ right: 12, bottom: 12, background: '#777' })
        .png()
        .toBuffer({ resolveWithObject: true })
    }),
  )
  const wide = 3600
  let [x, y, row] = [0, 0, 0]
  const placed = tiles.map(({ data, info }) => {
    if (x + info.width > wide) [x, y, row] = [0, y + row, 0]
    const at = { input: data, left: x, top: y }
    x += info.width
    row = Math.max(row, info.height)
    return at
  })
  await sharp({ create: { width: wide, height: y + row, channels: 3, background: '#777' } })
    .composite(placed)
    .png()
    .toFile(join(folder, 'sheet.png'))
}

mkdirSync(folder, { recursive: true })
const browser = await openBrowser()
const paths: string[] = []
for (const shot of shots()) paths.push(await shoot(browser, shot))
await sheet(paths)
await browser.close()
console.log(`${paths.length} pictures in ${folder}`)
