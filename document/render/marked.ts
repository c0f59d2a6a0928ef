import { Html } from '../../shared/html.ts'
import { escapeInline } from '../../shared/inline.ts'
import { readPrompt, replacePrompts } from '../../shared/prompts.ts'
import { mapStrings } from '../../shared/strings.ts'
import { blockTypes } from '../blocks/index.ts'
import { marks, unmarked } from '../marks.ts'
import type { Block, Document } from '../schema.ts'
import { type Drawing, drawPage } from './drawing.ts'
import { sharedStyles } from './generatedStyles.ts'
import type { PageSource } from './view.ts'

const { begin, end, ask, asked, fill, filled } = marks
const strays = new RegExp(`[${begin}${end}${ask}${asked}]`, 'g')
const allMarks = new RegExp(`[${Object.values(marks).join('')}]`, 'g')
/** Splits a text at its marks, which stay in the result. */
const eachMark = new RegExp(`([${Object.values(marks).join('')}])`)
/** In attribute values, `<` and `>` are escaped, so a tag ends at the first `>`. */
const tagsAndTexts = /<[^<>]*>|[^<]+|</g

const schemas = new Map(blockTypes.map(({ name, props }) => [name as string, props]))

/**
 * Renders a page for editors: every element that shows a text of a block has the text's path within the props as
 * `data-path="/items/0/title"`, and prompts are marked: their default or question.
 */
export function drawMarked(input: PageSource): Omit<Drawing, 'blocks'> & { blocks: MarkedBlock[] } {
  const drawing = drawPage(input, markTexts)
  return {
    ...drawing,
    style: `${drawing.style}\n${sharedStyles.prompt}${sharedStyles.chip}`,
    blocks: drawing.blocks.map(({ id, html }) => ({ id, html: nameTexts(html.text) })),
  }
}

/** Marks placeholders instead of filling them in, so that `drawMarked` shows them as chips. */
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
        escaped || readPrompt(inside) !== undefined
          ? whole
          : `${fill}${escapeInline(inside.trim(), true)}${filled}`,
      )
  })
  return { ...block, props } as Block
}

/** Renders a page with its prompts as questions, such as the preview of a template. */
export function drawHinted(input: PageSource): Drawing {
  const drawing = drawPage(input, hintTexts)
  return {
    ...drawing,
    style: `${drawing.style}\n${sharedStyles.prompt}`,
    blocks: drawing.blocks.map(({ id, html }) => ({ id, html: new Html(nameTexts(html.text)) })),
  }
}

export type MarkedBlock = { id: string; html: string }

/** Puts its path before each text; in the HTML, it follows the tag of the element that shows the text. */
function markTexts(block: Block): Block {
  const schema = schemas.get(block.type)
  if (!schema) return block
  const props = mapStrings(schema, block.props, (text, { kind, path }) => {
    // Table cells with yes or no are rendered as icons.
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
  return replacePrompts(text, (question, preset) => `${ask}${preset ?? question}${asked}`)
}

/**
 * Converts marks in one pass: the path at the beginning of an element's text becomes its `data-path`, prompts and
 * placeholders become elements. Other marks, for example in attributes, are removed.
 */
function nameTexts(html: string): string {
  const drawn: string[] = []
  let isPrompt = false
  for (const [part] of html.matchAll(tagsAndTexts)) {
    if (part.startsWith('<')) {
      drawn.push(unmarked(part))
      continue
    }
    const pieces = part.split(eachMark)
    for (let at = 0; at < pieces.length; at++) {
      const piece = pieces[at] as string
      const next = pieces[at + 1] ?? ''
      if (piece === begin && pieces[at + 2] === end) {
        if (at === 1 && pieces[0] === '') addAttribute(drawn, 'data-path', next)
        at += 2
      } else if (piece === fill && pieces[at + 2] === filled) {
        drawn.push(chip(next))
        at += 2
      } else if (piece === (isPrompt ? asked : ask)) {
        isPrompt = !isPrompt
        drawn.push(isPrompt ? '<span class="prompt">' : '</span>')
      } else if (piece !== '' && !isMark(piece)) drawn.push(piece)
    }
  }
  return drawn.join('') + (isPrompt ? '</span>' : '')
}

function isMark(piece: string): boolean {
  return piece.length === 1 && (Object.values(marks) as string[]).includes(piece)
}

/** Adds an attribute to the last tag, if it is a start tag. */
function addAttribute(drawn: string[], name: string, value: string) {
  const tag = drawn.at(-1)
  if (tag && /^<[a-z]/.test(tag)) drawn[drawn.length - 1] = `${tag.slice(0, -1)} ${name}="${quoted(value)}">`
}

function chip(inside: string): string {
  return `<span class="chip" data-placeholder="${quoted(inside)}">${inside.split('|', 1)[0]}</span>`
}

/** Text with escaped `&`, `<` and `>` as an attribute value. */
function quoted(text: string): string {
  return text.replaceAll('"', '&#34;')
}
