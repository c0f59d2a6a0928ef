import type { Block, Document } from '../../../documents/schema.ts'
import { ancestors, type Node } from '../nodes.ts'
import type { Page } from '../page.ts'
import { stem, type Token, wordsOf } from '../tokens.ts'
import { verbWords } from '../verbs.ts'
import { colors, fontWords } from '../words/looks.ts'
import {
  blockNames,
  choiceWords,
  fieldKinds,
  flagWords,
  iconWords,
  itemNames,
  partNames,
  themeNames,
} from '../words/names.ts'
import {
  determiners,
  fillerPhrases,
  fillers,
  functionWords,
  genericBlockWords,
  genericItemWords,
  genericTextWords,
  numbers,
  ordinals,
  pointingWords,
  reasonPhrases,
} from '../words/plain.ts'

const neutral = new Set([
  ...determiners, ...functionWords, ...fillers, ...genericBlockWords, ...genericItemWords, ...genericTextWords, ...[...pointingWords].filter((word) => !colors.has(word)), ...Object.keys(ordinals), ...Object.keys(numbers), ...fillerPhrases.split(/[\s,]+/), ...reasonPhrases.split(/[\s,]+/),
  ...'written write dash hyphen spelling without over count figure amount total max maximum most limit half long too short kind not instead rather than now after before above below under beneath between next top bottom end start beginning first last up down one other others both all every each only just everywhere throughout anymore any more no longer place position spot side right directly straight goes go come comes stay stays same else nothing anything everything rest says said say should must needs need want becomes become currently called named titled labelled saying reads read new another extra yes please i we you they my our it its so too also then there here but if number text word words sign signs fill people visitors they'.split(' '),
]) // biome-ignore format: a list
const looks = new Set(
  [
    ...colors.keys(),
    ...Object.values(fontWords),
    'dark light darker lighter brighter rounder sharper square rounded corners px pixels mode bold bolder louder punchier striking editorial magazine journalistic product saas look style design feel modern classic something like',
  ].flatMap((list) => wordsOf(list)),
)
const options = new Set(
  [
    ...Object.values(choiceWords).flatMap((table) => Object.values(table)),
    ...Object.values(flagWords).flatMap(({ on, off }) => [on, off]),
    ...Object.entries(iconWords).flat(),
    ...Object.values(fieldKinds),
  ].flatMap((list) => wordsOf(list)),
)

/** Words of a wish that nothing about its result accounts for. */
export function unexplained(tokens: Token[], before: Page, after: Document): string[] {
  const evidence = evidenceOf(before, after)
  const isKnown = (word: string) =>
    neutral.has(word) ||
    verbWords.has(word) ||
    evidence.has(stem(word)) ||
    evidence.has(word) ||
    word.length < 2 ||
    (options.has(word) && evidence.has('*option')) ||
    (evidence.has('*look') && (looks.has(word) || /^#|^\d/.test(word)))
  return tokens.flatMap(({ kind, norm, text }) => {
    if (kind === 'mark' || kind === 'color') return []
    if (kind === 'quote') return wordsOf(text).every((word) => isKnown(word)) ? [] : [text]
    if (kind === 'url' || kind === 'email' || kind === 'phone')
      return [...evidence].some((word) => word.includes(norm.replace(/[\s()-]/g, '').slice(0, 12))) ||
        evidence.has('*link')
        ? []
        : [text]
    if (kind === 'number')
      return /^\d{1,2}(?:st|nd|rd|th)?$/.test(norm) ||
        evidence.has((norm.match(/\d+(?:[.,]\d+)*/)?.[0] ?? '').replace(/[.,]/g, '')) ||
        evidence.has('*look')
        ? []
        : [text]
    return wordsOf(norm).every(isKnown) ? [] : [text]
  })
}

/** Words that a difference between two documents can be spoken of with. */
function evidenceOf({ document, nodes }: Page, after: Document): Set<string> {
  const words = new Set<string>()
  const take = (text: unknown) => {
    if (typeof text !== 'string') return
    for (const number of text.match(/\d+(?:[.,]\d+)*/g) ?? []) words.add(number.replace(/[.,]/g, ''))
    for (const word of wordsOf(text)) words.add(stem(word)).add(word)
    if (/^(?:https?:|mailto:|tel:|\/|#|action:)/.test(text)) words.add('*link').add(text.toLowerCase())
  }
  if (JSON.stringify(document.theme) !== JSON.stringify(after.theme)) {
    words.add('*option').add('*look')
    for (const names of Object.values(themeNames)) take(names)
  }
  const next = new Map(after.blocks.map((block) => [block.id, block]))
  const old = new Map(document.blocks.map((block) => [block.id, block]))
  const isMoved =
    document.blocks
      .filter(({ id }) => next.has(id))
      .map(({ id }) => id)
      .join() !==
    after.blocks
      .filter(({ id }) => old.has(id))
      .map(({ id }) => id)
      .join()
  const isSized = document.blocks.length !== after.blocks.length
  for (const node of nodes) {
    if (node.kind === 'meta') {
      const [was, is] = [document.metadata, after.metadata].map((meta) =>
        JSON.stringify((meta as Record<string, unknown> | undefined)?.[node.prop]),
      )
      if (was !== is) {
        takeNode(node, take)
        takeAll((after.metadata as Record<string, unknown> | undefined)?.[node.prop], take)
      }
      continue
    }
    if (!node.block) continue
    const block = next.get(node.block.id)
    const now = block && valueAt(block, node.path)
    if (node.kind === 'block' && (isMoved || isSized)) takeNode(node, take)
    if (block && same(now, node.value)) continue
    if (node.kind === 'choice' || node.kind === 'flag') words.add('*option')
    for (const each of [node, ...ancestors(node)]) takeNode(each, take)
    if (node.kind === 'list') {
      take(itemNames[`${node.block.type}.${node.prop}`])
      for (const prop of Object.keys(node.schema.items?.properties ?? {})) take(partNames[prop] ?? prop)
      for (const child of node.children) takeNode(child, take)
    }
    if (node.isItem || node.parent?.isItem)
      for (const sibling of (node.isItem ? node : node.parent)?.children ?? []) takeNode(sibling, take)
    if (node.kind === 'group') for (const child of node.children) takeNode(child, take)
    takeAll(now, take)
  }
  for (const block of after.blocks)
    if (!old.has(block.id)) {
      takeAll(block.props, take)
      words.add('*option')
      take(blockNames[block.type] ?? block.type)
      for (const prop of Object.keys(block.props)) {
        take(partNames[prop] ?? prop)
        take(itemNames[`${block.type}.${prop}`])
      }
    }
  return words
}

function takeNode({ names, label, value, kind }: Node, take: (text: unknown) => void) {
  for (const name of names.keys()) take(name)
  take(label)
  if (kind === 'text') take(value)
}

function takeAll(value: unknown, take: (text: unknown) => void) {
  if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) takeAll(inner, take)
  else take(value)
}

function valueAt(block: Block, path: string): unknown {
  let at: unknown = block.props
  for (const name of path === '' ? [] : path.split('/'))
    at = (at as Record<string, unknown> | undefined)?.[name]
  return at
}

const same = (one: unknown, other: unknown) => one === other || JSON.stringify(one) === JSON.stringify(other)
