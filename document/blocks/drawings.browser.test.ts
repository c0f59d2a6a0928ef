import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser, openBrowser } from '../../server/test/browser.ts'
import { somePage } from '../../server/test/pages.ts'
import { lookNames } from '../looks.ts'
import { renderPage } from '../render/page.ts'
import { validateDocument } from '../validate.ts'
import type { BlockType } from './block.ts'
import { hero } from './hero/index.ts'
import { blockTypes } from './index.ts'

const types: readonly BlockType[] = blockTypes as unknown as BlockType[]
const asset = () => ({ url: '/hills.svg', width: 800, height: 500 })

/** What the drawings of heroes are made from: points, and what a page says below. */
const values = [12, 40, 31].map((value, index) => ({ label: `Month ${index + 1}`, value }))
const cities = ['Hamburg', 'Oslo', 'Lisbon'].map((label) => ({ label, note: '4 halls' }))
const dated = ['12 January', '2 March', '4 May'].map((when) => ({ when, title: 'A step' }))
const heroes: [string, object, object[]][] = [
  ['alone', {}, []],
  ['with values', { points: values, unit: 'MWh', limit: 35, limitLabel: 'Today' }, []],
  ['with places', { points: cities }, []],
  ['with dates', {}, [{ id: 'steps', type: 'steps', props: { heading: 'Plan', items: dated }, sources: [] }]],
]

/** Every type in every layout, as in its example and as it starts. */
function* samples(): Generator<[string, object[]]> {
  const block = (type: string, props: object) => ({ id: 'drawn', type, props, sources: [] })
  for (const { name, props, example, starter } of types) {
    const layouts = (props.properties.layout as { enum?: string[] } | undefined)?.enum ?? []
    for (const layout of layouts) {
      yield [`${name} ${layout}`, [block(name, { ...example, layout })]]
      if (starter) yield [`${name} ${layout}, new`, [block(name, { ...starter, layout })]]
      if (name !== hero.name) continue
      for (const [what, more, below] of heroes)
        yield [`hero ${layout}, ${what}`, [block(name, { headline: 'A plan', ...more, layout }), ...below]]
    }
  }
}

/** The shapes that are seen and have the initial colour, which no rule of ours gives. */
function unstyled(): string[] {
  const { document, getComputedStyle } = globalThis as any
  const shapes = [
    ...document.querySelectorAll('main svg :is(path,circle,rect,ellipse,polygon,polyline,line,text,tspan)'),
  ]
  const hasArea = (shape: any) => shape.getBBox().width > 0 && shape.getBBox().height > 0
  return shapes
    .filter((shape) => !shape.closest('defs,clipPath,mask,pattern') && shape.getClientRects().length > 0)
    .filter((shape) => hasArea(shape) && getComputedStyle(shape).fill === 'rgb(0, 0, 0)')
    .map((shape) => shape.cloneNode(false).outerHTML.slice(0, 80))
}

test('no drawing of any layout is black because of a missing style, with data and without', {
  skip: noBrowser,
}, async () => {
  const browser = await openBrowser()
  const page = await browser.newPage()
  await page.route('**/*', (route) => route.fulfill({ body: '' }))
  const found: string[] = []
  for (const [index, [name, blocks]] of [...samples()].entries()) {
    const look = lookNames[index % lookNames.length]
    const document = validateDocument({ theme: { look }, blocks })
    const { html } = renderPage(somePage(document, { asset }))
    if (!html.slice(html.indexOf('<main')).includes('<svg')) continue
    await page.setContent(html, { waitUntil: 'domcontentloaded' })
    for (const shape of await page.evaluate(unstyled)) found.push(`${name}, ${look}: ${shape}`)
  }
  assert.deepEqual(found, [])
})
