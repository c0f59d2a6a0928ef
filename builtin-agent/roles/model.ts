import type { OpenPage } from '../page.ts'
import { correct } from '../spelling.ts'
import { type Token, tokenise } from '../tokens.ts'
import { inputsOf } from './features.ts'
import { labels } from './labels.ts'
import { scoresOf, transitionsOf } from './network.ts'
import { best, factorsOf, marginals, sums } from './tagger.ts'
import { type Wish, wishesOf } from './wishes.ts'

/** The limits of what is read: words and marks per piece, pieces, and characters. */
const longest = { tokens: 70, pieces: 3, characters: 4000 }
let factors: Float64Array | undefined

/** The number of readings, and the least likelihood of one in relation to the best. */
type Width = { readings: number; share: number }
const usual: Width = { readings: 6, share: 0.05 }

/** A reading of a message: the likelihood of the roles of all its words, and of this reading among all. */
type Read = { wishes: Wish[]; likelihood: number; share: number }

/** The readings of a message by the roles of its words, likeliest first. A long message has one reading only. */
export function readWishes(message: string, page: OpenPage, width = usual): Read[] {
  const tokens = correct(tokenise(message), page)
  const pieces = piecesOf(tokens)
  if (tokens.length === 0 || pieces.length > longest.pieces || message.length > longest.characters) return []
  const isWhole = pieces.length === 1
  const each = pieces.map((piece) => pathsOf(piece, page, isWhole ? width : { ...width, readings: 1 }))
  const paths =
    each.length === 1
      ? (each[0] ?? [])
      : [
          {
            path: each.flatMap(([first]) => first?.path ?? []),
            // Pieces are independent, so the least certain one decides.
            likelihood: Math.min(...each.map(([first]) => first?.likelihood ?? 0)),
            share: Math.min(...each.map(([first]) => first?.share ?? 0)),
          },
        ]
  return merged(
    paths.map(({ path, likelihood, share }) => ({
      wishes: wishesOf(tokens, path, message),
      likelihood,
      share,
    })),
  )
}

/** Merges readings that differ only in the extent of the verb. */
function merged(readings: Read[]): Read[] {
  const found = new Map<string, Read>()
  for (const reading of readings) {
    const key = JSON.stringify(
      reading.wishes.map(({ act, parts }) => [
        act,
        ...parts.flatMap(({ role, start, end }) => (role === act ? [] : [[role, start, end]])),
      ]),
    )
    const same = found.get(key)
    if (same) same.share += reading.share
    else found.set(key, { ...reading })
  }
  return [...found.values()].sort((a, b) => b.share - a.share)
}

/** Where reading stops in a message that exceeds the limits. */
export function unreadFrom(message: string): number | undefined {
  const begun = message.slice(0, longest.characters)
  const pieces = piecesOf(tokenise(begun))
  if (pieces.length <= longest.pieces && begun.length === message.length) return undefined
  return pieces[Math.min(pieces.length, longest.pieces) - 1]?.at(-1)?.end
}

/** Splits tokens into pieces at sentence ends. */
function piecesOf(tokens: Token[]): Token[][] {
  if (tokens.length <= longest.tokens) return [tokens]
  const pieces: Token[][] = [[]]
  for (const sentence of sentencesOf(tokens)) {
    if ((pieces.at(-1)?.length ?? 0) + sentence.length > longest.tokens) pieces.push([])
    pieces.at(-1)?.push(...sentence)
  }
  return pieces.filter(({ length }) => length > 0)
}
function sentencesOf(tokens: Token[]): Token[][] {
  const sentences: Token[][] = [[]]
  for (const token of tokens) {
    const last = sentences.at(-1) as Token[]
    last.push(token)
    const isEnd = token.kind === 'mark' && /^(?:[.!?;…]|\n)$/.test(token.norm)
    if (isEnd || last.length === longest.tokens) sentences.push([])
  }
  return sentences
}

function pathsOf(tokens: Token[], page: OpenPage, { readings, share }: Width) {
  const scores = scoresOf(inputsOf(tokens, page))
  factors ??= factorsOf(transitionsOf())
  const all = sums(scores, factors)
  const likely = marginals(all)
  const found = best(scores, transitionsOf(), readings)
  return found
    .filter(({ score }) => score >= (found[0]?.score ?? 0) + Math.log(share))
    .map(({ path, score }) => ({
      path,
      likelihood: path.reduce((product, label, at) => product * (likely[at * labels.length + label] ?? 0), 1),
      share: Math.exp(score - all.total),
    }))
}
