import assert from 'node:assert/strict'
import { test } from 'node:test'
import { somePage } from '../../server/test/pages.ts'
import { catalogue } from '../catalogue.ts'
import { lookNames } from '../looks.ts'
import { blockStyles } from '../render/generatedStyles.ts'
import { renderPage } from '../render/page.ts'
import type { Document } from '../schema.ts'
import { validateDocument } from '../validate.ts'
import type { BlockType } from './block.ts'
import { blockTypes } from './index.ts'

const types: readonly BlockType[] = blockTypes as unknown as BlockType[]
const asset = () => ({ url: 'https://files.example/1', width: 800, height: 500 })

/** The layouts of a type; one empty string for a type without layouts. */
function layoutsOf({ props }: BlockType): string[] {
  return (props.properties.layout as { enum?: string[] } | undefined)?.enum ?? ['']
}

function pageOf({ name }: BlockType, props: object): Document {
  return validateDocument({ theme: {}, blocks: [{ id: name, type: name, props, sources: [] }] })
}

test('the example of every type is valid and is drawn in every layout and look', () => {
  for (const type of types)
    for (const layout of layoutsOf(type)) {
      const { blocks } = pageOf(type, layout ? { ...type.example, layout } : type.example)
      for (const look of lookNames) {
        const { html } = renderPage(somePage({ theme: { look }, blocks }, { asset }))
        const [, classes = '', inside = ''] =
          /<section class="([^"]*)"[^>]*>([\s\S]*)<\/section>/.exec(html) ?? []
        assert.ok(classes.split(' ').includes(type.name), `${type.name} ${layout}`)
        if (layout) assert.ok(classes.split(' ').includes(`l-${layout}`), `${type.name} ${layout}`)
        assert.ok(inside.trim().length > 50, `${type.name} ${layout} ${look} is empty`)
        assert.ok(html.includes(blockStyles[type.name]?.base ?? '?'), `${type.name} has no styles`)
      }
    }
})

test('a type chooses only layouts that its props can name', () => {
  const subject = { places: [], dates: [], figures: [], facts: [], headings: [] }
  for (const type of types)
    for (const look of lookNames)
      for (const layout of type.layouts?.(type.example, { look, subject }) ?? [])
        assert.ok(layoutsOf(type).includes(layout), `${type.name} chooses ${layout}`)
})

test('styles and thumbnails exist only for existing layouts and looks', () => {
  for (const type of types) {
    const { layouts = {}, looks = {} } = blockStyles[type.name] ?? {}
    for (const layout of [...Object.keys(layouts), ...Object.keys(type.thumbnail.layouts ?? {})])
      assert.ok(layoutsOf(type).includes(layout), `${type.name} has no layout ${layout}`)
    for (const look of Object.keys(looks)) assert.ok(lookNames.includes(look as never), look)
  }
})

test('thumbnails are made of rectangles that lie within 64 by 44', () => {
  for (const { name, thumbnail } of types)
    for (const drawing of [thumbnail.drawing, ...Object.values(thumbnail.layouts ?? {})])
      for (const part of drawing.split(',')) {
        assert.match(part, /^[thpac]( \d+){4}$/, name)
        const [x = 0, y = 0, width = 0, height = 0] = part.split(' ').slice(1).map(Number)
        assert.ok(x + width <= 64 && y + height <= 44, `${name}: ${part}`)
      }
})

test('the starter of every type is valid, or an asset has to be chosen first', () => {
  for (const type of types) {
    if (type.starter) assert.equal(pageOf(type, type.starter).blocks.length, 1)
    else assert.match(JSON.stringify(type.props), /"pattern":"\^asset_/)
  }
})

test('types have different names, and the lists and fields that they name exist', () => {
  const names = types.flatMap(({ words }) => words.called)
  assert.deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
    'two types are called this: change `called` in one `words.ts`',
  )
  for (const { name, words, props } of types)
    for (const list of Object.keys(words.items ?? {}))
      assert.ok(JSON.stringify(props).includes(`"${list}":{"type":"array"`), `${name} has no list ${list}`)
  const named = types.flatMap(({ words }) => Object.keys(words.fields ?? {}))
  assert.equal(new Set(named).size, named.length)
  for (const { name, words, props } of types)
    for (const field of Object.keys(words.fields ?? {}))
      assert.ok(JSON.stringify(props).includes(`"${field}":{`), `${name} has no field ${field}`)
})

test('the catalogue has every type, in the same order', () => {
  assert.deepEqual(
    Object.keys(catalogue),
    types.map(({ name }) => name),
  )
  for (const { name, words, thumbnail } of types) assert.deepEqual(catalogue[name], { ...words, thumbnail })
})

test('steps keep the calendar layout if some of their dates cannot be parsed', () => {
  const steps = types.find(({ name }) => name === 'steps') as BlockType
  for (const times of [
    ['Week 1', '12 January', '2 March'],
    ['soon', 'later', 'then'],
  ]) {
    const items = times.map((when) => ({ when, title: 'A step' }))
    const { blocks } = pageOf(steps, { items, layout: 'gantt' })
    const { html } = renderPage(somePage({ theme: {}, blocks }))
    assert.match(html, /<ol class="step-calendar"><li class="scale-0">.*<li class="scale-50">/)
  }
})
