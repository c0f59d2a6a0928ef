import type { Desk } from './desk.ts'
import { compiled, firstWords, patternWords } from './intents/index.ts'
import type { Intent } from './intents/intent.ts'
import * as lexicon from './lexicon.ts'
import { match } from './patterns.ts'
import { isWord, longest, phraseTable } from './phrases.ts'
import type { Slots } from './slots.ts'
import { Spelling } from './spelling.ts'
import { type Token, tokenise } from './tokens.ts'

/** One thing asked for: a run of tokens of the message. */
export type Wish = { tokens: Token[]; text: string }
export type Reading = { intent: Intent; slots: Slots }

/** More than this many wishes in one message are not looked at one by one. */
export const mostWishes = 40

const said = [
  ...Object.values(lexicon.blockNames),
  ...Object.values(lexicon.parts).map((part) => part.said),
  ...Object.values(lexicon.items).map((item) => item.said),
  ...Object.values(lexicon.fontWords),
  ...Object.values(lexicon.metadataNames),
  ...Object.keys(lexicon.colors),
].flatMap((line) => line.split(/[ _]/))
const spelling = () => new Spelling([...patternWords, ...said, ...Object.keys(lexicon.ordinals)])
const names = new Set(said)

const openings = phraseTable([['', lexicon.openings]])
const closings = lexicon.closings.split(' ').map((line) => line.split('_'))
const courteous = new Set(['please', 'pls', 'plz', 'thanks', 'thx', 'cheers'])
const questions = new Set(['can', 'could', 'would', 'will', 'shall', 'should', 'may'])
/** After one of these a verb has something to be done to. */
const objects = new Set([
  ...lexicon.articles,
  ...'it them everything all no to back with only out down into in at that something more us me page one some any every both'.split(
    ' ',
  ),
])

/** Takes a message apart into wishes. Where a comma or “and” might belong to a text, it stays in the text. */
export function readWishes(message: string, desk: Desk): Wish[] {
  const wishes: Token[][] = []
  for (const { tokens, hard } of segmentsOf(corrected(message))) {
    const before = wishes.at(-1)
    if (!before || isOwn(message, tokens, before, hard, desk)) wishes.push(tokens)
    else before.push(...tokens)
  }
  return wishes
    .map((tokens) => wish(message, tokens))
    .filter(({ tokens }) => tokens.some(({ kind }) => kind !== 'mark'))
}

function corrected(message: string): Token[] {
  const { correct } = bound(spelling())
  return tokenise(message).map((token) =>
    token.kind === 'word' ? { ...token, norm: correct(token.norm) } : token,
  )
}

function bound(speller: Spelling) {
  return { correct: (word: string) => speller.correct(word) }
}

function wish(message: string, tokens: Token[]): Wish {
  const solid = tokens.filter(
    ({ kind, norm }) => kind !== 'mark' && !(kind === 'word' && (norm === 'and' || norm === 'then')),
  )
  return { tokens, text: message.slice(solid[0]?.start ?? 0, solid.at(-1)?.end ?? 0) }
}

type Segment = { tokens: Token[]; hard: boolean }

/** Pieces between commas, full stops, line ends and “and”; `hard` where the one before ended for certain. */
function segmentsOf(tokens: Token[]): Segment[] {
  const segments: Segment[] = []
  let current: Token[] = []
  let hard = true
  for (const [index, token] of tokens.entries()) {
    const edge = segments.length < mostWishes + 20 ? edgeAt(tokens, index) : undefined
    if (edge && current.some(({ kind }) => kind !== 'mark')) {
      segments.push({ tokens: current, hard })
      current = []
      hard = edge === 'hard'
    }
    current.push(token)
  }
  if (current.length > 0) segments.push({ tokens: current, hard })
  return segments
}

function edgeAt(tokens: Token[], index: number): 'hard' | 'soft' | undefined {
  const token = tokens[index]
  if (!token) return undefined
  if (token.kind === 'word') return isWord(token, 'and', 'then', 'but', 'also', 'plus') ? 'soft' : undefined
  if (token.kind !== 'mark') return undefined
  if (token.text === '\n') return tokens[index - 1]?.text === ':' ? 'soft' : 'hard'
  if (token.text === ';') return 'hard'
  const next = tokens[index + 1]
  const spaced = next !== undefined && next.start > token.end
  if (token.text === ',' || token.text === '?') return spaced ? 'soft' : undefined
  return (token.text === '.' || token.text === '!') && spaced ? 'hard' : undefined
}

function isOwn(message: string, tokens: Token[], before: Token[], hard: boolean, desk: Desk): boolean {
  const bare = strip(tokens)
  if (bare.length === 0) return false
  if (hard || opensWish(bare)) return true
  const reading = firstReading(message, tokens, desk)
  if (!reading) return false
  const earlier = firstReading(message, before, desk)
  const words = earlier?.slots.other ?? earlier?.slots.text
  return !words || words.quoted
}

/** A verb and something to do it to. */
function opensWish(tokens: Token[]): boolean {
  const [first, second, third] = tokens.filter(({ kind }) => kind !== 'mark')
  if (first?.kind !== 'word') return false
  const isObject = (token: Token | undefined) =>
    token !== undefined && (token.kind === 'quote' || objects.has(token.norm) || names.has(token.norm))
  if (!firstWords.has(first.norm)) return false
  return names.has(first.norm) && !isWord(first, 'title', 'change')
    ? second?.text === ':' || tokens[1]?.text === ':'
    : isObject(second) || (isWord(second, 'rid', 'away', 'up') && third !== undefined)
}

export function firstReading(message: string, tokens: Token[], desk: Desk): Reading | undefined {
  const [first] = readings(message, tokens, desk)
  return first
}

/** Every way to understand a wish, the best first. */
export function* readings(message: string, tokens: Token[], desk: Desk): Generator<Reading> {
  for (const variant of variantsOf(tokens))
    for (const { intent, pattern } of compiled)
      for (const slots of match(pattern, message, variant, desk)) yield { intent, slots }
}

/** As written without the courtesies, then without weaker endings such as “too” that could belong to a text. */
function variantsOf(tokens: Token[]): Token[][] {
  const whole = tokens.filter(({ kind }, index) => kind !== 'mark' || index > 0)
  const bare = strip(whole)
  const short = stripEnd(bare, () => true)
  const variants = [bare, ...(short.length < bare.length ? [short] : [])]
  return variants
    .filter((variant) => variant.length > 0)
    .concat(bare.length === 0 && whole.length > 0 ? [whole] : [])
}

function strip(tokens: Token[]): Token[] {
  let at = 0
  let asks = false
  for (;;) {
    while (tokens[at]?.kind === 'mark') at++
    const [found] = longest(openings, tokens, at)
    if (!found) break
    asks ||= questions.has(tokens[at]?.norm ?? '')
    at = found.end
  }
  let rest = tokens.slice(at)
  if (asks && rest.at(-1)?.text === '?') rest = rest.slice(0, -1)
  return stripEnd(rest, ([first = '']) => courteous.has(first))
}

function stripEnd(tokens: Token[], allowed: (words: string[]) => boolean): Token[] {
  let end = tokens.length
  for (let found = true; found; ) {
    let last = end
    while (tokens[last - 1]?.kind === 'mark') last--
    found = false
    for (const words of closings) {
      const start = last - words.length
      if (start < 1 || !allowed(words) || !words.every((word, index) => isWord(tokens[start + index], word)))
        continue
      end = start
      found = true
      break
    }
  }
  return tokens.slice(0, end)
}
