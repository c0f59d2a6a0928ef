import { Fragment, type Mark, type Node, type Schema } from 'prosemirror-model'
import { escapeInline, parseTemplate, type TemplateNode } from '../../shared/inline.ts'
import { schemas, type TextKind } from './schema.ts'

/** Parses a stored text. */
export function readText(text: string, kind: TextKind): Node {
  const schema = schemas[kind]
  if (kind !== 'paragraphs')
    return schema.node('doc', null, kind === 'text' ? readPlain(text, schema) : readRich(text, schema))
  const paragraphs = text
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => schema.node('paragraph', null, readLines(part, schema)))
  return schema.node('doc', null, paragraphs.length > 0 ? paragraphs : [schema.node('paragraph')])
}

/** Markup ends with its line, as it does in the renderer. */
function readLines(text: string, schema: Schema): Node[] {
  return text
    .split('\n')
    .flatMap((line, index) => [...(index > 0 ? [schema.node('lineBreak')] : []), ...readRich(line, schema)])
}

function readRich(text: string, schema: Schema): Node[] {
  return parseTemplate(text).flatMap((piece) => nodesOf(piece, [], schema))
}

function nodesOf(piece: TemplateNode, marks: readonly Mark[], schema: Schema): Node[] {
  if (piece.kind === 'text') return [schema.text(piece.text, marks)]
  if (piece.kind === 'placeholder')
    return [schema.node('placeholder', { inside: piece.inside }, undefined, marks)]
  const mark = schema.mark(piece.kind, piece.kind === 'link' ? { href: piece.link } : undefined)
  return piece.children.flatMap((child) => nodesOf(child, mark.addToSet(marks), schema))
}

/** Plain texts have escapes and placeholders, but no markup. */
function readPlain(text: string, schema: Schema): Node[] {
  const nodes: Node[] = []
  let said = ''
  let end = 0
  const endText = () => {
    if (said !== '') nodes.push(schema.text(said))
    said = ''
  }
  for (const { 0: whole, 1: sign, 2: inside, index } of text.matchAll(
    /\\([!-/:-@[-`{-~])|\{\{([^{}]*)\}\}/g,
  )) {
    said += text.slice(end, index) + (sign ?? '')
    end = index + whole.length
    if (inside === undefined) continue
    endText()
    nodes.push(schema.node('placeholder', { inside }))
  }
  said += text.slice(end)
  endText()
  return nodes
}

/** Serialises a text for storage. Parsing it returns the same characters and placeholders. */
export function writeText(doc: Node, kind: TextKind): string {
  if (kind === 'text') return writePlain(doc)
  if (kind === 'rich') return writeLine(doc.children)
  const paragraphs = doc.children.map((paragraph) => linesOf(paragraph).map(writeLine).join('\n').trim())
  // A paragraph of only line breaks would be parsed as two.
  return paragraphs
    .map((written) => written.replace(/\n{2,}/g, '\n'))
    .filter((written) => written !== '')
    .join('\n\n')
}

function linesOf(paragraph: Node): Node[][] {
  const lines: Node[][] = [[]]
  paragraph.forEach((node) => {
    if (node.type.name === 'lineBreak') lines.push([])
    else lines.at(-1)?.push(node)
  })
  return lines
}

function writePlain(doc: Node): string {
  const pieces = doc.children.map((node) => (node.isText ? (node.text ?? '') : undefined))
  return pieces
    .map((text, index) => {
      if (text === undefined) return `{{${doc.child(index).attrs.inside}}}`
      const isBeforePlaceholder = index < pieces.length - 1
      return text
        .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, (sign, place: number) =>
          place < text.length - 1 || isBeforePlaceholder ? '\\\\' : sign,
        )
        .replace(isBeforePlaceholder ? /\{(?=\{|$)/g : /\{(?=\{)/g, '\\{')
        .replace(/<(?=[a-z/!?{])/gi, '\\<')
    })
    .join('')
}

/**
 * Some combinations can't be expressed in the markup, such as italic that begins within a bold word. There, italic is
 * dropped, and bold if necessary; the characters are kept.
 */
function writeLine(nodes: readonly Node[]): string {
  for (const given of [[], ['italic'], ['italic', 'bold']]) {
    const kept = nodes.map((node) => node.mark(node.marks.filter(({ type }) => !given.includes(type.name))))
    const written = writeMarked(kept)
    const [first] = kept
    if (!first || fingerprint(readRich(written, first.type.schema)) === fingerprint(kept)) return written
  }
  return writeMarked(nodes.map((node) => node.mark([])))
}

/** Every character with its marks, ignoring those of spaces. */
function fingerprint(nodes: readonly Node[]): string {
  let found = ''
  for (const node of Fragment.from(nodes as Node[]).content) {
    const names = node.marks
      .map(({ type, attrs }) => `${type.name} ${attrs.href ?? ''}`)
      .sort()
      .join()
    if (!node.isText) found += `{{${node.attrs.inside}}}${names}\n`
    else for (const sign of node.text ?? '') found += /\s/.test(sign) ? sign : `${sign}${names}\n`
  }
  return found
}

type TextRun = { text: string; marks: readonly Mark[]; isSpace: boolean }
const signs: Record<string, string> = { bold: '**', italic: '*' }

function runsOf(nodes: readonly Node[]): TextRun[] {
  return nodes.flatMap(({ text, marks, attrs }) =>
    text === undefined
      ? [{ text: `{{${attrs.inside}}}`, marks, isSpace: false }]
      : text
          .split(/(\s+)/)
          .filter(Boolean)
          .map((part) => ({ text: escapeInline(part), marks, isSpace: /^\s/.test(part) })),
  )
}

function writeMarked(nodes: readonly Node[]): string {
  const runs = runsOf(nodes)
  let written = ''
  let opened: Mark[] = []
  const has = (at: number, mark: Mark) => runs[at]?.marks.some((other) => other.eq(mark)) ?? false
  const closeTo = (kept: number) => {
    for (const mark of opened.slice(kept).reverse())
      written += mark.type.name === 'link' ? `](${mark.attrs.href})` : signs[mark.type.name]
    opened = opened.slice(0, kept)
  }
  for (const [index, { text, marks, isSpace }] of runs.entries()) {
    // Markup can't begin or end at a space.
    const goesOn = (mark: Mark) => has(index, mark) && (!isSpace || has(index + 1, mark))
    const firstToEnd = opened.findIndex((mark) => !goesOn(mark))
    closeTo(firstToEnd === -1 ? opened.length : firstToEnd)
    const added = isSpace ? [] : marks.filter((mark) => !opened.some((other) => other.eq(mark)))
    for (const mark of byExtent(added, index, has)) {
      written += mark.type.name === 'link' ? '[' : signs[mark.type.name]
      opened.push(mark)
    }
    written += text
  }
  closeTo(0)
  return written
}

/**
 * The longest mark opens first, so that the others close before it. Three stars are italic within bold, so if both begin
 * together, italic is closed with bold and opened again.
 */
function byExtent(marks: Mark[], start: number, has: (at: number, mark: Mark) => boolean): Mark[] {
  if (marks.length < 2) return marks
  const extent = (mark: Mark) => {
    let end = start
    while (has(end + 1, mark)) end++
    return end
  }
  const bold = marks.find(({ type }) => type.name === 'bold')
  const most = bold ? extent(bold) : Number.POSITIVE_INFINITY
  return marks
    .map((mark) => ({ mark, end: mark.type.name === 'italic' ? Math.min(extent(mark), most) : extent(mark) }))
    .sort((one, other) => other.end - one.end)
    .map(({ mark }) => mark)
}
