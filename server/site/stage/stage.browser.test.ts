import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Frame, Page } from 'playwright-core'
import type { Document } from '../../documents/schema.ts'
import { findBarriers, noBrowser, openBrowser } from '../../test/browser.ts'
import { hero } from '../../test/refusals.ts'
import { newAudience, newPage } from '../../test/sites.ts'
import { type World, world } from '../../test/world.ts'

type Told = { type: string; [field: string]: any }
type Harness = {
  page: Page
  stage: Frame
  tell(message: object): Promise<void>
  told(type: string): Promise<Told>
}

const text = (id: string, heading: string, body = 'Words.\n\nMore **words**.') =>
  ({ id, type: 'text', props: { heading, body }, sources: [] }) as Document['blocks'][number]
const long = Array.from({ length: 12 }, (_, i) => text(`text-${i}`, `Part ${i}`, 'Words. '.repeat(80)))
const start = (): Document => ({
  theme: {},
  blocks: [
    hero({ headline: 'Hello', primaryAction: { label: 'Go', link: '/go' } }),
    ...long,
  ] as Document['blocks'],
})

/** A page at the console's address that shows a stage in a frame and keeps what it says. */
async function openHarness({ acme, context }: World, at = context.publicUrl()): Promise<Harness> {
  const browser = await openBrowser()
  const { url } = (await acme.get('/v0/stage')).body
  const page = await browser.newPage({ viewport: { width: 1000, height: 700 } })
  // A font that arrives late, when a test is half-way, is what people on slow lines get.
  await page.route('**/*.woff2', async (route) => {
    await sleep(300)
    await route.continue()
  })
  await page.goto(`${at}/healthz`)
  await page.setContent(
    `<script>told=[];addEventListener('message',({data})=>told.push(data))</script><iframe src="${url}" title="Page" style="border:0;width:900px;height:600px" sandbox="allow-scripts allow-same-origin"></iframe>`,
  )
  const stage = page.frames()[1] as Frame
  const tell = (message: object) =>
    page.evaluate((sent) => (globalThis as any).frames[0].postMessage(sent, '*'), message)
  const told = async (type: string): Promise<Told> => {
    const found = await page.waitForFunction(
      (wanted) => {
        const all = (globalThis as any).told
        const index = all.findIndex((one: any) => one.type === wanted)
        return index < 0 ? undefined : all.splice(0, index + 1)[index]
      },
      type,
      { timeout: 5_000 },
    )
    return (await found.jsonValue()) as Told
  }
  return { page, stage, tell, told }
}

async function openStage() {
  const here = await world()
  const { audienceId } = await newAudience(here.acme, await newPage(here.acme))
  const harness = await openHarness(here)
  await harness.told('ready')
  const show = async (document: Document, more: object = {}) => {
    const { body } = await here.acme.post('/v0/documents/render', { document, audienceId })
    const blocks = body.blocks.map((block: any) => ({ ...block, sources: block.sources.length }))
    await harness.tell({ type: 'show', page: { ...body, blocks }, ...more })
    await harness.told('shown')
  }
  return { ...here, ...harness, show }
}

test('a stage draws what it is handed, replaces only what changed, and nothing in sight moves', {
  skip: noBrowser,
}, async () => {
  const { page, stage, show } = await openStage()
  const document = start()
  await show(document)
  const kept = (selector: string) =>
    stage.$eval(selector, (node: any) => {
      const before = node.kept
      node.kept = true
      return before === true
    })
  await kept('[data-block-id=hero]')
  await kept('[data-block-id=text-5]')
  // A font is asked for when what is written with it is first laid out.
  const fontsArrived = () =>
    stage.evaluate(async () => {
      const { document, requestAnimationFrame } = globalThis as any
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      do {
        await frame()
        await frame()
        await document.fonts.ready
      } while (document.fonts.status !== 'loaded')
    })
  await fontsArrived()
  await stage.evaluate(() => (globalThis as any).scrollTo(0, 2500))
  const topOf = (id: string) =>
    stage.$eval(`[data-block-id=${id}]`, (node: any) => node.getBoundingClientRect().top)
  const inSight = (await topOf('text-4')) > 0 ? 'text-4' : 'text-5'
  const before = await topOf(inSight)
  const [first, ...rest] = document.blocks as [Document['blocks'][number], ...Document['blocks']]
  const changed = {
    theme: { primaryColor: '#aa2200' },
    blocks: [
      { ...first, props: { headline: 'A much longer headline than it was before' } },
      text('new', 'New', 'x '.repeat(900)),
      ...rest,
    ],
  } as Document
  await show(changed, { glow: ['new'] })
  await fontsArrived()
  const after = await topOf(inSight)
  assert.ok(Math.abs(after - before) < 1, `${before} became ${after}`)
  assert.equal(await kept('[data-block-id=hero]'), false)
  assert.equal(await kept('[data-block-id=text-5]'), true)
  assert.equal(
    await stage.$eval('[data-block-id=new]', (node: any) => node.className.includes('stage-glow')),
    true,
  )
  assert.deepEqual(
    await stage.$$eval('main > section', (all: any[]) => all.map((node) => node.dataset.blockId)),
    changed.blocks.map(({ id }) => id),
  )
  await show({ theme: {}, blocks: [...changed.blocks].reverse() })
  assert.equal(await stage.$eval('main > section', (node: any) => node.dataset.blockId), 'text-11')
  await show({ theme: {}, blocks: [] })
  assert.equal(await stage.$$eval('main > section', (all: any[]) => all.length), 0)
  await page.context().close()
})

test('a click tells what was pointed at and leads nowhere; keys do the same', {
  skip: noBrowser,
}, async () => {
  const { page, stage, show, tell, told } = await openStage()
  await show(start())
  await stage.getByRole('link', { name: 'Go' }).click()
  const { element } = await told('clicked')
  assert.deepEqual(element, { blockId: 'hero', path: '/primaryAction/label', text: 'Go' })
  await tell({ type: 'choose', element })
  await stage.locator('.stage-chosen').waitFor({ state: 'visible' })
  await stage.locator('h1').focus()
  await stage.locator('h1').press('ArrowDown')
  await stage.locator('[data-path="/primaryAction/label"]').press('ArrowDown')
  await stage.locator(':focus').press('Enter')
  assert.deepEqual((await told('clicked')).element, { blockId: 'text-0', path: '/heading', text: 'Part 0' })
  await stage.locator('h1').press('Escape')
  assert.equal((await told('clicked')).element, null)
  assert.match(stage.url(), /_stage/)
  assert.equal(page.frames().length, 2)
  await page.context().close()
})

test('a text is changed where it stands, as it is written, and taken back with Escape', {
  skip: noBrowser,
}, async () => {
  const { page, stage, show, tell, told } = await openStage()
  await show(start())
  const body = 'One.\n\nTwo **bold**.'
  await show({ theme: {}, blocks: [text('a', 'Title', body)] })
  const edit = { type: 'edit', blockId: 'a', path: '/body', text: body, before: body, lines: true }
  await tell(edit)
  const field = stage.getByRole('textbox', { name: 'Body' })
  await field.press('Enter')
  await field.pressSequentially('Three')
  await field.press('Control+Enter')
  assert.equal((await told('edited')).text, `${body}\nThree`)
  await show({ theme: {}, blocks: [text('a', 'Title', `${body}\nThree`)] })
  assert.equal(await stage.locator('[data-path="/body"]').count(), 2)
  await tell({ ...edit, path: '/heading', text: 'Title', before: 'Title', lines: false })
  await stage.getByRole('textbox').pressSequentially(' of it all')
  await stage.getByRole('textbox').press('Escape')
  assert.equal((await told('edited')).text, null)
  assert.equal(await stage.getByRole('heading').textContent(), 'Title')
  await tell({ ...edit, path: '/heading', text: 'Title', before: 'Title', lines: false })
  await stage.getByRole('textbox').pressSequentially('!')
  await stage.getByRole('textbox').press('Enter')
  assert.equal((await told('edited')).text, 'Title!')
  await page.context().close()
})

test('blocks with sources say so, to the pointer and to the keyboard; axe finds nothing', {
  skip: noBrowser,
}, async () => {
  const { acme, page, stage, show, told } = await openStage()
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'acme.example' })).body
  const sources = [{ kind: 'account_field' as const, id: accountId, field: 'domain' }]
  await show({
    theme: {},
    blocks: [{ ...text('a', 'Title'), sources } as Document['blocks'][number], text('b', 'Other')],
  })
  const mark = stage.getByRole('button', { name: '1 source' })
  assert.equal(await mark.count(), 1)
  await mark.hover()
  const { blockId, at } = await told('sources')
  assert.equal(blockId, 'a')
  assert.ok(at.right > 700 && at.top > 0)
  assert.deepEqual(await findBarriers(stage), [])
  await page.context().close()
})

test('nobody but the console can show a stage or speak to it', { skip: noBrowser }, async () => {
  const here = await world()
  const refused = await openHarness(here, here.baseUrl)
  await refused.page.waitForTimeout(300)
  assert.equal(await refused.page.evaluate(() => (globalThis as any).told.length), 0)
  await refused.page.context().close()

  const { page, stage, show } = await openStage()
  await show(start())
  // From its own origin, and from its parent's origin but not its parent.
  const shown = {
    type: 'show',
    page: { title: 'Bad', style: '', header: '', blocks: [], footer: '', heading: '' },
  }
  await stage.evaluate((message) => (globalThis as any).postMessage(message, '*'), shown)
  await page.evaluate((message) => {
    const { document, frames } = globalThis as any
    const other = document.createElement('iframe')
    document.body.append(other)
    other.contentWindow.eval(`parent.frames[0].postMessage(${JSON.stringify(message)}, '*')`)
    return frames.length
  }, shown)
  await page.waitForTimeout(200)
  assert.equal((await stage.title()) === 'Bad', false)
  assert.equal(await stage.locator('h1').textContent(), 'Hello')
  await page.context().close()
})
