import { nameOf } from '../describe.ts'
import { quoted } from '../label.ts'
import type { Node } from '../nodes.ts'
import { type Outcome, refused } from '../outcome.ts'
import type { OpenPage } from '../page.ts'
import { draftOf, setNode } from './edit.ts'

/** A range of a text, such as its last sentence or a word. */
export type Piece = { kind: 'piece'; node: Node; start: number; end: number }

export function sentencesOf(text: string): { start: number; end: number }[] {
  const list: { start: number; end: number }[] = []
  for (const match of text.matchAll(/[^.!?…\n]+(?:[.!?…]+(?!\s|$)[^.!?…\n]*)*[.!?…]*\s*/g))
    list.push({ start: match.index, end: match.index + match[0].length })
  return list
}

/** A text without a range. An element of an enumeration is removed with its comma or conjunction. */
function without(text: string, start: number, end: number): string {
  const [before, after] = [text.slice(0, start), text.slice(end)]
  const [, listed, joining = ''] = /^(.*, .*?),? (and|or) $/s.exec(before) ?? []
  if (listed && /^[.,;!?]|^$/.test(after))
    return `${listed.replace(/, (?=[^,.;!?]*$)/, ` ${joining} `)}${after}`
  if (/, $/.test(before) && /^(?:,| and\b| or\b)/.test(after)) return `${before.slice(0, -2)}${after}`
  return `${before}${after}`
}

/** Removes the range and fixes the spaces and punctuation around it. */
export function takeOut({ node, start, end }: Piece, page: OpenPage): Outcome {
  const text = String(node.value)
  const rest = without(text, start, end)
    .replace(/[^\S\n]{2,}/g, ' ')
    .replace(/[^\S\n]+([.,!?])/g, '$1')
    .trim()
    .replace(/^[,;:–—]\s*/, '')
    .replace(/[,;:–—]$/, '')
  const left = start === 0 && /^\p{Lu}/u.test(text) ? rest.replace(/^./u, (sign) => sign.toUpperCase()) : rest
  if (left === '')
    return refused(
      `That is all ${nameOf(node, page)} says. Tell me to remove it, or what it should say instead.`,
    )
  return {
    kind: 'done',
    draft: setNode(draftOf(page), node, left),
    said: `removed ${quoted(text.slice(start, end).trim(), 60)} from ${nameOf(node, page)}`,
    focus: [node.key],
  }
}

/** Replaces the range, keeping the space or full stop after it. */
export function putInPlace({ node, start, end }: Piece, words: string, page: OpenPage): Outcome {
  const text = String(node.value)
  const [old = ''] = /^.*\S/s.exec(text.slice(start, end)) ?? []
  const stop = /[.!?…]$/.test(words) ? '' : (/[.!?…]$/.exec(old)?.[0] ?? '')
  return {
    kind: 'done',
    draft: setNode(draftOf(page), node, text.slice(0, start) + words + stop + text.slice(start + old.length)),
    said: `changed ${quoted(old, 60)} to ${quoted(words, 60)} in ${nameOf(node, page)}`,
    focus: [node.key],
  }
}
