import { namingWords } from '../naming.ts'
import { isPlural, singular } from '../nodeNames.ts'
import { stem, type Token, tokenise } from '../tokens.ts'
import { paraphrases } from '../words/paraphrases.ts'
import {
  fillers,
  genericBlockWords,
  genericItemWords,
  genericTextWords,
  isFunctionWord,
} from '../words/plain.ts'

export type PhraseWord = { word: string; stem: string; raw: string; kind: Token['kind'] }

export type Phrase = {
  items: PhraseWord[]
  ordinals: number[]
  /** How many are meant, for an ordinal with a number: of the last two, the ordinal is -1 and the count 2. */
  count: number | undefined
  isAll: boolean
  isOther: boolean
  /** Whether a demonstrative refers to something mentioned before. */
  isThat: boolean
  isAbout: boolean
  isPlural: boolean
  place: 'top' | 'bottom' | undefined
}

const mostWords = 24
const aboutWords = new Set(
  'about mentioning mentions saying says says with regarding on that where re concerning talking'.split(' '),
)
const allWords = new Set('all every both each everything any'.split(' '))

export function readPhrase(given: Token[]): Phrase {
  const tokens = paraphrased(given)
  const phrase: Phrase = {
    items: [],
    ordinals: [],
    count: undefined,
    isAll: false,
    isOther: false,
    isThat: false,
    isAbout: false,
    isPlural: false,
    place: undefined,
  }
  for (const token of tokens.slice(0, mostWords * 2)) {
    const { norm, kind, text } = token
    if (kind === 'mark') continue
    if (kind === 'word') {
      if (aboutWords.has(norm)) phrase.isAbout = true
      if (allWords.has(norm)) phrase.isAll = true
      if (norm === 'other') phrase.isOther = true
      if (/^(?:that|this|those|these)$/.test(norm)) phrase.isThat = true
      if (norm === 'only' || allWords.has(norm)) continue
      if (isFunctionWord(norm)) continue
      if (fillers.has(norm) && !namingWords.has(norm)) continue
    }
    phrase.items.push({ word: singular(norm), stem: stem(norm), raw: text, kind })
    if (kind === 'word' && isPlural(norm)) phrase.isPlural = true
  }
  phrase.items = phrase.items.slice(0, mostWords)
  return phrase
}

/** Replaces a known description of a part by its name. */
function paraphrased(tokens: Token[]): Token[] {
  if (tokens.length > 20 || tokens.some(({ kind }) => kind === 'quote')) return tokens
  const said = tokens.map(({ norm, possessive }) => (possessive ? `${norm}'s` : norm)).join(' ')
  const found = paraphrases.find(([pattern]) => pattern.test(said))
  return found ? tokenise(said.replace(found[0], found[1])) : tokens
}

export const isGenericWord = (word: string) =>
  [genericBlockWords, genericItemWords, genericTextWords].some((set) => set.has(word.toLowerCase()))

export const relationWords = new Set('under below above beneath underneath after before inside'.split(' '))
