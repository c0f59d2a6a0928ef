import { nameOf } from '../describe.ts'
import type { Node } from '../nodes.ts'
import type { Outcome } from '../outcome.ts'
import type { Page } from '../page.ts'
import { stem, wordsOf } from '../tokens.ts'
import { leavesWith } from '../values/replace.ts'
import { spelled, spelledNumber } from '../values/spelled.ts'
import { determiners, functionWords } from '../words/plain.ts'
import { withCounted } from './amounts.ts'
import { hedged } from './complete.ts'
import { replaceIn } from './newWords.ts'

const figure = '(\\d[\\d.,]*|[a-z]+(?:-[a-z]+)?)'
/** "sixty days of notice, not thirty", "up to four months, it says three" */
const contrasts = [
  new RegExp(
    `^(.*?)\\b${figure}(?:\\s+[^,.;:]{0,40})?,?\\s+(?:and |but )?not ${figure}(?:\\s+\\w+)?[.!]?$`,
    'i',
  ),
  new RegExp(
    `^(.*?)\\b${figure}(?:\\s+[^,.;:]{0,40})?[,.;]\\s+(?:but |and )?(?:it|the (?:page|table|text|answer|faq|form|note)) (?:still )?says ${figure}(?:\\s+\\w+)?[.!]?$`,
    'i',
  ),
]
const longest = 160

/** A number that is corrected by a statement: the one text that has the old number and speaks of the same. */
export function* figures(message: string, page: Page): Generator<{ outcome: Outcome; saying: string }> {
  if (message.length > longest || hedged.test(message) || message.includes('?')) return
  for (const contrast of contrasts) {
    const found = contrast.exec(message.trim())
    const [next, old] = [lastNumber(message, found?.[2]), found?.[3]]
    if (!next || !old || numberOf(next) === undefined || numberOf(old) === undefined) continue
    const about = new Set(telling(message))
    const words = [old, spelled(numberOf(old) as number) ?? '', String(numberOf(old))].filter(
      (each) => each !== '',
    )
    const leaves = new Set(words.flatMap((each) => leavesWith(each, page)))
    const shared = (leaf: Node) => telling(String(leaf.value)).filter((word) => about.has(word)).length
    const ranked = [...leaves]
      .map((leaf) => ({ leaf, count: shared(leaf) }))
      .sort((a, b) => b.count - a.count)
    const [first, second] = ranked
    if (!first || first.count === 0 || (second && second.count === first.count)) continue
    const written = words.find((each) => leavesWith(each, page).includes(first.leaf)) as string
    const [from, to] = withCounted(written, next, message, page)
    const outcome = replaceIn([first.leaf], from, to, page)
    if (outcome) yield { outcome, saying: `Replace “${from}” with “${to}” in ${nameOf(first.leaf, page)}` }
  }
}

/** The number itself, where words that are none stand in its place. */
const lastNumber = (message: string, said: string | undefined) => {
  if (!said || numberOf(said) !== undefined) return said
  const before = message.slice(
    0,
    message.search(/,?\s+(?:and |but )?not\b|[,.;]\s+(?:but |and )?(?:it|the \w+) (?:still )?says\b/i),
  )
  const numbers = before.split(/\s+/).filter((word) => numberOf(word) !== undefined)
  return numbers.length === 1 ? numbers[0] : undefined
}

const numberOf = (text: string): number | undefined =>
  /^\d/.test(text)
    ? Number(text.replace(/,(?=\d{3})/g, '').replace(/[.,]$/, ''))
    : spelledNumber(text.toLowerCase().split('-'))

const telling = (text: string) =>
  wordsOf(text)
    .filter(
      (word) =>
        !functionWords.has(word) && !determiners.has(word) && numberOf(word) === undefined && word.length > 2,
    )
    .map(stem)
