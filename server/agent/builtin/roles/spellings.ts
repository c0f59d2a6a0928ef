import type { Outcome } from '../outcome.ts'
import type { Page } from '../page.ts'
import { leavesWith } from '../values/replace.ts'
import { spellings as varieties } from '../words/english.ts'
import { replaceIn } from './newWords.ts'

const word = '["“”‘\'«]?([\\p{L}-]{4,30})["“”’\'»]?'
/** "analyse with an s, please", "email without the hyphen": the word as it should be. */
const wanted = [
  new RegExp(`(?<![\\p{L}-])${word} with (?:an? |the )?["“']?[a-z]["”']?(?![\\p{L}])`, 'iu'),
  new RegExp(`(?<![\\p{L}-])${word} without (?:the |an? |any )?(?:hyphen|dash)`, 'iu'),
]
/** "email, not e-mail" */
const contrasted = new RegExp(`(?<![\\p{L}-])${word},? (?:and )?(?:not|instead of|rather than) ${word}`, 'iu')
/** "the British spelling of “analyze”" */
const ofWord = new RegExp(
  `\\b(british|uk|american|us)(?: english)? spelling (?:of|for) (?:the word )?${word}`,
  'iu',
)
/** A place that is named is left to what reads places. */
const inPlace =
  /\b(?:in|on|under|of) (?:the|our|my|its) (?!(?:whole |entire )?(?:page|site|texts?|copy)\b|word\b)\p{L}/iu
const longest = 300

/** One word, written otherwise, wherever the page has it. */
export function* spellings(message: string, page: Page): Generator<{ outcome: Outcome; saying: string }> {
  if (message.length > longest || inPlace.test(message)) return
  const [old, next] = asked(message, page) ?? []
  if (!old || !next || old.toLowerCase() === next.toLowerCase()) return
  const leaves = leavesWith(old, page)
  const outcome = leaves.length > 0 ? replaceIn(leaves, old, next, page) : undefined
  if (outcome) yield { outcome, saying: `Replace “${old}” with “${next}” everywhere` }
}

function asked(message: string, page: Page): [old: string, next: string] | undefined {
  const [, variety, given] = ofWord.exec(message) ?? []
  if (variety && given) return inVariety(given.toLowerCase(), /british|uk/i.test(variety))
  const [, one, other] = contrasted.exec(message) ?? []
  if (one && other) return skeleton(one) === skeleton(other) ? [other, one] : undefined
  for (const pattern of wanted) {
    const [, next] = pattern.exec(message) ?? []
    const old = next && onPage(next, page)
    if (old) return [old, next]
  }
  return undefined
}

function inVariety(given: string, isBritish: boolean): [string, string] | undefined {
  for (const [american, british] of varieties) {
    const [from, to] = isBritish ? [american, british] : [british, american]
    if (given.startsWith(from)) return [given, to + given.slice(from.length)]
    if (given.startsWith(to)) return [from + given.slice(to.length), given]
  }
  return undefined
}

/** What spellings of a word have in common: "e-mail" and "email", "analyze" and "analyse". */
const skeleton = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('z', 's')
    .replaceAll('our', 'or')
    .replace(/re$/, 'er')

/** The one other spelling of a word that the page has. */
function onPage(next: string, { nodes }: Page): string | undefined {
  const words = nodes.flatMap(({ kind, value }) =>
    kind === 'text' && typeof value === 'string' ? value.toLowerCase().split(/[^\p{L}-]+/u) : [],
  )
  const others = new Set(
    words.filter((other) => skeleton(other) === skeleton(next) && other !== next.toLowerCase()),
  )
  return others.size === 1 ? [...others][0] : undefined
}
