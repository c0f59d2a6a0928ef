import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { noBrowser, openBrowser } from '../../server/test/browser.ts'
import { everyBlock, onTone } from '../../server/test/everyBlock.ts'
import { somePage } from '../../server/test/pages.ts'
import { address, asset, facts, page, readThrough, show, violations } from '../../server/test/shownPage.ts'
import { contrast } from '../../shared/color.ts'
import { sentAnchor } from '../blocks/form/html.ts'
import { blockTypes } from '../blocks/index.ts'
import { fillPlaceholders } from '../fill.ts'
import { lookNames } from '../looks.ts'
import type { Document } from '../schema.ts'
import { startOf } from '../templates/examples/index.ts'
import { templates } from '../templates/index.ts'
import { validateDocument } from '../validate.ts'
import { renderPage } from './page.ts'

let browser: Browser
before(async () => {
  if (!noBrowser) browser = await openBrowser()
})

const pageTypes = ['inbound', 'outbound', 'call_followup', 'sales_deck', 'custom'] as const
const documents: [string, Document][] = [
  ...pageTypes.map((name): [string, Document] => [name, templates[name]]),
  ...lookNames.map((look): [string, Document] => [
    `every block, ${look}`,
    { ...everyBlock, theme: { look } },
  ]),
]
const colors = ['#1f6f5c', '#ffd21e', '#ff5a1f', '#111111', '#ffffff', '#2f4bd8']
const phone = { viewport: { width: 320, height: 640 } }
const rtl = { lang: 'he', dir: 'rtl' } as const

/** `rgb(1, 2, 3)` as #010203. */
function hexOf(color: string): string {
  const parts = color.match(/\d+/g) ?? []
  assert.equal(parts.length, 3, color)
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`
}

test('axe finds no violations on any template or block: small and light, large, dark and right-to-left', {
  skip: noBrowser,
}, async () => {
  for (const [index, [name, document]] of documents.entries()) {
    const brand = { primaryColor: colors[index % colors.length] ?? null }
    for (const [options, language] of [
      [phone, undefined],
      [{ colorScheme: 'dark' as const }, rtl],
    ] as const) {
      const { page: shown, complaints, close } = await show(browser, document, options, { brand, language })
      assert.deepEqual(await violations(shown), [], `${name} ${JSON.stringify(options)}`)
      assert.deepEqual(complaints, [], name)
      await close()
    }
  }
})

test('axe finds no violations on any background, with any colours', { skip: noBrowser }, async () => {
  const themes = [
    {},
    { backgroundColor: '#808080', textColor: '#777777' },
    { backgroundColor: '#14102b', primaryColor: '#7cf5c8' },
  ]
  for (const [index, tone] of (['plain', 'tint', 'bold'] as const).entries()) {
    const document = { ...onTone(tone), theme: themes[index] ?? {} }
    const { page: shown, close } = await show(browser, document)
    // The test above has checked everything but the colours of these blocks.
    assert.deepEqual(await violations(shown, 'colours'), [], tone)
    await close()
  }
})

test('no page is wider than its window, logs errors, shifts while it loads, or hides its main action', {
  skip: noBrowser,
}, async () => {
  const long = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'.repeat(2)
  const headings = everyBlock.blocks.map((block) => ({
    ...block,
    props: {
      ...block.props,
      ...('heading' in block.props ? { heading: long } : {}),
      ...('headline' in block.props ? { headline: long } : {}),
    },
  }))
  const wide = validateDocument({ theme: { radius: 32 }, blocks: headings })
  // What moves while a page loads is seen at its narrowest and widest; for overflow, a loaded page is resized.
  for (const [name, document] of [...documents, ['long words', wide] as const])
    for (const [width, resized] of [
      [320, 360],
      [1280, 768],
    ] as const) {
      const {
        page: shown,
        complaints,
        close,
      } = await show(browser, document, { viewport: { width, height: 740 } })
      const findAction = () => shown.locator('main .btn').first().boundingBox()
      const actions = [await findAction()]
      const { overflow, shift } = await readThrough(shown)
      assert.equal(overflow, 0, `${name} at ${width}`)
      assert.ok(shift < 0.001, `${name} at ${width}: ${shift}`)
      await shown.setViewportSize({ width: resized, height: 740 })
      await shown.evaluate('scrollTo(0, 0)')
      actions.push(await findAction())
      assert.equal(
        await shown.evaluate('document.documentElement.scrollWidth - innerWidth'),
        0,
        `${name} at ${resized}`,
      )
      assert.deepEqual(complaints, [], `${name} at ${width} and ${resized}`)
      if (name in templates)
        for (const action of actions)
          assert.ok(action && action.y + action.height < 740, `${name}: the main action is out of sight`)
      await close()
    }
})

test('the sky of a ridge is behind its mountains, and the ground reaches from them to the caption', {
  skip: noBrowser,
}, async () => {
  for (const width of [390, 1280, 1440]) {
    const viewport = { width, height: 900 }
    const solar = startOf('example_solar')
    // Without an action there is no button, and the figure at the peak must not stand in the text.
    const { page: shown, close } = await show(browser, solar, { viewport }, { page: { actions: [] } })
    const skyBefore = await shown.locator('.l-ridge > .dust').evaluate((sky) => {
      return sky.nextElementSibling?.classList.contains('art')
    })
    assert.ok(skyBefore, 'what is drawn later covers what is drawn before')
    const [ground, words] = await Promise.all(
      ['.ridge', '.cap'].map((part) => shown.locator(`.l-ridge ${part}`).boundingBox()),
    )
    assert.ok(ground && words && words.y <= ground.y + ground.height + 1, `${width}: a gap above the caption`)
    const [figure, text] = await Promise.all(
      ['.big:visible', '.sub'].map((part) => shown.locator(`.l-ridge ${part}`).boundingBox()),
    )
    assert.ok(figure && text && figure.y >= text.y + text.height, `${width}: the figure is in the text`)
    await close()
  }
})

test('a ridge shows its figure and its labels at every width, and a caption that is readable on any colour', {
  skip: noBrowser,
}, async () => {
  for (const width of [320, 390, 720, 1060, 1120, 1440, 2200]) {
    const viewport = { width, height: 900 }
    const solar = { ...startOf('example_solar'), theme: { look: 'bold' as const, primaryColor: '#FFE600' } }
    const { page: shown, close } = await show(browser, solar, { viewport })
    const texts = await shown.locator('.l-ridge .ridge text:visible').evaluateAll((all) =>
      all.map((text) => {
        const { left, right, top, bottom } = text.getBoundingClientRect()
        return { text: text.textContent, left, right, top, bottom }
      }),
    )
    const caption = shown.locator('.l-ridge .cap')
    const box = await caption.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      return { text: 'the caption', left, right, top, bottom }
    })
    assert.deepEqual(texts.map(({ text }) => text).sort(), ['126\u00a0MWh', 'Jan', 'Jul', 'Nov'], `${width}`)
    for (const [index, one] of texts.entries()) {
      assert.ok(one.left >= 0 && one.right <= width, `${width}: ${one.text} is cut off`)
      for (const other of [...texts.slice(index + 1), box]) {
        const isApart =
          one.right < other.left ||
          other.right < one.left ||
          one.bottom < other.top + 3 ||
          other.bottom < one.top + 3
        assert.ok(isApart, `${width}: ${one.text} runs into ${other.text}`)
      }
    }
    const [ground = '', ...colors] = await caption.evaluate((element) => {
      const styleOf = (globalThis as any).getComputedStyle
      const parts = [element, ...element.querySelectorAll('*')]
      return [styleOf(element).backgroundColor, ...parts.map((part) => styleOf(part).color)]
    })
    for (const color of colors)
      assert.ok(contrast(hexOf(color), hexOf(ground)) >= 4.5, `${color} on ${ground}`)
    await close()
  }
})

test('the browser parses the tags as they were written, without nesting errors', {
  skip: noBrowser,
}, async () => {
  const tags = (html: string) =>
    [
      ...html
        .replace(/(<(style|script|svg)\b[^>]*>)[\s\S]*?(<\/\2>)/g, '$1$3')
        .matchAll(/<(\/?[a-z][a-z0-9]*)/g),
    ].map(([, tag]) => tag)
  for (const document of [everyBlock, templates.sales_deck]) {
    const { page: shown, close } = await show(browser, document)
    const written = renderPage(somePage(fillPlaceholders(document, facts), { asset, page })).html
    const read = await shown.content()
    assert.deepEqual(tags(read), tags(written))
    await close()
  }
})

test('enabled scripts run and load their resources; other scripts and injected ones do not run', {
  skip: noBrowser,
}, async () => {
  const scripts = [
    { name: 'a', enabled: true, content: 'window.ran = "</script>"' },
    { name: 'b', enabled: true, content: '<script src="https://cdn.example/vendor.js"></script>' },
    { name: 'c', enabled: false, content: 'window.off = true' },
  ]
  const { page: shown, close } = await show(
    browser,
    templates.custom,
    {},
    { page: { scripts }, visitScript: { url: '/_s/visit.js' } },
  )
  await shown.waitForFunction(() => String((globalThis as any).loaded).length > 60)
  const found = await shown.evaluate(() => {
    const { document, ran, off, loaded } = globalThis as any
    document.body.insertAdjacentHTML(
      'beforeend',
      '<img src=x onerror="window.bad=1"><b onclick="window.bad=1">b</b>',
    )
    document.body.lastElementChild.click()
    const { bad } = globalThis as any
    return { ran, off, loaded, bad }
  })
  assert.equal(found.ran, '</script>')
  assert.equal(found.off, undefined)
  assert.equal(found.bad, undefined)
  assert.match(found.loaded, /vendor\.js/)
  assert.match(found.loaded, /visit\.js/)
  await close()
})

test('a form works without scripts, and shows its thanks after the redirect', {
  skip: noBrowser,
}, async () => {
  const { page: shown, close } = await show(browser, templates.custom, { javaScriptEnabled: false })
  await shown.getByLabel('Your name').fill('Jane')
  await shown.getByLabel('E-mail address').fill('jane@acme.example')
  await shown.getByLabel('What would you like to know?').fill('Everything')
  const [request] = await Promise.all([
    shown.waitForRequest('**/_f/answer'),
    shown.getByRole('button', { name: 'Send the question' }).click(),
  ])
  assert.equal(request.method(), 'POST')
  assert.equal(request.postData(), 'name=Jane&email=jane%40acme.example&message=Everything&_website=')
  await shown.goto(`${address}#${sentAnchor('answer')}`)
  assert.ok(await shown.getByText('You will hear from a person').isVisible())
  assert.ok(!(await shown.locator('form').isVisible()))
  await close()
})

test('the samples of blocks include every type', () => {
  assert.deepEqual(
    everyBlock.blocks.map(({ type }) => type).sort(),
    blockTypes.map(({ name }) => name).sort(),
  )
})
