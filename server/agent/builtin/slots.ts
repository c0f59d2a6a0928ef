import type { BlockTypeName } from '../../documents/blocks/index.ts'
import type { FontName } from '../../documents/fonts.ts'
import type { Metadata } from '../../documents/metadata.ts'
import { type BlockReference, readBlock, readBlocks, readType } from './blockSlots.ts'
import type { Desk } from './desk.ts'
import { colors, fontWords, type ItemName, items, metadataNames } from './lexicon.ts'
import { type Look, readLooks } from './lookSlots.ts'
import { longest, numberOf, phraseTable, type Reading, skipArticles } from './phrases.ts'
import { type Position, readPosition } from './positionSlots.ts'
import { readTarget, type Target } from './targetSlots.ts'
import type { Token } from './tokens.ts'

export type Words = { text: string; quoted: boolean }

/** What patterns can ask for. */
type SlotValues = {
  text: Words
  other: Words
  quote: Words
  target: Target
  otherTarget: Target
  block: BlockReference
  otherBlock: BlockReference
  blocks: BlockReference[]
  type: BlockTypeName
  item: ItemName
  position: Position
  color: string
  looks: Look[]
  font: FontName
  number: number
  meta: keyof Metadata
  link: string
}
export type SlotName = keyof SlotValues
export type Slots = Partial<SlotValues>

type Reader<T> = (tokens: Token[], at: number, desk: Desk) => Reading<T>[]

const itemTable = phraseTable(Object.entries(items).map(([name, { said }]) => [name as ItemName, said]))
const fontTable = phraseTable(Object.entries(fontWords).map(([name, said]) => [name as FontName, said]))
const colorTable = phraseTable(
  Object.entries(colors).map(([name, value]) => [value, name.replaceAll(' ', '_')]),
)
const metaTable = phraseTable(
  Object.entries(metadataNames).map(([name, said]) => [name as keyof Metadata, said]),
)

/** Reads a value of each kind at a place; several where the words can be read in several ways, the best first. */
export const slotReaders: { [K in Exclude<SlotName, 'text' | 'other'>]: Reader<SlotValues[K]> } = {
  quote: (tokens, at) => {
    const token = tokens[at]
    return token?.kind === 'quote' ? [{ value: { text: token.text.trim(), quoted: true }, end: at + 1 }] : []
  },
  target: readTarget,
  otherTarget: readTarget,
  block: readBlock,
  otherBlock: readBlock,
  blocks: readBlocks,
  type: readType,
  item: (tokens, at) => longest(itemTable, tokens, skipArticles(tokens, at)),
  position: readPosition,
  color: readColor,
  looks: (tokens, at) => readLooks(tokens, at, readColor, readFont),
  font: readFont,
  number: (tokens, at) => {
    const value = numberOf(tokens[at])
    return value === undefined ? [] : [{ value, end: at + 1 }]
  },
  meta: (tokens, at) => longest(metaTable, tokens, skipArticles(tokens, at)),
  link: (tokens, at) => {
    const token = tokens[at]
    if (token?.kind !== 'link') return []
    const isEmail = !/^(?:[a-z]+:|\/)/i.test(token.text)
    return [{ value: isEmail ? `mailto:${token.text}` : token.text, end: at + 1 }]
  },
}

function readColor(tokens: Token[], at: number): Reading<string>[] {
  const from = skipArticles(tokens, at)
  const token = tokens[from]
  if (token?.kind === 'hex') return [{ value: sixDigits(token.text), end: from + 1 }]
  if (token?.kind === 'quote') {
    const inside = token.text.trim().toLowerCase()
    const value = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/.test(inside)
      ? sixDigits(inside)
      : Object.hasOwn(colors, inside)
        ? colors[inside]
        : undefined
    return value ? [{ value, end: from + 1 }] : []
  }
  return longest(colorTable, tokens, from)
}

function readFont(tokens: Token[], at: number): Reading<FontName>[] {
  const from = skipArticles(tokens, at)
  const token = tokens[from]
  if (token?.kind === 'quote') {
    const name = token.text.trim().toLowerCase().replace(/\s+/g, '_')
    const found = Object.entries(fontWords).find(([, said]) => said.split(' ').includes(name))
    return found ? [{ value: found[0] as FontName, end: from + 1 }] : []
  }
  return longest(fontTable, tokens, from)
}

function sixDigits(hex: string): string {
  const digits = hex.slice(1).toLowerCase()
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`
}
