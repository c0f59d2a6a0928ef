import type { BlockTypeName } from '../../documents/blocks/index.ts'
import type { Block } from '../../documents/schema.ts'
import { headingOf } from '../label.ts'
import type { Desk } from './desk.ts'
import { blockNames, blockNouns, ordinals } from './lexicon.ts'
import { isWord, longest, numberOf, phraseTable, type Reading, skipArticles } from './phrases.ts'
import type { Token } from './tokens.ts'

/** A block somebody spoke of: there, or not there (then the reply says what was looked for). */
export type BlockReference = { block: Block | undefined; said: string; type: BlockTypeName | undefined }

const typeTable = phraseTable(Object.entries(blockNames).map(([name, said]) => [name as BlockTypeName, said]))
const pronouns = ['it', 'this', 'that', 'one', 'them', 'those', 'these']

export function readType(tokens: Token[], at: number): Reading<BlockTypeName>[] {
  return longest(typeTable, tokens, skipArticles(tokens, at)).flatMap(({ value, end }) =>
    [...new Set([afterNouns(tokens, end), end])].map((place) => ({ value, end: place })),
  )
}

export function readBlock(tokens: Token[], at: number, desk: Desk): Reading<BlockReference>[] {
  const from = skipArticles(tokens, at)
  const known = desk.known(tokens, at)
  if (known) return known
  const found = [
    ...byOrdinal(tokens, from, desk),
    ...byHeading(tokens, from, desk),
    ...byId(tokens, from, desk),
    ...byType(tokens, from, desk, 1),
    ...byPronoun(tokens, at, desk),
  ]
  desk.know(tokens, at, found)
  return found
}

/** `the pricing, the FAQ and the stats`. */
export function readBlocks(tokens: Token[], at: number, desk: Desk): Reading<BlockReference[]>[] {
  const [first] = bothWays(tokens, at, desk)
  if (!first) return []
  const value = [first.value]
  const readings: Reading<BlockReference[]>[] = [{ value: [...value], end: first.end }]
  let end = first.end
  for (;;) {
    let next = end
    while (tokens[next]?.kind === 'mark' || isWord(tokens[next], 'and', 'or', 'nor', 'then', 'also', 'plus'))
      next++
    const [other] = next === end ? [] : bothWays(tokens, next, desk)
    if (!other || value.length >= 50) return readings
    value.push(other.value)
    end = other.end
    readings.unshift({ value: [...value], end })
  }
}

/** The longest reading of a block. */
function bothWays(tokens: Token[], at: number, desk: Desk): Reading<BlockReference>[] {
  return readBlock(tokens, at, desk).sort((a, b) => b.end - a.end)
}

/** `second section`, `last FAQ`, `block 3`. */
function byOrdinal(tokens: Token[], at: number, desk: Desk): Reading<BlockReference>[] {
  const token = tokens[at]
  const ordinal =
    token?.kind === 'word' && Object.hasOwn(ordinals, token.norm) ? ordinals[token.norm] : undefined
  if (ordinal !== undefined) {
    const typed = byType(tokens, at + 1, desk, ordinal)
    const noun = isWord(tokens[at + 1], 'block', 'section')
    return noun ? [reference(desk.blocks.at(ordinal > 0 ? ordinal - 1 : ordinal), tokens, at, at + 2)] : typed
  }
  const number = isWord(token, 'block', 'section') ? numberOf(tokens[at + 1]) : undefined
  return number ? [reference(desk.blocks.at(number > 0 ? number - 1 : number), tokens, at, at + 2)] : []
}

/** `“What happens next”`, or the same words without marks before `section`. */
function byHeading(tokens: Token[], at: number, desk: Desk): Reading<BlockReference>[] {
  const token = tokens[at]
  if (!token) return []
  if (token.kind === 'quote') {
    const wanted = plainWords(token.text)
    const block = desk.blocks.find((candidate) => headingWords(candidate).join(' ') === wanted)
    return block ? [reference(block, tokens, at, afterNouns(tokens, at + 1))] : []
  }
  for (const block of desk.blocks) {
    const words = headingWords(block)
    if (words.length < 2 || words.length > 12) continue
    if (words.every((word, index) => tokens[at + index]?.text.toLowerCase() === word))
      return [reference(block, tokens, at, afterNouns(tokens, at + words.length))]
  }
  return []
}

/** `short-answer` and `short answer` are the block of that id. */
function byId(tokens: Token[], at: number, desk: Desk): Reading<BlockReference>[] {
  return desk.blocks
    .filter(({ id }) => id.split('-').every((word, index) => isWord(tokens[at + index], word)))
    .map((block) => reference(block, tokens, at, afterNouns(tokens, at + block.id.split('-').length)))
}

/** By type; the selected or last mentioned block goes before others of its type. */
function byType(tokens: Token[], at: number, desk: Desk, ordinal: number): Reading<BlockReference>[] {
  return readType(tokens, at).map(({ value: type, end }) => {
    const ofType = desk.blocks.filter((block) => block.type === type)
    const number =
      tokens[end]?.kind === 'word' && /^\d{1,3}$/.test(tokens[end].norm)
        ? Number(tokens[end].norm)
        : undefined
    if (number !== undefined && ofType[number - 1])
      return { value: { block: ofType[number - 1], said: type, type }, end: end + 1 }
    const near = ordinal === 1 ? ofType.find((block) => block === desk.selected) : undefined
    return { value: { block: near ?? ofType.at(ordinal > 0 ? ordinal - 1 : ordinal), said: type, type }, end }
  })
}

/** `it` and `this` are what is selected, or else what was spoken of last. */
function byPronoun(tokens: Token[], at: number, desk: Desk): Reading<BlockReference>[] {
  if (!isWord(tokens[at], ...pronouns)) return []
  const block = desk.selected ?? desk.find(desk.mentioned)
  return block ? [reference(block, tokens, at, afterNouns(tokens, at + 1))] : []
}

function reference(
  block: Block | undefined,
  tokens: Token[],
  at: number,
  end: number,
): Reading<BlockReference> {
  const said = tokens
    .slice(at, end)
    .map(({ text }) => text)
    .join(' ')
  return { value: { block, said, type: block?.type }, end }
}

function afterNouns(tokens: Token[], at: number): number {
  let end = at
  while (tokens[end]?.kind === 'word' && blockNouns.has(tokens[end]?.norm ?? '')) end++
  return end
}

const headings = new WeakMap<Block, string[]>()

function headingWords(block: Block): string[] {
  const known = headings.get(block)
  if (known) return known
  const words = plainWords(headingOf(block) ?? '').split(' ')
  headings.set(block, words)
  return words
}

function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}'’ ]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
