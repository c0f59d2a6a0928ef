import type { Page } from '../page.ts'
import { leavesWith } from '../values/replace.ts'
import { spellings as varieties } from '../words/english.ts'
import { replaceIn } from './newWords.ts'
import type { SetForm } from './setForms.ts'

const word = '["“”‘\'«]?([\\p{L}-]{4,30})["“”’\'»]?'
/** "analyse with an s, please", "e-mail with a hyphen": the word as it should be. */
const wanted = [
  new RegExp(
    `(?<![\\p{L}-])${word} with (?:an? |the )?["“']?[a-z]["”']?(?=\\s*(?:[,.;!)–-]|$|please|pls|so|not|everywhere|throughout))`,
    'iu',
  ),
  new RegExp(`(?<![\\p{L}-])${word},? with(?:out)? (?:the |an? |any )?(?:hyphen|dash)`, 'iu'),
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

/** What comes before is a text that is given: "change the headline to …". */
const giving = /\bto\b|:|\b(?:should|must) (?:say|read)\b/i

/** One word, written otherwise, wherever the page has it. */
export function* spellings(message: string, page: Page): Generator<SetForm> {
  if (message.length > longest || inPlace.test(message)) return
  const found = asked(message, page)
  if (!found || giving.test(message.slice(0, found.match.index))) return
  const { match, old, next } = found
  const leaves = old.toLowerCase() === next.toLowerCase() ? [] : leavesWith(old, page)
  const outcome = leaves.length > 0 ? replaceIn(leaves, old, next, page) : undefined
  const end = match.index + match[0].length
  if (outcome)
    yield { outcome, saying: `Replace “${old}” with “${next}” everywhere`, start: match.index, end }
}

type Asked = { match: RegExpExecArray; old: string; next: string }
function asked(message: string, page: Page): Asked | undefined {
  const named = ofWord.exec(message)
  const [, variety = '', given] = named ?? []
  const [old, next] = given ? (inVariety(given.toLowerCase(), /british|uk/i.test(variety)) ?? []) : []
  if (named) return old && next ? { match: named, old, next } : undefined
  const contrast = contrasted.exec(message)
  const [, one, other] = contrast ?? []
  if (contrast && one && other)
    return skeleton(one) === skeleton(other) ? { match: contrast, old: other, next: one } : undefined
  for (const pattern of wanted) {
    const match = pattern.exec(message)
    const found = match?.[1] && onPage(match[1], page)
    if (match?.[1] && found) return { match, old: found, next: match[1] }
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
