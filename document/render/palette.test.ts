import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { someTheme } from '../../server/test/documents.ts'
import { times } from '../../server/test/effort.ts'
import { contrast, fromHex, readable, toHex } from '../../shared/color.ts'
import { lookNames } from '../looks.ts'
import { type Colors, paletteOf } from './palette.ts'

const color = fc.stringMatching(/^#[0-9a-f]{6}$/)

test('colours are unchanged by conversion to OKLCH and back', () => {
  fc.assert(
    fc.property(color, (hex) => {
      const [a, b] = [hex, toHex(fromHex(hex))].map((value) => Number.parseInt(value.slice(1), 16)) as [
        number,
        number,
      ]
      for (const shift of [16, 8, 0])
        assert.ok(Math.abs(((a >> shift) & 255) - ((b >> shift) & 255)) <= 1, hex)
    }),
  )
  assert.equal(toHex({ l: 1, c: 0, h: 0 }), '#ffffff')
  assert.ok(Math.abs(contrast('#000000', '#ffffff') - 21) < 0.01)
})

test('a colour is changed no more than readability requires, or not at all', () => {
  assert.equal(readable('#123456', ['#ffffff'], 4.5), '#123456')
  const yellow = readable('#ffd21e', ['#ffffff'], 4.5)
  assert.ok(contrast(yellow, '#ffffff') >= 4.5 && contrast(yellow, '#ffffff') < 5)
  assert.ok(Math.abs(fromHex(yellow).h - fromHex('#ffd21e').h) < 8)
})

test('with any brand and theme colours, every text has AA contrast and every shape is distinguishable from its background', () => {
  fc.assert(
    fc.property(
      color,
      fc.option(color),
      someTheme,
      fc.constantFrom(...lookNames),
      (brand, second, theme, look) => {
        const { light, dark } = paletteOf(theme, { primaryColor: brand, secondaryColor: second, look })
        for (const tones of [light, dark]) {
          if (!tones) continue
          for (const [tone, colors] of Object.entries(tones))
            assertReadable(colors, `${brand} ${second} ${look} ${JSON.stringify(theme)} ${tone}`)
          for (const part of ['fg', 'muted', 'accent'] as const)
            reads(tones.tint[part], tones.plain.bg, 4.5, `card ${part}`)
        }
      },
    ),
    { numRuns: times(400, 100) },
  )
})

function assertReadable(
  { bg, wash, card, fg, muted, accent, accent2, signal, field, solid, on, hover, edge }: Colors,
  what: string,
) {
  for (const ground of [bg, wash, card]) {
    for (const [name, part] of Object.entries({ fg, muted, accent, accent2 }))
      reads(part, ground, 4.5, `${what} ${name}`)
    reads(field, ground, 3, `${what} field`)
  }
  reads(signal, bg, 3, `${what} signal`)
  reads(on, solid, 4.5, `${what} button`)
  reads(on, hover, 4.5, `${what} button under the pointer`)
  reads(edge, bg, 3, `${what} edge of a button`)
}

function reads(color: string, ground: string, ratio: number, what: string) {
  assert.ok(contrast(color, ground) >= ratio, `${what}: ${color} on ${ground} is ${contrast(color, ground)}`)
}

test('the brand colours of the art directions are readable on every background, in every look, light and dark', () => {
  for (const primaryColor of ['#0f5c63', '#b4232a', '#0b5fff', '#ffc400', '#111111'])
    for (const look of lookNames) {
      const { light, dark } = paletteOf({}, { primaryColor, look })
      for (const tones of [light, dark])
        for (const [tone, colors] of Object.entries(tones ?? {}))
          assertReadable(colors, `${primaryColor} ${look} ${tone}`)
    }
})

test('a button keeps its brand colour, however light, unless it equals that of the page', () => {
  const buttonOf = (primaryColor: string, theme = {}) =>
    paletteOf(theme, { primaryColor, look: 'product' }).light?.plain
  for (const yellow of ['#ffe600', '#ffd21e', '#ffff00', '#b4ff00'])
    assert.equal(buttonOf(yellow)?.solid, yellow)
  const onYellow = buttonOf('#ffe600', { backgroundColor: '#ffee33' })
  assert.ok(onYellow && contrast(onYellow.solid, onYellow.bg) >= 3)
  const white = buttonOf('#ffffff')
  assert.ok(white && contrast(white.solid, white.bg) >= 3)
})

const red = { primaryColor: '#ff0000', look: 'product' } as const

test('a page with a dark background of its own is dark in every colour scheme', () => {
  assert.equal(paletteOf({ backgroundColor: '#101014' }, red).light, undefined)
  assert.equal(paletteOf({ backgroundColor: '#fff8e7' }, red).light?.plain.bg, '#fff8e7')
  assert.ok(fromHex(paletteOf({ backgroundColor: '#fff8e7' }, red).dark?.plain.bg ?? '').l < 0.3)
})
