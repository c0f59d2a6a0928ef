import { memoize } from '../memoize.ts'
import type { Node } from '../nodes.ts'
import { fitted } from '../places.ts'
import { type Schema, stringKind } from '../schemas.ts'
import { isMark, isWord, namesIn, type Token } from '../tokens.ts'
import { choiceWords, flagWords, iconWords } from '../words/names.ts'
import { colorAt, linkOf, priceOf, textOf } from './read.ts'
import { isAlike, isAmount, type Shape, shapeOf } from './shapes.ts'

/** A value that was given for something, read in every way it can be meant. */
export type Given = {
  tokens: Token[]
  text: string
  isQuoted: boolean
  shape: Shape
  link: string | undefined
  /** "call", "rename": the value is a name. */
  isName: boolean
  /** The value is where something leads. */
  isLink: boolean
  /** A colour is no text, unless it is quoted. */
  isColor: boolean
  /** Only a switch or a choice can take it: nothing between target and value says that it is a text. */
  isOption: boolean
  /** Of a person, the value is a role. */
  isRole: boolean
}

/** A property and what it becomes. The cost says how far-fetched that is. */
export type Assignment = { node: Node; value: unknown; cost: number }

const trailing = new Set(
  'please pls plz thanks thx ty cheers asap instead too now again ok okay anymore'.split(' '),
)
const adverbs = new Set(['now', 'again', 'too', 'instead', 'anymore'])
const naming = ['headline', 'heading', 'title', 'question', 'name', 'label']

/** "Book now", "Try it again": what a button says. */
export const callToAct =
  /^(?:book|buy|call|start|try|join|apply|order|shop|sign|contact|register|subscribe|request|watch|download|schedule|talk|reserve|donate|upgrade|begin|act|enrol|enroll|reply|chat|get)\b/i
const isCall = (list: Token[]) =>
  list.length <= 4 && callToAct.test(list[0]?.norm ?? '') && isWord(list.at(-1), 'now', 'again')

export function readGiven(
  tokens: Token[],
  source: string,
  is: 'name' | 'link' | 'any' = 'any',
  /** Whether the words were found to be the value: then its last ones belong to it. */
  isRead = false,
): Given | undefined {
  let list = tokens
  const isLead = (token: Token | undefined) =>
    isWord(token, 'just', 'simply', 'only', 'now') && /^\p{Ll}/u.test(token?.text ?? '')
  while (isMark(list[0], ':', ',', '–', '→', '=') || isLead(list[0])) list = list.slice(1)
  while (
    list.length > 1 &&
    list.at(-1)?.kind === 'word' &&
    trailing.has(list.at(-1)?.norm ?? '') &&
    !isCall(list) &&
    !(isRead && adverbs.has(list.at(-1)?.norm ?? '') && list.length > 3)
  )
    list = list.slice(0, -1)
  const isNegated = isWord(list[0], 'not') && list[0]?.start === list[1]?.start
  const read = textOf(isNegated ? list.slice(1) : list, source)
  const value = read && isNegated ? { ...read, text: `not ${read.text}` } : read
  if (!value) return undefined
  const [first] = list
  const phone = list.find(({ kind }) => kind === 'phone' || kind === 'email' || kind === 'url')
  const link = linkOf(list.length === 1 ? first : undefined) ?? (is === 'link' ? linkOf(phone) : undefined)
  return {
    tokens: list,
    text: value.text,
    isQuoted: value.isQuoted,
    shape: link ? 'link' : shapeOf(value.text),
    link,
    isName: is === 'name',
    isLink: is === 'link' && link !== undefined,
    isColor:
      !value.isQuoted && colorAt(list, 0)?.length === list.filter(({ kind }) => kind !== 'mark').length,
    isOption: false,
    isRole: false,
  }
}

/** What a value would set on a node, best first: the node itself or the part of it that the value fits. */
export function assignmentsOf(node: Node, given: Given): Assignment[] {
  const own = assignOwn(node, given)
  if (own) return [own]
  const parts = node.kind === 'block' || node.kind === 'item' || node.kind === 'group' ? node.children : []
  return parts
    .flatMap((child): Assignment[] => {
      const made =
        child.kind === 'group' ? assignmentsOf(child, given) : [assignOwn(child, given) ?? []].flat()
      return made.map((assignment) => ({
        ...assignment,
        cost: assignment.cost + partCost(node, child, given),
      }))
    })
    .filter(({ cost }) => cost < 6)
    .sort((a, b) => a.cost - b.cost)
}

/** What was found for a value: a part is looked at for itself and for all that it is in. */
const assigned = new WeakMap<Given, WeakMap<Node, { found: Assignment | undefined }>>()
function assignOwn(node: Node, given: Given): Assignment | undefined {
  const known = assigned.get(given) ?? new WeakMap<Node, { found: Assignment | undefined }>()
  assigned.set(given, known)
  const own = known.get(node) ?? { found: findOwn(node, given) }
  known.set(node, own)
  return own.found
}

function findOwn(node: Node, given: Given): Assignment | undefined {
  switch (node.kind) {
    case 'text': {
      if (given.isLink || given.isColor || (given.isOption && given.shape === 'text')) return undefined
      const value = textFor(node, given)
      return value === undefined ? undefined : { node, value, cost: fitCost(node, given) }
    }
    case 'link':
      return given.link ? { node, value: given.link, cost: 0 } : undefined
    case 'flag': {
      const on = flagOf(node.prop, given.text)
      return on === undefined ? undefined : { node, value: on ? true : undefined, cost: 0 }
    }
    case 'choice': {
      const choice = choiceOf(node, given.text)
      return choice === undefined ? undefined : { node, value: choice, cost: 0 }
    }
    case 'group': {
      // "Hanna Brandt, CEO, Solvane" is a name and a role.
      const isPerson = node.schema.properties?.name && node.schema.properties.role
      const comma = isPerson && !given.isOption ? given.text.indexOf(', ') : -1
      if (comma < 1) return undefined
      return {
        node,
        value: {
          ...(node.value as object | undefined),
          name: given.text.slice(0, comma),
          role: given.text.slice(comma + 2).replace(/\.$/, ''),
        },
        cost: 0.3,
      }
    }
    case 'meta':
      return given.isOption || given.isColor || given.isLink || given.shape === 'link'
        ? undefined
        : {
            node,
            value:
              node.schema.type === 'array'
                ? given.text.split(/\s*[,;]\s*(?:and\s+)?|\s+and\s+/).filter(Boolean)
                : oneLine(given, node),
            cost: 0,
          }
    default:
      return undefined
  }
}

const oneLine = (given: Given, node: Node) =>
  likeBefore(given.text.replace(/[\p{Cc}\s]+/gu, ' ').trim(), given.isQuoted, node.value)

function textFor(node: Node, given: Given): string | undefined {
  const old = typeof node.value === 'string' ? node.value : undefined
  const price = node.prop === 'price' && !given.isQuoted ? priceOf(given.tokens, old) : undefined
  if (node.prop === 'price' && !price && given.shape === 'number') return undefined
  const amount =
    !price && old && given.shape === 'number' && isAmount(shapeOf(old))
      ? old.replace(/\d[\d.,]*/, given.text)
      : undefined
  const words = price ?? amount ?? likeBefore(given.text, given.isQuoted, old)
  const most = node.schema.maxLength ?? 1000
  return words.length > most * 2 && most < 100 ? undefined : words
}

/** The text as the property takes it; refused where it does not fit. */
export const finished = (node: Node, value: unknown) =>
  node.kind === 'text' && typeof value === 'string'
    ? fitted(value, { kind: stringKind(node.schema) ?? 'text', maxLength: node.schema.maxLength ?? 1000 })
    : value

/** Words that were not quoted take the capital and the end of what they replace. */
export function likeBefore(text: string, isQuoted: boolean, before: unknown): string {
  if (isQuoted) return text
  let words = text
  if (typeof before !== 'string' || /^\p{Lu}/u.test(before))
    words = words.replace(/^\p{Ll}/u, (sign) => sign.toUpperCase())
  const ends = typeof before === 'string' && /[.!?…]$/.test(before)
  return !ends && /[^.]\.$/.test(words) && !/[.!?] /.test(words) ? words.slice(0, -1) : words
}

/** A text that is to become a price, or a price that is to become a sentence, is probably another thing. */
function fitCost(node: Node, { shape, isName, text }: Given): number {
  const old = typeof node.value === 'string' ? shapeOf(node.value) : 'text'
  if (text.length > (node.schema.maxLength ?? 1000)) return 3
  if (shape === 'text') return old === 'text' || text.length <= 40 ? 0 : 1.5
  if (isAlike(shape, old) || isName) return 0
  if (shape === 'time' && node.prop === 'when') return 0
  if (shape === 'period' && node.prop === 'period') return 0
  if (isAmount(shape) && (node.prop === 'price' || node.prop === 'value' || node.prop === '0')) return 0
  if (shape === 'link') return 2
  return node.value !== undefined && String(node.value).length > 40 ? 2.5 : 0.8
}

/** How probable it is that a part is meant where only the whole was named. */
function partCost(node: Node, child: Node, given: Given): number {
  const { shape, isName, text } = given
  if (child.kind === 'flag' || child.kind === 'choice')
    return given.isQuoted ? 4 : node.kind === 'block' || node.isItem ? 0.2 : 0
  if (child.kind === 'link') return node.kind === 'group' ? 0 : node.isItem ? 0.6 : 1
  if (child.kind === 'group') {
    if (child.value === undefined && shape !== 'link') return 6
    return child.prop === 'picture' || child.prop === 'signature'
      ? 3
      : shape === 'link'
        ? child.prop === 'primaryAction'
          ? 0.5
          : 0.9
        : 4
  }
  if (node.kind === 'group')
    return child.prop === 'label' || (child.prop === 'name' && node.prop === 'signature')
      ? 0
      : child.prop === 'alt'
        ? 1.5
        : 2
  const old = typeof child.value === 'string' ? shapeOf(child.value) : undefined
  if (child.kind === 'text' && /\d/.test(text) && formOf(text) === formOf(String(child.value))) return 0
  if (shape !== 'text' && shape !== 'link') {
    if (shape === 'time') return child.prop === 'when' ? 0 : old === 'time' ? 0.5 : 6
    if (shape === 'period') return child.prop === 'period' ? 0 : 6
    if (child.prop === 'price' && (shape === 'price' || shape === 'number')) return 0
    if (old !== undefined && isAlike(shape, old)) return child.prop === 'value' ? 0 : 0.5
    return child.prop === nameProp(node) ? 3 : 6
  }
  if (child.prop === nameProp(node))
    return node.isItem
      ? child.prop === 'question' && !/\?$/.test(given.text)
        ? 2.5
        : 0.8
      : node.kind === 'block' && node.block?.type !== 'quote'
        ? 2
        : 3
  if (node.block?.type === 'quote' && child.prop === 'quote') return isName ? 4 : 0.5
  if (isName) return 5
  if (child.value === undefined) return 5
  if (node.block?.type === 'image' && child.prop === 'caption') return 2
  if (child.prop === 'body' || child.prop === 'answer') return 2.2
  return 4
}

/** "8:00" and "7:30", "1 in 3" and "1 in 4" have the same form. */
const formOf = (text: string) => text.toLowerCase().replaceAll(/\d+/g, '0')

function nameProp(node: Node): string | undefined {
  return naming.find((prop) => node.children.some((child) => child.prop === prop && child.kind === 'text'))
}

export function flagOf(prop: string, text: string): boolean | undefined {
  if (text.length > 40) return undefined
  const words = flagWords[prop]
  if (!words) return undefined
  const said = plain(
    text.replace(/^(?:marked|shown|flagged|labelled|labeled|tagged|set|displayed) (?:as |up )?/i, ''),
  )
  if (plainNames(words.off).includes(said)) return false
  return plainNames(words.on).includes(said) ? true : undefined
}

const noValues: readonly string[] = []
/** The value of a choice that is meant by some words. */
export function choiceOf(node: Node, text: string): string | undefined {
  if (text.length > 60) return undefined
  const said = plain(text)
  const values = node.schema.enum ?? noValues
  const words = node.prop === 'icon' ? iconWords : choiceWords[node.prop]
  const exact = choicesIn(values, words).get(said)
  const count = said.split(' ').length
  if (exact || node.prop === 'icon' || count === 1 || count > 6) return exact
  return values.find((value) => {
    const names = plainNames(words?.[value] ?? '')
    return (
      names.some((name) => ` ${said} `.includes(` ${name} `)) &&
      said.split(' ').every((word) => names.some((name) => name.split(' ').includes(word)))
    )
  })
}

/** The values of a choice by what they are called. */
const choices = new WeakMap<readonly string[], Map<string, string>>()
function choicesIn(
  values: readonly string[],
  words: Record<string, string> | undefined,
): Map<string, string> {
  const known = choices.get(values)
  if (known) return known
  const named = new Map<string, string>()
  for (const value of values)
    for (const name of [value, value.replaceAll(/[-_]/g, ' '), ...plainNames(words?.[value] ?? '')])
      if (!named.has(name)) named.set(name, value)
  choices.set(values, named)
  return named
}

const known = new Map<string, string[]>()
function plainNames(list: string): string[] {
  const names = known.get(list) ?? namesIn(list).map(plain)
  known.set(list, names)
  return names
}

const noise =
  /\b(?:the|a|an|be|it|in|its|have|our|to|with|one|of|more|icon|layout|aligned|please|pls|field|just|as|any|anymore|now|again|only|tone|on|our|own|will|do|text(?=[ \w]* (?:left|cent(?:er|re)(?:e?d)?|middle)\b))\b/g
/** The words of an option without those that only lead to it: "in a bold tone" is "bold". */
export const plain: (text: string) => string = memoize(
  (text) =>
    text
      .toLowerCase()
      .replace(/[.,!"'“”]/g, '')
      .replaceAll('-', ' ')
      .replace(noise, ' ')
      .replace(/\s+/g, ' ')
      .trim() || text.toLowerCase().trim(),
)

/** A text as its place can take it: without marks it can't have, and not too long. */
export const fit = (text: string, schema: Schema) =>
  fitted(text, { kind: stringKind(schema) ?? 'text', maxLength: schema.maxLength ?? 1000 })
