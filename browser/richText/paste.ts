import { DOMParser as DocumentParser, Fragment, type Node, type Schema, Slice } from 'prosemirror-model'
import type { EditorState, Transaction } from 'prosemirror-state'
import { readPlaceholder } from '../../shared/placeholders.ts'
import { schemas, type TextKind } from './schema.ts'

/**
 * Replaces the selection by the clipboard's content. Of HTML, only paragraphs, bold, italic, links and placeholders are
 * kept; a single-line text stays one line.
 */
export function paste(
  state: EditorState,
  kind: TextKind,
  pasted: { html: string; text: string },
): Transaction {
  const paragraphs = pasted.html ? readHtml(pasted.html) : readCopied(pasted.text)
  if (kind === 'paragraphs') {
    const slice = new Slice(Fragment.from(paragraphs), 1, 1)
    return state.tr.replaceSelection(slice).scrollIntoView()
  }
  const line = paragraphs.flatMap((paragraph, index) => [
    ...(index > 0 ? [state.schema.text(' ')] : []),
    ...paragraph.children.map((node) => inSchema(node, state.schema)),
  ])
  return state.tr.replaceSelection(new Slice(Fragment.from(line), 0, 0)).scrollIntoView()
}

function readHtml(html: string): Node[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const node of body.querySelectorAll('script, style, title')) node.remove()
  const doc = DocumentParser.fromSchema(schemas.paragraphs).parse(body)
  const written = doc.children.filter((paragraph) => paragraph.content.size > 0)
  return written.map((paragraph) => paragraph.copy(Fragment.from(paragraph.children.map(cleaned))))
}

function cleaned(node: Node): Node {
  return node.text === undefined ? node : node.type.schema.text(printable(node.text), node.marks)
}

/** Removes control characters. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ')
}

/** Parses plain text: no markup, only placeholders. */
function readCopied(text: string): Node[] {
  const schema = schemas.paragraphs
  const paragraphs = text
    .replace(/\r\n?/g, '\n')
    .trim()
    .split(/\n{2,}/)
  return paragraphs.map((paragraph) =>
    schema.node(
      'paragraph',
      null,
      paragraph
        .split('\n')
        .flatMap((line, index) => [
          ...(index > 0 ? [schema.node('lineBreak')] : []),
          ...withPlaceholders(line, schema),
        ]),
    ),
  )
}

function withPlaceholders(line: string, schema: Schema): Node[] {
  return printable(line)
    .split(/(\{\{[^{}]*\}\})/)
    .filter(Boolean)
    .map((part) => {
      const inside = /^\{\{([^{}]*)\}\}$/.exec(part)?.[1]
      return inside !== undefined && readPlaceholder(inside)
        ? schema.node('placeholder', { inside })
        : schema.text(part)
    })
}

function inSchema(node: Node, schema: Schema): Node {
  const marks = node.marks.flatMap(({ type, attrs }) => schema.marks[type.name]?.create(attrs) ?? [])
  if (node.type.name === 'placeholder') return schema.node('placeholder', node.attrs, undefined, marks)
  return schema.text(node.text ?? ' ', marks)
}
