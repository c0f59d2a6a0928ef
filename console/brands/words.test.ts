import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderPage, validateDocument } from '../../document/index.ts'
import { somePage } from '../../server/test/pages.ts'
import { looks, openingColors, swatchesOf } from './words.ts'

const tones = ['plain', 'tint', 'bold', 'deep', 'signal']

/** The variables that a page gives to a section of a tone; the first rules are for light pages. */
function variablesOf(html: string, tone: string): Record<string, string> {
  const [, rule = ''] = new RegExp(`\\.${tone}\\{(--bg[^}]*)\\}`).exec(html) ?? []
  const own = Object.fromEntries(rule.split(';').map((one) => one.slice(2).split(':')))
  return tone === 'plain' ? own : { ...variablesOf(html, 'plain'), ...own }
}

test('the tile of a look and the available backgrounds have the colours of the page', () => {
  for (const { value: look } of looks)
    for (const primaryColor of ['#ffe600', '#155ccf', '#e8112d', '#111111', '#9fd8c4'])
      for (const secondaryColor of [null, '#f5a623']) {
        const blocks = tones.map((tone, index) => ({
          ...{ id: tone, type: index === 0 ? 'hero' : 'text', sources: [] },
          props: index === 0 ? { headline: 'Hello' } : { heading: 'Hello', body: 'You', tone },
        }))
        const document = validateDocument({ theme: { look }, blocks })
        const { html } = renderPage(somePage(document, { brand: { primaryColor, secondaryColor } }))
        const brand = { primaryColor, secondaryColor, look }
        const [, opening = ''] = /<section class="b hero (\w+)/.exec(html) ?? []
        const { bg, fg, accent, accent2, solid, edge, t2 } = variablesOf(html, opening)
        assert.deepEqual(
          openingColors(brand),
          {
            ...{ ground: bg, text: fg, button: solid, edge, light: t2 },
            accent: look === 'bold' ? accent2 : accent,
          },
          `${look} ${primaryColor}`,
        )
        const grounds = tones.map((tone) => [tone, variablesOf(html, tone).bg])
        assert.deepEqual(swatchesOf(brand), Object.fromEntries(grounds), `${look} ${primaryColor}`)
      }
})
