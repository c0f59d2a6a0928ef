import { readPrompt, replacePrompts } from '../../../shared/prompts.ts'
import { mapStrings } from '../../../shared/strings.ts'
import { Html } from '../../web/html.ts'
import { blockTypes } from '../blocks/index.ts'
import { marks } from '../marks.ts'
import type { Block, Document } from '../schema.ts'
import { chipCss, promptCss } from './baseStyles.ts'
import { type Drawing, drawPage } from './drawing.ts'
import type { PageInput } from './view.ts'

const { begin, end, ask, asked, fill, filled } = marks
const strays = new RegExp(`[${begin}${end}${ask}${asked}]`, 'g')
const beside = new RegExp(`(<[a-z][^<>]*)>${begin}([^${end}]*)${end}`, 'g')
const elsewhere = new RegExp(`${begin}[^${end}]*${end}`, 'g')
const inTags = new RegExp(`<[a-z][^<>]*[${ask}${asked}${fill}${filled}][^<>]*>`, 'g')
const allMarks = new RegExp(`[${Object.values(marks).join('')}]`, 'g')
const chips = new RegExp(`${fill}([^${filled}|]*)([^${filled}]*)${filled}`, 'g')
const questions = new RegExp(`${ask}([^${asked}]*)${asked}`, 'g')

const schemas = new Map(blockTypes.map(({ name, props }) => [name as string, props]))

/**
 * A page in parts, in which every element that shows a text of a block names it: `data-path="/items/0/title"` is where
 * the text stands in the props of its block. What is still to be written stands there as
 * a question. For those who work on a page; visitors get it without.
 */
export function drawMarked(input: PageInput): Omit<Drawing, 'blocks'> & { blocks: MarkedBlock[] } {
  const drawing = drawPage(input, markTexts)
  return {
    ...drawing,
    style: `${drawing.style}\n${promptCss}${chipCss}`,
    blocks: drawing.blocks.map(({ id, html }) => ({ id, html: nameTexts(html.text) })),
  }
}

/** The document with its placeholders marked instead of filled, so that `drawMarked` shows them as chips. */
export function showPlaceholders(document: Document): Document {
  return { ...document, blocks: document.blocks.map(markPlaceholders) }
}

function markPlaceholders(block: Block): Block {
  const schema = schemas.get(block.type)
  if (!schema) return block
  const props = mapStrings(schema, block.props, (text, { kind }) => {
    if (kind === undefined || kind === 'link' || !text.includes('{{')) return text
    return text
      .replace(allMarks, '')
      .replace(/(\\[!-/:-@[-`{-~])|\{\{([^{}]*)\}\}/g, (whole, escaped, inside) =>
        escaped || readPrompt(inside) !== undefined ? whole : `${fill}${inside.trim()}${filled}`,
      )
  })
  return { ...block, props } as Block
}

/** A page whose prompts are shown as questions, such as the preview of a template. */
export function drawHinted(input: PageInput): Drawing {
  const drawing = drawPage(input, hintTexts)
  return {
    ...drawing,
    style: `${drawing.style}\n${promptCss}`,
    blocks: drawing.blocks.map(({ id, html }) => ({ id, html: new Html(nameTexts(html.text)) })),
  }
}

export type MarkedBlock = { id: string; html: string }

/** Each text begins with its own path; drawn, it stands behind the tag of the element that shows the text. */
function markTexts(block: Block): Block {
  const schema = schemas.get(block.type)
  if (!schema) return block
  const props = mapStrings(schema, block.props, (text, { kind, path }) => {
    // A cell of a table that says yes or no is drawn as a sign, not as text.
    if (kind === undefined || kind === 'link' || text === '' || /^\s*(?:yes|no)\s*$/i.test(text)) return text
    const mark = begin + path + end
    const clean = askIn(text.replace(strays, ''))
    return kind === 'paragraphs' ? clean.replace(/(^|(?<!\n)\n{2,})(?=[^\n])/g, `$1${mark}`) : mark + clean
  })
  return { ...block, props } as Block
}

function hintTexts(block: Block): Block {
  const schema = schemas.get(block.type)
  if (!schema) return block
  const props = mapStrings(schema, block.props, (text, { kind }) =>
    kind === undefined || kind === 'link' ? text : askIn(text.replace(strays, '')),
  )
  return { ...block, props } as Block
}

function askIn(text: string): string {
  return replacePrompts(text, (question) => `${ask}${question}${asked}`)
}

/** In attributes, where a text may stand too, nothing is left of it. Values in attributes hold no `<` or `>`. */
function nameTexts(html: string): string {
  return html
    .replace(beside, '$1 data-path="$2">')
    .replace(elsewhere, '')
    .replace(inTags, (tag) => tag.replace(allMarks, ''))
    .replace(questions, '<span class="prompt">$1</span>')
    .replace(chips, '<span class="chip" data-placeholder="$1$2">$1</span>')
}
