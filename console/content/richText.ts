import { type Mark, type Node, Schema } from 'prosemirror-model'
import { escapeInline, type InlineNode, parseInline, tokenPattern } from '../../shared/inline.ts'
import type { StringKind } from '../../shared/strings.ts'

/** A text of a block as an editing core sees it: paragraphs of text with marks, and placeholders as single things. */
export const richSchema = new Schema({
  nodes: {
    doc: { content: 'paragraph+' },
    paragraph: { content: 'inline*', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
    text: { group: 'inline' },
    placeholder: {
      group: 'inline',
      inline: true,
      atom: true,
      attrs: { inside: {} },
      leafText: (node) => `{{${node.attrs.inside}}}`,
      parseDOM: [
        { tag: 'span[data-inside]', getAttrs: (dom) => ({ inside: dom.getAttribute('data-inside') }) },
      ],
      toDOM: ({ attrs: { inside } }) => [
        'span',
        { 'data-inside': inside, class: isPrompt(inside) ? 'prompt-chip' : 'placeholder-chip' },
        isPrompt(inside) ? String(inside).replace(/^\s*prompt\s*\|?/, '') : String(inside).split('|')[0],
      ],
    },
  },
  marks: {
    link: {
      attrs: { href: {} },
      inclusive: false,
      parseDOM: [{ tag: 'a[href]', getAttrs: (dom) => ({ href: dom.getAttribute('href') }) }],
      toDOM: ({ attrs }) => ['a', { 'data-href': attrs.href, title: attrs.href, class: 'rich-link' }, 0],
    },
    bold: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: () => ['strong', 0] },
    italic: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => ['em', 0] },
  },
})

function isPrompt(inside: string): boolean {
  return /^\s*prompt\s*(\||$)/.test(inside)
}

const [open, close] = ['\ufdd4', '\ufdd5']
const slots = new RegExp(`${open}(\\d+)${close}`)

/** Reads a text as it is stored. Plain texts know placeholders alone, others bold, italic and links as well. */
export function readRich(text: string, kind: StringKind): Node {
  const parts = kind === 'paragraphs' ? text.split(/\n{2,}/) : [text]
  const paragraphs = parts.map((part) => richSchema.node('paragraph', null, readLine(part, kind)))
  return richSchema.node('doc', null, paragraphs)
}

function readLine(text: string, kind: StringKind): Node[] {
  const insides: string[] = []
  const hold = (inside: string) => `${open}${insides.push(inside) - 1}${close}`
  const isPlain = kind === 'text'
  const held = isPlain
    ? text.replace(/\{\{([^{}]*)\}\}/g, (_whole, inside: string) => hold(inside))
    : text.replace(tokenPattern, (whole, _sign, _stars, _bracket, _target, inside?: string) =>
        inside === undefined ? whole : hold(inside),
      )
  const pieces: InlineNode[] = isPlain ? [{ kind: 'text', text: held }] : parseInline(held)
  return pieces.flatMap((piece) => nodesOf(piece, [], insides))
}

function nodesOf(piece: InlineNode, marks: readonly Mark[], insides: string[]): Node[] {
  if (piece.kind !== 'text') {
    const mark = richSchema.mark(piece.kind, piece.kind === 'link' ? { href: piece.link } : undefined)
    return piece.children.flatMap((child) => nodesOf(child, mark.addToSet(marks), insides))
  }
  return piece.text.split(slots).flatMap((part, index) => {
    if (index % 2 === 1)
      return [richSchema.node('placeholder', { inside: insides[Number(part)] ?? '' }, undefined, marks)]
    return part === '' ? [] : [richSchema.text(part, marks)]
  })
}

/** Writes a text as it is stored. */
export function writeRich(doc: Node, kind: StringKind): string {
  const lines: string[] = []
  doc.forEach((paragraph) => void lines.push(kind === 'text' ? plainLine(paragraph) : writeLine(paragraph)))
  return kind === 'paragraphs' ? lines.filter((line) => line.trim() !== '').join('\n\n') : lines.join(' ')
}

function plainLine(paragraph: Node): string {
  return paragraph.textBetween(0, paragraph.content.size)
}

type Run = { text: string; marks: readonly Mark[] }
const signs: Record<string, string> = { bold: '**', italic: '*' }

function writeLine(paragraph: Node): string {
  const runs: Run[] = []
  paragraph.forEach((node) => {
    if (!node.isText) runs.push({ text: `{{${node.attrs.inside}}}`, marks: node.marks })
    else
      for (const text of (node.text ?? '').split(/(\s+)/).filter(Boolean))
        runs.push({ text, marks: node.marks })
  })
  const hasBracket = paragraph.textContent.includes(']')
  let written = ''
  let opened: Mark[] = []
  const closeTo = (kept: number) => {
    for (const mark of opened.slice(kept).reverse())
      written += mark.type.name === 'link' ? `](${mark.attrs.href})` : signs[mark.type.name]
    opened = opened.slice(0, kept)
  }
  for (const [index, run] of runs.entries()) {
    const has = (at: number, mark: Mark) => runs[at]?.marks.some((other) => other.eq(mark)) ?? false
    const isSpace = /^\s+$/.test(run.text)
    // Markup neither begins nor ends at a space.
    const goesOn = (mark: Mark) => has(index, mark) && (!isSpace || has(index + 1, mark))
    const firstToEnd = opened.findIndex((mark) => !goesOn(mark))
    closeTo(firstToEnd === -1 ? opened.length : firstToEnd)
    const extent = (mark: Mark) => {
      let end = index
      while (has(end + 1, mark)) end++
      return end
    }
    const added = isSpace ? [] : run.marks.filter((mark) => !opened.some((other) => other.eq(mark)))
    for (const mark of added.toSorted((one, other) => extent(other) - extent(one))) {
      written += mark.type.name === 'link' ? '[' : signs[mark.type.name]
      opened.push(mark)
    }
    written += /^\{\{[^{}]*\}\}$/.test(run.text) ? run.text : escapeInline(run.text, hasBracket)
  }
  closeTo(0)
  return written
}
