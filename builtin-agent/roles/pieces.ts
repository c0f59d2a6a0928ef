import { isBelow, type Node } from '../nodes.ts'
import { type Piece, sentencesOf } from '../operations/pieces.ts'
import type { OpenPage } from '../page.ts'
import { point } from '../references/point.ts'
import type { Referents } from '../references/rank.ts'
import { stringKind } from '../schemas.ts'
import { tokenise } from '../tokens.ts'
import { numbers, ordinals } from '../words/plain.ts'
import { trimmed } from './ways.ts'

/** A range of a text, with the likelihood that it is meant. */
export type FoundPiece = { piece: Piece; likelihood: number }

const unit = '(sentences?|paragraphs?|para|words?|lines?|bit|part|phrase|remark|passage|statement)'
const byOrdinal = new RegExp(
  `^(?:the\\s+)?(first|second|third|fourth|last|final|opening|closing|1st|2nd|3rd)\\s+(?:(two|three)\\s+)?${unit}(?:\\s+(?:of|in|from|under|below)\\s+(.+))?$`,
  'i',
)
const byTopic =
  /^(?:the|that|this)?\s*(sentences?|paragraphs?|phrase|passage|bit|part)\s+(?:about|on|with|saying|that says|that mentions|mentioning|where it says|starting with|beginning with|that starts with|that begins with|talking about|regarding)\s+(.+)$/i
const exact = new RegExp(`^(?:the|that)?\\s*(?:${unit})\\s+(.+)$`, 'i')
const inside = /^(.+?)\s+(?:in|of|from|under)\s+(.+)$/i

/** Whether a phrase is about a part of a text. */
export const isPiece = (phrase: string) =>
  /\b(?:sentences?|paragraphs?|para|words?|letters? ["“]?\w\b|full stop|period|dot|commas?|colon|hyphen|dash|(?:exclamation|question|quotation) marks?|brackets?)\b/i.test(
    phrase,
  ) ||
  byTopic.test(phrase) ||
  /\b(?:part|bit|half|portion|passage)$/i.test(trimmed(phrase))

/** Whether a text has several sentences or paragraphs. */
export const hasPieces = ({ kind, value }: Node) =>
  kind === 'text' && typeof value === 'string' && sentencesOf(value).length > 1

/** The range that a phrase refers to by position, subject or words. `holders` restricts the search. */
export function piecesOf(phrase: string, holders: Node[], page: OpenPage): FoundPiece[] {
  const said = trimmed(phrase)
  const [, ordinal, count, part, holder] = byOrdinal.exec(said) ?? []
  if (ordinal && part) {
    const place = /^opening$/i.test(ordinal)
      ? 1
      : /^closing$/i.test(ordinal)
        ? -1
        : (ordinals[ordinal.toLowerCase()] ?? 0)
    const where: Referents[] = holder
      ? point(holder, page)
      : holders.length > 0
        ? [{ nodes: holders, likelihood: 0.9 }]
        : []
    return where.flatMap(({ nodes, likelihood }) =>
      pieceAt(nodes, part, place, numbers[count?.toLowerCase() ?? ''] ?? 1).map((piece) => ({
        piece,
        likelihood,
      })),
    )
  }
  const [, , words] = exact.exec(said) ?? []
  return words ? exactly(words, holders, page) : []
}

const isText = (node: Node) =>
  node.kind === 'text' && typeof node.value === 'string' && node.block !== undefined
const textsIn = (holders: Node[], page: OpenPage) =>
  page.nodes.filter(
    (node) =>
      isText(node) &&
      (holders.length === 0 || holders.some((holder) => holder === node || isBelow(node, holder))),
  )

function unitsOf(text: string, part: string): { start: number; end: number }[] {
  if (/^(?:sentence|line)/i.test(part)) return sentencesOf(text)
  const pattern = /^para/i.test(part) ? /[^\n]+\n*/g : /\S+\s*/g
  return [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }))
}

/** The sentence or paragraph at a position, in the node's text or its longest one. */
function pieceAt(nodes: Node[], part: string, place: number, count: number): Piece[] {
  const [node] = nodes
  if (!node || nodes.length > 1) return []
  // The paragraphs under a heading are in the text beside it.
  if (/^(?:heading|headline|title)$/.test(node.prop) && /^para/i.test(part) && node.parent)
    return pieceAt([node.parent], part, place, count)
  const own = isText(node)
    ? node
    : (node.prop === 'heading' || node.isItem || node.kind === 'block' ? node.children : [])
        .filter((child) => isText(child) && stringKind(child.schema) !== 'text')
        .toSorted((a, b) => String(b.value).length - String(a.value).length)[0]
  if (!own) return []
  const units = unitsOf(String(own.value), part)
  const from = place > 0 ? place - 1 : units.length + place - (count - 1)
  const [first, last] = [units[from], units[from + count - 1]]
  return first && last && units.length > count
    ? [{ kind: 'piece', node: own, start: first.start, end: last.end }]
    : []
}

/** The occurrences of words in the texts of some nodes. */
export function exactly(words: string, holders: Node[], page: OpenPage): FoundPiece[] {
  const [quote] = tokenise(words).filter(({ kind }) => kind === 'quote')
  const wanted = (quote?.text ?? trimmed(words)).toLowerCase()
  const found = textsIn(holders, page).flatMap((node): Piece[] => {
    const text = String(node.value).toLowerCase()
    const start = indexOfWords(text, wanted)
    if (start === -1 || indexOfWords(text, wanted, start + wanted.length) !== -1) return []
    return [{ kind: 'piece', node, start, end: start + wanted.length }]
  })
  const [piece] = found
  if (piece && found.length === 1) return [{ piece, likelihood: 0.95 }]
  const [, inner, place] = quote || found.length > 0 ? [] : (inside.exec(words) ?? [])
  const [where] = inner && place && holders.length === 0 ? point(place, page) : []
  return inner && where && where.likelihood > 0.5 ? exactly(inner, where.nodes, page) : []
}

/** The position of whole words in a text. */
function indexOfWords(text: string, words: string, from = 0): number {
  for (let at = text.indexOf(words, from); at !== -1 && words !== ''; at = text.indexOf(words, at + 1)) {
    const [before = ' ', after = ' '] = [text[at - 1], text[at + words.length]]
    const isInner = (sign: string, edge: string | undefined) =>
      /[\p{L}\p{N}]/u.test(sign) && /[\p{L}\p{N}]/u.test(edge ?? '')
    if (!isInner(before, words[0]) && !isInner(after, words.at(-1))) return at
  }
  return -1
}
