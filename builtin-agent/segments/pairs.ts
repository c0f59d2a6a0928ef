import type { Node } from '../nodes.ts'
import type { Page } from '../page.ts'
import type { Wish } from '../roles/wishes.ts'
import { isMark, isWord, tokenise, wordsOf } from '../tokens.ts'

const joints = [
  'is',
  'are',
  'becomes',
  'become',
  'costs',
  'cost',
  'now',
  'to',
  'reads',
  'says',
  'should',
  'be',
]
/** What follows such words is the value, to the end. */
const leading = /^(.{3,80}?)\s+should\s+(?:now\s+)?(?:be(?:\s+called)?|say|read|ask)\s+(?=\S)/is
const values = new Set(['quote', 'number', 'phone', 'email', 'url', 'color'])
const longest = 300

/**
 * The ways to read a point as something that is named and what it becomes: "note: From Monday", "Growth £45", "Flight step
 * 7:30". The name ends at a mark, at a word that leads to a value, or where a value begins.
 */
export function pairsIn(text: string): Wish[] {
  if (text.length > longest) return []
  const tokens = tokenise(text)
  const isJoint = (at: number) => isWord(tokens[at], ...joints)
  const starts = [
    tokens.findIndex((token, at) => at > 0 && isMark(token, ':', '=', '→')) + 1,
    tokens.findIndex((_, at) => at > 0 && isJoint(at)) + 1,
    tokens.findIndex(({ kind }, at) => at > 0 && values.has(kind)),
  ].filter((start) => start > 0)
  return [...new Set(starts)].flatMap((start) => {
    let end = start
    while (end > 1 && (isJoint(end - 1) || tokens[end - 1]?.kind === 'mark')) end--
    let from = start
    while (isJoint(from)) from++
    const [last, first] = [tokens[end - 1], tokens[from]]
    return last && first ? [wishOf(text, last.end, first.start)] : []
  })
}

export function statedIn(text: string): Wish | undefined {
  const [all, name = ''] = text.length > longest ? [] : (leading.exec(text) ?? [])
  return all === undefined ? undefined : wishOf(text, name.length, all.length)
}

/** A point that begins with the name of a part of a section: "button see all dates". */
export function partIn(text: string, { block }: Node, { nodes }: Page): Wish | undefined {
  const words = tokenise(text)
  for (let count = Math.min(3, words.length - 1); count > 0; count--) {
    const end = words[count - 1]?.end ?? 0
    const name = wordsOf(text.slice(0, end)).join(' ')
    const isPart = nodes.some(
      (node) => node.block === block && node.parent?.kind === 'block' && node.names.has(name),
    )
    const from = words.findIndex((word, at) => at >= count && !isMark(word, ':', '=', '–', '→'))
    if (isPart && from > 0) return wishOf(text, end, words[from]?.start ?? 0)
  }
  return undefined
}

function wishOf(text: string, end: number, start: number): Wish {
  const [quote, ...others] = tokenise(text.slice(start))
  const isQuote = quote?.kind === 'quote' && others.every(({ kind }) => kind === 'mark')
  const value = isQuote ? quote.text : text.slice(start).replace(/\s+now[.!]*$/i, '')
  return {
    act: 'set',
    said: text,
    parts: [
      { role: 'T', text: text.slice(0, end), start: 0, end, isQuote: false },
      { role: 'V', text: value, start, end: text.length, isQuote },
    ],
  }
}
