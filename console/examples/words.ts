import { catalogue, isUnseen } from '../../document/catalogue.ts'
import { plainText } from '../../shared/plainText.ts'
import { hasPrompt, promptsIn } from '../../shared/prompts.ts'
import type { Block, Document } from '../documents/document.ts'
import type { PageExample } from './queries.ts'

/** A text with a fact about the example's company. */
export type ExampleFact = { blockId: string; path: string; text: string }

/** The example that a page was made from: the one with most of its sentences. */
function exampleOf(document: Document, examples: PageExample[]): PageExample | undefined {
  const texts = new Set(textsOf(document).map(({ text }) => text))
  const sentences = [...texts].filter((text) => text.length >= 20)
  const [best] = examples
    .map((example) => ({ example, kept: sentences.filter((one) => example.text.includes(one)).length }))
    .toSorted((a, b) => b.kept - a.kept)
  return best && best.kept > 1 ? best.example : undefined
}

/** Returns a function that tells whether a text occurs literally in the example that a page was made from. */
export function exampleTexts(document: Document, examples: PageExample[]): (text: string) => boolean {
  const example = exampleOf(document, examples)
  return (text) => example?.text.includes(plainText(text)) ?? false
}

/** Texts and drawn values that still contain figures, dates and names of the example. */
export function leftOverFacts(document: Document, examples: PageExample[]): ExampleFact[] {
  const example = exampleOf(document, examples)
  if (!example) return []
  return document.blocks.flatMap((block) => [
    ...drawnValues(block, example),
    ...textsOf({ ...document, blocks: [block] }).flatMap(({ isName, ...fact }) => {
      const { path, text } = fact
      if (path.endsWith('Action/label') || !(isName || /\d/.test(text))) return []
      if (text.length > 2) return example.text.includes(text) ? fact : []
      const label = labelBefore(block, path, example)
      return label === undefined ? [] : { ...fact, text: `${label}: ${text}` }
    }),
  ])
}

type Point = { label: string; value?: number }

/** The values that a hero draws, as one fact: the highest, which is the one that it shows in figures. */
function drawnValues({ id, type, hidden, props }: Block, example: PageExample): ExampleFact[] {
  const {
    layout = 'chart',
    points = [],
    unit,
  } = props as { layout?: string; points?: Point[]; unit?: string }
  const isDrawn = type === 'hero' && !hidden && (layout === 'chart' || layout === 'ridge')
  if (!isDrawn || points.filter(({ value }) => value !== undefined).length < 3) return []
  const [highest, ...others] = points
    .flatMap(({ label, value }, index) =>
      value === undefined ? [] : { label: plainText(label), value, index },
    )
    .filter(({ label, value }) => example.text.includes(` ${label} ${value} `))
    .toSorted((a, b) => b.value - a.value)
  if (!highest) return []
  const text = [`${highest.label}: ${highest.value}`, unit && plainText(unit)].filter(Boolean).join(' ')
  const more = others.length === 1 ? ' and 1 more value' : ` and ${others.length} more values`
  const path = `/points/${highest.index}/value`
  return [{ blockId: id, path, text: others.length === 0 ? text : text + more }]
}

/** The label of a row whose short cells stand after it in the example too; alone, “14” could be from anywhere. */
function labelBefore({ type, props }: Block, path: string, { text }: PageExample): string | undefined {
  const [, row, cell] = /^\/rows\/(\d+)\/cells\/(\d+)$/.exec(path) ?? []
  const { label, cells = [] } = (type === 'comparison' && (props as Rows).rows?.[Number(row)]) || {}
  if (!label) return undefined
  const shown = plainText(label)
  const at = text.indexOf(` ${shown} `)
  const after = text.slice(at + shown.length + 2).split(' ', cells.length)
  return at >= 0 && after.includes(plainText(cells[Number(cell)] ?? '')) ? shown : undefined
}

type Rows = { rows?: { label: string; cells: string[] }[] }

const named = { logos: /^\/items\/\d+\/name$/, quote: /^\/(?:quote|name|role)$/, cta: /^\/person\// } as const

function textsOf({ blocks }: Document): (ExampleFact & { isName: boolean })[] {
  return blocks
    .filter(({ hidden }) => !hidden)
    .flatMap(({ id, type, props }) =>
      stringsIn(props).flatMap(({ path, text }) =>
        hasPrompt(text) || isUnseen(catalogue[type], props, path)
          ? []
          : [
              {
                blockId: id,
                path,
                text: plainText(text),
                isName: named[type as keyof typeof named]?.test(path) ?? false,
              },
            ],
      ),
    )
}

function stringsIn(value: unknown, path = ''): { path: string; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => stringsIn(part, `${path}/${name}`))
}

/** The number of prompts in the visible texts of a page. */
export function countOpen({ blocks, ...rest }: Document): number {
  const shown = blocks.filter(({ hidden }) => !hidden)
  const texts = shown.flatMap(({ type, props }) =>
    stringsIn(props).filter(({ path }) => !isUnseen(catalogue[type], props, path)),
  )
  return promptsIn(JSON.stringify([rest, texts.map(({ text }) => text)])).length
}
