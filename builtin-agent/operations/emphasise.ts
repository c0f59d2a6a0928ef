import { type InlineNode, parseInline } from '../../shared/inline.ts'
import { linkName, nameOf } from '../describe.ts'
import { quoted } from '../label.ts'
import type { Node } from '../nodes.ts'
import { type Outcome, refused } from '../outcome.ts'
import type { OpenPage } from '../page.ts'
import { stringKind } from '../schemas.ts'
import { fitted } from '../textPlaces.ts'
import { draftOf, setNode } from './edit.ts'

function mark(
  node: Node,
  words: string | undefined,
  style: 'bold' | 'italic' | 'plain',
  page: OpenPage,
): Outcome {
  const text = String(node.value)
  const name = nameOf(node, page)
  if (stringKind(node.schema) === 'text')
    return refused(`${name.replace(/^t/, 'T')} is plain text; it can’t have bold or italic words.`)
  const sign = style === 'bold' ? '**' : '*'
  const bare = text.replaceAll('**', '').replace(/(?<!\\)\*/g, '')
  const start = words ? text.toLowerCase().indexOf(words) : 0
  if (start === -1) return refused(`I found no ${quoted(words ?? '')} in ${name}.`)
  const end = words ? start + words.length : text.length
  const marked = (whole: string, at: number) =>
    `${whole.slice(0, at)}${sign}${whole.slice(at, at + end - start)}${sign}${whole.slice(at + end - start)}`
  const value =
    style === 'plain'
      ? bare
      : words
        ? withMarks(marked(text, start), marked(bare, bare.toLowerCase().indexOf(words)))
        : `${sign}${bare}${sign}`
  return {
    kind: 'done',
    draft: setNode(
      draftOf(page),
      node,
      fitted(value, { kind: stringKind(node.schema) ?? 'rich', maxLength: node.schema.maxLength ?? 1000 }),
    ),
    said: `made ${words ? `${quoted(text.slice(start, end))} in ${name}` : name} ${style}`,
    focus: [node.key],
  }
}
/** The text with its other marks, unless the new ones would cross them and stars would be seen. */
function withMarks(all: string, own: string): string {
  const isSound = (nodes: InlineNode[]): boolean =>
    nodes.every((node) => (node.kind === 'text' ? !node.text.includes('*') : isSound(node.children)))
  return isSound(parseInline(all)) ? all : own
}

/** Sets a text, or words of it, in bold, italic or regular. */
export function emphasise(node: Node, words: string | undefined, how: string, page: OpenPage): Outcome {
  const style = /\b(?:not|regular|plain|un)\b/i.test(how) ? 'plain' : /italic/i.test(how) ? 'italic' : 'bold'
  return mark(node, words?.toLowerCase(), style, page)
}

export function linkWords(node: Node, words: string, link: string, page: OpenPage): Outcome {
  const text = String(node.value)
  const start = text.toLowerCase().indexOf(words.toLowerCase())
  if (start === -1) return refused(`I found no ${quoted(words)} in ${nameOf(node, page)}.`)
  const end = start + words.length
  const value = `${text.slice(0, start)}[${text.slice(start, end)}](${link})${text.slice(end)}`
  return {
    kind: 'done',
    draft: setNode(draftOf(page), node, value),
    said: `linked ${quoted(words)} in ${nameOf(node, page)} to ${linkName(link)}`,
    focus: [node.key],
  }
}
