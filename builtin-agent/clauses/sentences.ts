import type { Page } from '../page.ts'
import { isMark, isWord, type Token } from '../tokens.ts'
import { fillerLength, verbAt } from '../verbs.ts'
import { begins, startsReason } from './beginnings.ts'

export type Sentence = { tokens: Token[]; isQuestion: boolean; corrects?: number }

const mostTokensPerClause = 400

/** Sentences, lines and bullets. What follows a colon stays with it until something begins a wish of its own. */
export function sentencesOf(tokens: Token[], page: Page): Sentence[] {
  const sentences: Sentence[] = []
  let current: Token[] = []
  let hasColon = false
  /** Each point of a list is a wish of its own, unless the list is what follows a colon. */
  let inList = isMark(tokens[0], 'bullet')
  const close = (isQuestion: boolean) => {
    if (current.length > 0) sentences.push({ tokens: current, isQuestion })
    current = []
    hasColon = false
  }
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1]
    const isEnd =
      isMark(token, '\n', 'bullet', ';') ||
      (isMark(token, '.', '!', '?', '…') &&
        (!next || next.start > token.end) &&
        !(isMark(token, '.') && isWord(tokens[index - 1], 'mr', 'mrs', 'ms', 'dr', 'prof')))
    if (!isEnd) {
      if (isMark(token, ':', '→') && !isHeader(current))
        hasColon = !(
          next?.kind === 'quote' &&
          isMark(tokens[index + 2], '.', ',', '!', ';') &&
          !verbAt(current, fillerLength(current, 0))
        )
      current.push(token)
      continue
    }
    const isNextPoint = isMark(token, 'bullet') && inList
    if (isMark(token, 'bullet') && !hasColon) inList = true
    const stays =
      hasColon &&
      !isNextPoint &&
      next !== undefined &&
      current.length < 400 &&
      !begins(tokens, index + 1, page) &&
      !startsReason(tokens, index + 1)
    if (isMark(token, 'bullet') && stays && !isMark(current.at(-1), ':', 'bullet'))
      current.push({ ...token, norm: 'bullet' })
    else if (stays) current.push(token)
    else if (isMark(token, 'bullet', '\n') && isMark(current.at(-1), ':') && isHeader(current.slice(0, -1))) {
      current = []
      hasColon = false
    } else close(isMark(token, '?'))
  }
  close(false)
  return sentences.map(({ tokens: words, isQuestion }) => ({
    tokens: words.slice(0, mostTokensPerClause),
    isQuestion,
  }))
}

/** "Three things:", "a few changes:" announce what comes. */
function isHeader(tokens: Token[]): boolean {
  const words = tokens.slice(fillerLength(tokens, 0))
  return (
    words.length <= 8 &&
    /\b(?:things|changes|edits|tweaks|points|requests|items|fixes|updates|following|todo|list)\b/.test(
      words.map(({ norm }) => norm).join(' '),
    ) &&
    !words.some(({ norm }) => /^(?:add|keyword|keywords|points)$/.test(norm))
  )
}
