import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Frame, Page } from 'playwright-core'
import type { Document } from '../../../document/index.ts'
import { findBarriers, noBrowser, openBrowser } from '../../test/browser.ts'
import { hero } from '../../test/refusals.ts'
import { newAudience, newPage } from '../../test/sites.ts'
import { type World, world } from '../../test/world.ts'

type StageMessage = { type: string; [field: string]: any }
type Harness = {
  page: Page
  stage: Frame
  tell(message: object): Promise<void>
  told(type: string): Promise<StageMessage>
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

/** A page at the console's URL that frames a stage and records its messages. */
async function openHarness({ acme, context }: World, at = context.publicUrl()): Promise<Harness> {
  const browser = await openBrowser()
  const { url } = (await acme.get('/v0/stage')).body
  const page = await browser.newPage({ viewport: { width: 1000, height: 700 } })
  // Fonts arrive late, as on slow connections.
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
  const told = async (type: string): Promise<StageMessage> => {
    const found = await page.waitForFunction(
      (wanted) => {
        const all = (globalThis as any).told
        const index = all.findIndex((one: any) => one.type === wanted)
        return index < 0 ? undefined : all.splice(0, index + 1)[index]
      },
      type,
      { timeout: 5_000 },
    )
    return (await found.jsonValue()) as StageMessage
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

test('a stage draws the blocks that it receives, replaces only changed ones, and does not move visible content', {
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
  // A font is requested when text with it is first laid out.
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

test('a click reports the clicked element without following links, and keys do the same', {
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

test('a text is edited in place, with its marks, links and placeholders as they look on the page', {
  skip: noBrowser,
}, async () => {
  const { page, stage, show, tell, told } = await openStage()
  const body = 'One for {{account.name|you}}.\n\nTwo **bold**.'
  await show({ theme: {}, blocks: [text('a', 'Title', body)] })
  const edit = { type: 'edit', blockId: 'a', path: '/body', text: body, before: body, kind: 'paragraphs' }
  await tell(edit)
  const field = stage.getByRole('textbox', { name: 'Body' })
  await field.waitFor()
  assert.equal(await field.locator('strong').textContent(), 'bold')
  assert.equal(await field.locator('.chip').textContent(), 'account.name')
  assert.doesNotMatch(await field.innerText(), /[*{]/)
  await field.press('Enter')
  await page.keyboard.type('Three ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('four')
  await page.keyboard.press('Control+b')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('2 * 2')
  await page.keyboard.press('Control+Enter')
  const written = `${body}\n\nThree **four**\n2 \\* 2`
  assert.equal((await told('edited')).text, written)
  await show({ theme: {}, blocks: [text('a', 'Title', written)] })
  assert.equal(await stage.locator('[data-path="/body"]').count(), 3)

  // A placeholder is not broken across lines, also in a large headline on a phone.
  const long = 'For {{account.fields.renewal_date_of_contract|you}} and others'
  await page.setViewportSize({ width: 390, height: 780 })
  await tell({ ...edit, path: '/heading', text: long, before: 'Title', kind: 'rich' })
  const chip = stage.getByRole('textbox', { name: 'Heading' }).locator('.chip')
  await chip.waitFor()
  const pieces = await chip.evaluate((element) =>
    Array.from(element.getClientRects(), ({ left, right }) => left >= 0 && right <= innerWidth),
  )
  assert.deepEqual(pieces, [true])
  await stage.getByRole('textbox').press('Escape')
  await told('edited')
  await page.setViewportSize({ width: 1000, height: 700 })

  // A link's URL is entered in the page; an invalid one is refused.
  const heading = { ...edit, path: '/heading', text: 'Title', before: 'Title', kind: 'rich' }
  await tell(heading)
  await stage.getByRole('textbox', { name: 'Heading' }).waitFor()
  await page.keyboard.press('Control+k')
  const address = stage.getByRole('textbox', { name: 'Link URL' })
  await address.fill('javascript:alert(1)')
  await address.press('Enter')
  await stage.getByRole('alert').waitFor()
  await address.fill('https://x.example/a_(b)')
  await stage.getByRole('button', { name: 'Set link' }).click()
  await page.keyboard.press('Enter')
  assert.equal((await told('edited')).text, '[Title](https://x.example/a_%28b%29)')

  // Escape reverts all edits, and leaving the editor without an edit is no change.
  await show({ theme: {}, blocks: [text('a', 'Title', body)] })
  await tell(heading)
  await stage.getByRole('textbox').pressSequentially(' of it all')
  await stage.getByRole('textbox').press('Escape')
  assert.equal((await told('edited')).text, null)
  assert.equal(await stage.getByRole('heading').textContent(), 'Title')
  await tell(heading)
  await stage.getByRole('textbox').press('Enter')
  assert.equal((await told('edited')).text, null)
  await page.context().close()
})

test('pasting keeps bold, italic, safe links and placeholders only', {
  skip: noBrowser,
}, async () => {
  const { page, stage, show, tell, told } = await openStage()
  await show({ theme: {}, blocks: [text('a', 'Title', 'Body')] })
  const paste = (data: Record<string, string>) =>
    stage.evaluate((given) => {
      const { DataTransfer, ClipboardEvent, document } = globalThis as any
      const clipboardData = new DataTransfer()
      for (const [type, value] of Object.entries(given)) clipboardData.setData(type, value)
      document.activeElement.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    }, data)
  const html =
    '<style>p{color:red}</style><h1 onclick="x()">A <b>bold</b> <a href="javascript:x()">bad</a></h1><ul><li><a href="https://x.example/">good</a></li></ul><img src=x onerror="x()"><table><tr><td>cell</td></tr></table><script>x()</script>'
  const pasteInto = async (path: string, kind: string, data: Record<string, string>) => {
    const before = path === '/body' ? 'Body' : 'Title'
    await tell({ type: 'edit', blockId: 'a', path, text: before, before, kind })
    await stage.getByRole('textbox').waitFor()
    await page.keyboard.press('Control+a')
    await paste(data)
    await page.keyboard.press('Control+Enter')
    const { text: pasted } = await told('edited')
    await show({ theme: {}, blocks: [text('a', 'Title', 'Body')] })
    return pasted
  }
  const html2 = { 'text/html': html, 'text/plain': 'ignored' }
  assert.equal(await pasteInto('/heading', 'rich', html2), 'A **bold** bad [good](https://x.example/) cell')
  assert.equal(await pasteInto('/heading', 'text', html2), 'A bold bad good cell')
  assert.equal(
    await pasteInto('/body', 'paragraphs', html2),
    'A **bold** bad\n\n[good](https://x.example/)\n\ncell',
  )
  const copied = { 'text/plain': 'To {{account.name}} and {{nobody}}\r\n**2**' }
  assert.equal(
    await pasteInto('/heading', 'rich', copied),
    'To {{account.name}} and \\{\\{nobody}} \\*\\*2\\*\\*',
  )
  await page.context().close()
})

test('composed characters are entered, and undo goes step by step and then passes to the console', {
  skip: noBrowser,
}, async () => {
  const { page, stage, show, tell, told } = await openStage()
  await show({ theme: {}, blocks: [text('a', 'Title', 'Body')] })
  const order = { type: 'edit', blockId: 'a', path: '/heading', text: 'Title', before: 'Title', kind: 'rich' }
  await tell({ ...order, live: true })
  await stage.getByRole('textbox', { name: 'Heading' }).waitFor()
  const tab = await page.context().newCDPSession(page)
  for (const composed of ['k', 'ka', 'か'])
    await tab.send('Input.imeSetComposition', { text: composed, selectionStart: 1, selectionEnd: 1 })
  await tab.send('Input.insertText', { text: 'か' })
  await page.waitForFunction(() => (globalThis as any).told.at(-1)?.text === 'Titleか')
  await page.keyboard.press('Control+z')
  await page.waitForFunction(() => (globalThis as any).told.at(-1)?.text === 'Title')
  assert.equal(await stage.getByRole('textbox').count(), 1)
  await page.keyboard.press('Control+z')
  assert.equal((await told('edited')).text, null)
  assert.equal((await told('shortcut')).key, 'z')
  await page.context().close()
})

test('blocks with sources show it on hover and on focus; axe finds no violations', {
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

test('only the console can show a stage or send messages to it', { skip: noBrowser }, async () => {
  const here = await world()
  const refused = await openHarness(here, here.baseUrl)
  await refused.page.waitForTimeout(300)
  assert.equal(await refused.page.evaluate(() => (globalThis as any).told.length), 0)
  await refused.page.context().close()

  const { page, stage, show } = await openStage()
  await show(start())
  // From its own origin, and from its parent's origin but another window.
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
