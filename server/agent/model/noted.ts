import type { AgentContext } from '../agent.ts'
import type { Fact, NumberedFacts } from './facts.ts'
import { familiarText, isGeneral, placeWords, wordsIn } from './familiar.ts'

/** A name that appears only in notes, and the facts that contain it. */
export type NotedName = { text: string; facts: Fact[]; isStranger: boolean }

type NotedWord = { facts: Set<Fact>; isNameInside: boolean }

const capital = /\p{Lu}[\p{L}\p{M}'’-]*/gu
const german =
  /(?<!\p{L})(?:der|die|das|den|dem|und|ist|sind|mit|für|von|nicht|eine?|im|zu|auf|über|sie|wir|bei)(?!\p{L})/gu

/**
 * Names that appear only in notes: capitalised words that the message, the page and the data of the audience don't
 * contain. Such a name is a stranger (a person or company other than the audience) unless it is a place, month,
 * country or abbreviation.
 */
export class NotedNames {
  readonly #seen = new Map<string, NotedWord>()
  readonly #familiar: Set<string>
  readonly #plain = new Set<string>()

  constructor(context: AgentContext, facts: NumberedFacts) {
    this.#familiar = new Set(wordsIn(familiarText(context).toLowerCase()))
    for (const fact of facts.notes) {
      for (const word of wordsIn(fact.text)) if (word === word.toLowerCase()) this.#plain.add(word)
      const pairs = nounsHaveCapitals(fact.text) ? pairWords(fact.text) : undefined
      for (const { word, isInside } of capitalsIn(fact.text)) {
        if (pairs && !pairs.has(word)) continue
        const seen = this.#seen.get(word) ?? { facts: new Set(), isNameInside: false }
        seen.facts.add(fact)
        seen.isNameInside ||= isInside
        this.#seen.set(word, seen)
      }
    }
  }

  find(text: string): NotedName[] {
    if (this.#seen.size === 0) return []
    const places = placeWords(text)
    const found = new Map<string, NotedName>()
    for (const { word, isInside } of capitalsIn(text)) {
      const seen = this.#seen.get(word)
      const lower = word.toLowerCase()
      if (!seen || this.#familiar.has(lower) || this.#plain.has(lower)) continue
      if (!isInside && !seen.isNameInside) continue
      const isStranger = !isGeneral(word) && !places.has(word) && word !== word.toUpperCase()
      found.set(word, { text: word, facts: [...seen.facts], isStranger })
    }
    return [...found.values()]
  }
}

/** Characters after which a sentence or a list entry begins. */
const sentenceStarts = '.!?:…“"(\n•–—-'

/** Capitalised words, and whether they are inside a sentence, where ordinary words are not capitalised. */
function capitalsIn(text: string): { word: string; isInside: boolean }[] {
  const isTitle = hasTitleCase(text)
  return [...text.matchAll(capital)]
    .filter(({ index }) => !/[\p{L}\p{N}]/u.test(text[index - 1] ?? ''))
    .map(({ 0: whole, index }) => {
      const before = text.slice(Math.max(0, index - 4), index).replace(/[^\S\n]/g, '')
      const opens = before === '' || sentenceStarts.includes(before.at(-1) ?? '')
      return { word: whole.replace(/['’]s$|(?<!['’-])['’-]+$/u, ''), isInside: !opens && !isTitle }
    })
    .filter(({ word }) => word.length >= 3)
}

/** Whether most words are capitalised, as in headings in title case. */
export function hasTitleCase(text: string): boolean {
  const long = text.match(/\p{L}{4,}/gu) ?? []
  return long.length >= 2 && long.filter((word) => /^\p{Lu}/u.test(word)).length > long.length * 0.6
}

/** German capitalises every noun, so a single capitalised word is no evidence of a name. */
function nounsHaveCapitals(text: string): boolean {
  return new Set(text.match(german)).size >= 2
}

/** Capitalised words next to another one: first and last names, names of companies. */
function pairWords(text: string): Set<string> {
  return new Set(
    [...text.matchAll(/(\p{Lu}\p{L}+) (?=(\p{Lu}\p{L}+))/gu)].flatMap(([, a = '', b = '']) => [a, b]),
  )
}
