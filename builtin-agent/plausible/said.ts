import { isStructuralWord } from '../roles/clarity.ts'
import { stem, type Token, tokenise, wordsOf } from '../tokens.ts'
import { fillers } from '../words/plain.ts'

/** A word of the message, and which element of the edit explains it. */
export type SaidWord = {
  text: string
  word: string
  stem: string
  start: number
  end: number
  isQuoted: boolean
  isNumber: boolean
  by?: 'value' | 'old' | 'name'
}

export function readWords(message: string): SaidWord[] {
  const flat = tokenise(message).flatMap((token): (Token & { isQuoted?: true })[] =>
    token.kind === 'quote'
      ? tokenise(token.text).map((inner) => ({
          ...inner,
          start: inner.start + token.start + 1,
          end: inner.end + token.start + 1,
          isQuoted: true,
        }))
      : [token],
  )
  return flat
    .filter(({ kind }) => kind !== 'mark')
    .map(({ kind, text, norm, start, end, isQuoted = false }) => {
      const word = kind === 'word' ? norm : norm.replace(/^[$€£]\s?/, '')
      return { text, word, stem: stem(word), start, end, isQuoted, isNumber: kind === 'number' }
    })
}

export const isIdle = (word: string) => isStructuralWord(word) || fillers.has(word)
export const contentWords = (words: readonly string[]) => words.filter((word) => !isIdle(word))
/** The share of words that are in a set. */
export const share = (words: string[], of: Set<string>) =>
  words.length === 0 ? Number.NaN : words.filter((word) => of.has(word)).length / words.length

/** Marks the words of the message that also occur in a text. */
export function markExplained(
  said: SaidWord[],
  text: string,
  by: NonNullable<SaidWord['by']>,
  form = (word: string) => word,
) {
  const stems = new Set(wordsOf(text).map((word) => stem(form(word))))
  if (stems.size > 0) for (const each of said) if (!each.by && stems.has(stem(form(each.word)))) each.by = by
}

/** The last occurrence of a sequence of words in the message. */
export function findWords(said: SaidWord[], words: readonly string[]): SaidWord[] | undefined {
  if (words.length === 0) return undefined
  const flat = said.flatMap((each) => wordsOf(each.text).map((word) => ({ word, each })))
  for (let at = flat.length - words.length; at >= 0; at--)
    if (words.every((word, place) => flat[at + place]?.word === word))
      return flat.slice(at, at + words.length).map(({ each }) => each)
  return undefined
}
