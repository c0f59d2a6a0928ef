import { keptIn } from '../exceptions.ts'
import type { Page } from '../page.ts'
import { isMark, isWord, longestPhrase, type Token } from '../tokens.ts'
import { fillerLength, verbAt } from '../verbs.ts'
import { reasonWords } from '../words/plain.ts'
import { begins, startsAside, startsReason } from './beginnings.ts'
import { corrections } from './phrases.ts'
import type { Sentence } from './sentences.ts'

/** What goes all but for something is one wish: "drop all plans except Solo and Group". */
export function partsOf(message: string, sentence: Sentence, page: Page) {
  const tokens = withoutCorrection(sentence)
  const [first, last] = [tokens[0], tokens.at(-1)]
  const text = first && last ? message.slice(first.start, last.end) : ''
  return keptIn(text) ? [{ tokens, corrects: false }] : split(tokens, page)
}

/** A sentence may open with "no wait". */
function withoutCorrection(sentence: Sentence): Token[] {
  const found = longestPhrase(corrections, sentence.tokens, 0, 4)
  if (!found || found.length >= sentence.tokens.length || isWord(sentence.tokens[0], 'make', 'scratch'))
    return sentence.tokens
  let start = found.length
  while (sentence.tokens[start]?.kind === 'mark') start++
  sentence.corrects = start
  return sentence.tokens.slice(start)
}

/** Parts of a sentence that ask for something of their own. */
function split(tokens: Token[], page: Page): { tokens: Token[]; corrects: boolean }[] {
  const parts: { tokens: Token[]; corrects: boolean }[] = []
  let start = 0
  let corrects = false
  for (let index = 0; index < tokens.length; index++) {
    const at = boundaryAt(tokens, index)
    if (at === undefined) continue
    const correction = longestPhrase(corrections, tokens, at, 4)
    const isCorrection =
      correction !== undefined &&
      at + correction.length < tokens.length &&
      (isMark(tokens[index], ',', '–', '.', '…') || isWord(tokens[index], 'um', 'uh', 'er', 'erm', 'oh')) &&
      index > start &&
      fillerLength(tokens, start) < index - start
    const isAside =
      !isCorrection &&
      isMark(tokens[index], ',', '–', '(') &&
      (startsReason(tokens, at) || startsAside(tokens, at))
    const isPurpose =
      isWord(tokens[index], 'so') &&
      isWord(
        tokens[at],
        'that',
        'they',
        'it',
        'its',
        'people',
        'visitors',
        'we',
        'everyone',
        'nobody',
        'users',
      ) &&
      !isWord(tokens[at + 1], 'says', 'say', 'reads', 'should', 'comes') &&
      !isWord(tokens[at + 2], 'says', 'reads')
    const isReason = (reasonWords.has(tokens[index]?.norm ?? '') || isPurpose) && index > start + 1
    if (
      isWord(tokens[start + fillerLength(tokens, start)], 'find') &&
      isWord(tokens[at], 'put', 'replace', 'change', 'use', 'write', 'make', 'swap')
    )
      continue
    const adds =
      verbAt(tokens, start + fillerLength(tokens, start))?.classes.has('add') &&
      isWord(
        tokens[start + fillerLength(tokens, start)],
        'add',
        'insert',
        'include',
        'create',
        'new',
        'append',
      )
    if (adds && !verbAt(tokens, at + fillerLength(tokens, at)) && isMark(tokens[index], ',', '.', ':', '–'))
      continue
    const isSubject =
      isWord(tokens[at], 'i', 'we') && isWord(tokens[at + 1], 'want', 'need', 'would', 'wanna')
    if (!isCorrection && !isAside && !isReason && !isSubject && !begins(tokens, at, page)) continue
    if (
      isMark(tokens[index], ':') &&
      !tokens.slice(at, at + 4).some((token) => isWord(token, 'it', 'that', 'this', 'them'))
    )
      continue
    const isTopic =
      tokens[index]?.kind === 'word' &&
      !isWord(tokens[index], 'and', 'then', 'but', 'plus', 'also', 'so', 'um', 'uh', 'er', 'erm', 'oh') &&
      !isReason
    if (index > start) parts.push({ tokens: tokens.slice(start, isTopic ? index + 1 : index), corrects })
    corrects = isCorrection
    start = isCorrection ? at + (correction?.length ?? 0) : isReason ? index : at
    index = Math.max(index, start - 1)
  }
  parts.push({ tokens: tokens.slice(start), corrects })
  return parts
}

/** Where the next clause would begin after a comma, "and", "then"; undefined where nothing can end. */
function boundaryAt(tokens: Token[], index: number): number | undefined {
  const token = tokens[index]
  const next = tokens[index + 1]
  if (!token || !next) return undefined
  if (reasonWords.has(token.norm) || isWord(token, 'so')) return index + 1
  if (isWord(token, 'um', 'uh', 'er', 'erm', 'oh'))
    return longestPhrase(corrections, tokens, index + 1, 4) ? index + 1 : undefined
  // "the headline i want it to say X": what is spoken of, then what is wanted.
  if (
    isWord(next, 'i', 'we') &&
    isWord(tokens[index + 2], 'want', 'need', 'would', 'wanna') &&
    tokens.slice(index + 3, index + 7).some((after) => isWord(after, 'it', 'that', 'them', 'this')) &&
    token.kind === 'word'
  )
    return index + 1
  if (isMark(token, ',', '–', '(', ')', '…', '.', '!', '?', ':'))
    return next.start > token.end || isMark(token, '(') ? index + 1 : undefined
  return isWord(token, 'and', 'then', 'but', 'plus', 'also') ? index + 1 : undefined
}
