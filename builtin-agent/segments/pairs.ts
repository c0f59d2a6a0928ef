import type { Node } from '../nodes.ts'
import type { OpenPage } from '../page.ts'
import type { Part, Wish } from '../roles/wishes.ts'
import { isMark, isWord, tokenise, wordsOf } from '../tokens.ts'
import { leavesWith } from '../values/replace.ts'
import { fillerLength, verbAt } from '../verbs.ts'
import { cutsOf } from './cuts.ts'

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
/** Words after which everything up to the end is the value. */
const leading = /^(.{3,80}?)\s+should\s+(?:now\s+)?(?:be(?:\s+called)?|say|read|ask)\s+(?=\S)/is
/** What is named, and the words that it becomes; these begin with a capital letter, a number or a quotation mark. */
const command =
  /^((?:change|set|update|edit|replace|rewrite|rename|turn|make)\s+)(.{3,80}?)\s+(?:to|with|into)\s+(?:(?:say|read|be)\s+)?(?=\S)/is
/** Another name with a value, inside of a value. */
const another = /(?:,|;|\band)\s+(?:the\s+|our\s+|its\s+)?(\w+(?: \w+)?)\s+(?:to|into|should|is)\s/i
const given = /^[\p{Lu}\p{Nd}\p{Sc}"“‘]/u
const values = new Set(['quote', 'number', 'phone', 'email', 'url', 'color'])
const longest = 300

/**
 * The ways to read a point as a name followed by a value. The name ends at a separator, at a word that introduces a value,
 * or where a value begins.
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

/**
 * One plain command, "Change NAME to VALUE": its value goes to the end, so no other command may follow in it. NAME may also
 * be words of the page, which the value replaces.
 */
export function commandsIn(text: string, page: OpenPage): Wish[] {
  const tokens = text.length > longest ? [] : tokenise(text)
  const from = tokens[fillerLength(tokens, 0)]?.start ?? text.length
  const [all, verb = '', name = ''] = command.exec(text.slice(from)) ?? []
  if (all === undefined || !given.test(text.slice(from + all.length))) return []
  const [, next = ''] = another.exec(text.slice(from + all.length)) ?? []
  if (next && page.nodes.some(({ names }) => names.has(next.toLowerCase()))) return []
  if (cutsOf(text, page).some(([, rest]) => beginsWithVerb(rest))) return []
  const wish = wishOf(text, from + verb.length + name.length, from + all.length, from + verb.length)
  const words = leavesWith(name, page).length > 0
  const parts = wish.parts.map((part): Part => (part.role === 'T' ? { ...part, role: 'O' } : part))
  return words ? [wish, { ...wish, act: 'replace', parts }] : [wish]
}

function beginsWithVerb(text: string): boolean {
  const tokens = tokenise(text)
  return verbAt(tokens, fillerLength(tokens, 0)) !== undefined
}

export function statedIn(text: string): Wish | undefined {
  const [all, name = ''] = text.length > longest ? [] : (leading.exec(text) ?? [])
  return all === undefined ? undefined : wishOf(text, name.length, all.length)
}

/** A point that starts with the name of a part of the heading's section, followed by its new text. */
export function partIn(text: string, { block }: Node, { nodes }: OpenPage): Wish | undefined {
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

function wishOf(text: string, end: number, start: number, from = 0): Wish {
  const [quote, ...others] = tokenise(text.slice(start))
  const isQuote = quote?.kind === 'quote' && others.every(({ kind }) => kind === 'mark')
  const value = isQuote ? quote.text : text.slice(start).replace(/\s+now[.!]*$/i, '')
  return {
    act: 'set',
    said: text,
    parts: [
      { role: 'T', text: text.slice(from, end), start: from, end, isQuote: false },
      { role: 'V', text: value, start, end: text.length, isQuote },
    ],
  }
}
