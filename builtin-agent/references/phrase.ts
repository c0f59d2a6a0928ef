import { memoize } from '../memoize.ts'
import { isPlural, singular } from '../nodeNames.ts'
import { stem, type Token, tokenise, wordsOf } from '../tokens.ts'
import { type Given, readGiven } from '../values/given.ts'
import { fontAt } from '../values/read.ts'
import {
  determiners,
  genericBlockWords,
  genericItemWords,
  genericTextWords,
  isFunctionWord,
  numbers,
  ordinals,
  pointingWords,
} from '../words/plain.ts'

/** The context of a phrase: the act, the new value, the old words, other phrases of the wish, and the words before it. */
export type Around = {
  act?: string | undefined
  value?: { text: string; isQuote: boolean } | undefined
  old?: string | undefined
  beside?: Token[]
  rest?: Token[]
}

/** A phrase split into its words and those of the anchor that its first relation introduces. */
export type PhraseParts = {
  /** Every word with its side of the relation, such as `head:line`, `tail:headline`. */
  words: string[]
  content: Content[]
  ordinals: number[]
  quotes: string[]
  relation: 'after' | 'before' | undefined
  isPlural: boolean
  isTop: boolean
  isBottom: boolean
  text: string
  given: Given | undefined
  old: string
  rest: Set<string>
}
type Content = { word: string; stem: string; isTail: boolean; isGeneric: boolean }

const relations = new Set(
  'of in on under below above beneath underneath for from at with about between next after before to inside over beside by behind near within'.split(
    ' ',
  ),
)
const after = new Set('under below beneath underneath after'.split(' '))
const before = new Set('above before over'.split(' '))
const most = 24

/** Cached, as the value is the same for all phrases of a message. */
const givenBy = memoize((text) => readGiven(tokenise(text), text))

export function splitPhrase(tokens: Token[], around: Around = {}): PhraseParts {
  const { act, value, old, beside = [], rest = [] } = around
  const own = tokens.slice(0, most)
  const list = [...own, ...beside.slice(0, most)]
  const marked = value && (value.isQuote ? `“${value.text}”` : value.text)
  const given = marked === undefined ? undefined : givenBy(marked)
  const phrase: PhraseParts = {
    words: [],
    content: [],
    ordinals: [],
    quotes: [],
    relation: undefined,
    isPlural: false,
    isTop: false,
    isBottom: false,
    given,
    old: wordsOf(old ?? '').join(' '),
    rest: new Set(
      rest.flatMap(({ kind, norm }) => (kind === 'word' && !isFunctionWord(norm) ? [stem(norm)] : [])),
    ),
    text: own
      .flatMap(({ text }) => wordsOf(text))
      .filter((word) => !determiners.has(word))
      .join(' '),
  }
  if (act || given) phrase.words.push(`act:${act ?? 'none'}`)
  if (given) phrase.words.push(`value:${given.shape}`, `value:${formOf(given)}`)
  if (phrase.old) phrase.words.push('old:')
  let isTail = false
  for (const [at, token] of list.entries()) {
    const { norm, kind, text } = token
    if (at === own.length) isTail = true
    if (kind === 'mark') continue
    if (kind === 'quote') {
      phrase.quotes.push(wordsOf(text).join(' '))
      phrase.words.push(`${isTail ? 'tail' : 'head'}:<quote>`)
      continue
    }
    const word = kind === 'number' ? '<number>' : kind === 'word' ? norm : `<${kind}>`
    if (at > 0 && relations.has(norm) && !isTail) {
      isTail = true
      phrase.relation = after.has(norm) ? 'after' : before.has(norm) ? 'before' : undefined
    }
    phrase.words.push(`${token.possessive || isTail ? 'tail' : 'head'}:${word}`)
    const ordinal = ordinals[norm] ?? (at > 0 ? numbers[norm] : undefined)
    if (ordinal !== undefined) phrase.ordinals.push(ordinal)
    else if (kind === 'number' && /^\d$/.test(norm)) phrase.ordinals.push(Number(norm))
    if (/^(?:top|upper|start|beginning|opening)$/.test(norm)) phrase.isTop = true
    if (/^(?:bottom|end|lower|closing|final)$/.test(norm)) phrase.isBottom = true
    if (kind === 'word' && !isTail && isPlural(norm)) phrase.isPlural = true
    if (kind === 'word' && (isFunctionWord(norm) || ordinal !== undefined)) continue
    for (const each of kind === 'word' ? [norm] : wordsOf(text)) {
      const single = singular(each)
      phrase.content.push({
        word: single,
        stem: stem(each),
        isTail: isTail || token.possessive === true,
        isGeneric: [genericBlockWords, genericItemWords, genericTextWords, pointingWords].some(
          (set) => set.has(each) || set.has(single),
        ),
      })
    }
  }
  return phrase
}

/** The form of a value. */
function formOf({ text, tokens, isColor, isLink }: Given): string {
  if (isColor || isLink) return isColor ? 'color' : 'link'
  const font = fontAt(tokens, 0)
  if (font && font.length === tokens.length) return 'font'
  const count = wordsOf(text).length
  return `${/\?$/.test(text) ? 'question' : /[.!]$/.test(text) ? 'sentence' : 'phrase'}${count < 4 ? 1 : count < 9 ? 2 : 3}`
}
