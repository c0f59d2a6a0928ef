import { corrections } from '../clauses.ts'
import { namingWords } from '../naming.ts'
import type { Page } from '../page.ts'
import { resolve } from '../targets.ts'
import { isMark, isWord, longestPhrase, type Token } from '../tokens.ts'
import { verbAt } from '../verbs.ts'
import { determiners, functionWords, genericBlockWords } from '../words/plain.ts'
import { weakVerbs } from '../words/verbs.ts'
import type { Given } from './assign.ts'

/** A value without what was said after it: where it belongs, or what it takes the place of. */
export type Tail = { value: Token[]; extra: Token[]; old: Token[] | undefined; cost: number }

const places = new Set('in on under of for at below within above over inside beneath'.split(' '))
const endings = new Set(
  'please pls plz thanks thx cheers instead too now everywhere asap again ok okay then anymore'.split(' '),
)

/** All ways to tell a value from what follows it. */
export function tailsOf(value: Token[], page: Page, depth = 0): Tail[] {
  const tails: Tail[] = []
  const whole = trim(value)
  if (whole.length === 0) return tails
  const quote = whole[0]?.kind === 'quote'
  const rest = whole.slice(1).filter((token) => token.kind !== 'mark' && !endings.has(token.norm))
  let isCut = false
  if (whole.length > 1 && whole.length < 60)
    for (let at = whole.length - 1; at >= 1; at--) {
      const contrast = contrastAt(whole, at)
      if (contrast) {
        const old = trim(whole.slice(at + contrast))
        if (old.length > 0) tails.push({ value: trim(whole.slice(0, at)), extra: [], old, cost: 0 })
        continue
      }
      const extra = whereAt(whole, at, page)
      if (!extra) continue
      isCut = true
      const inner = trim(whole.slice(0, at))
      if (depth === 0)
        tails.push(
          ...tailsOf(inner, page, 1).map((tail) => ({
            ...tail,
            extra: [...tail.extra, ...extra],
            cost: tail.cost + 0.2,
          })),
        )
      else tails.push({ value: inner, extra, old: undefined, cost: 0.2 })
    }
  const isContrast = tails.some(({ old }) => old !== undefined && isOnPage(old, page))
  const isAddress = /^(?:url|email|phone)$/.test(whole.at(-1)?.kind ?? '')
  if (!quote || rest.length === 0 || isAddress)
    tails.push({ value: whole, extra: [], old: undefined, cost: isContrast ? 3 : isCut && !quote ? 1.2 : 0 })
  return tails
}

function isOnPage(tokens: Token[], page: Page): boolean {
  const words = tokens
    .filter(({ kind, norm }) => kind !== 'mark' && !determiners.has(norm))
    .map(({ norm }) => norm)
  return page.nodes.some(
    ({ value, kind }) =>
      (typeof value === 'string' && words.every((word) => value.toLowerCase().includes(word))) ||
      (kind === 'choice' && words.some((word) => word === value)),
  )
}

/** Words at the end that say where a value belongs: "in the features", ", only the title". */
function whereAt(tokens: Token[], at: number, page: Page): Token[] | undefined {
  const token = tokens[at]
  const before = tokens[at - 1]
  const isOnly = isWord(token, 'only', 'just') && (isMark(before, ',', '–', '(') || before?.kind === 'quote')
  if (token?.kind !== 'word' || !(places.has(token.norm) || isOnly) || tokens.length - at > 10)
    return undefined
  const isAfterQuote =
    before?.kind === 'quote' || (isMark(before, ',', '.') && tokens[at - 2]?.kind === 'quote')
  if (tokens[0]?.kind === 'quote' && !isAfterQuote && !isOnly && !isMark(before, ',')) return undefined
  const extra = tokens.slice(at + 1).filter(({ kind }) => kind !== 'mark')
  if (extra.length === 0) return undefined
  const isNamed = extra.every(
    ({ norm }) =>
      determiners.has(norm) ||
      functionWords.has(norm) ||
      namingWords.has(norm) ||
      genericBlockWords.has(norm),
  )
  if (
    !isAfterQuote &&
    !isOnly &&
    !(determiners.has(extra[0]?.norm ?? '') || (isNamed && isWord(token, 'in', 'on')))
  )
    return undefined
  const found = resolve(extra, page, { allowSeveral: true })
  if (found.kind === 'nothing') return undefined
  if (!isAfterQuote && !isOnly && found.kind === 'found' && found.nodes.every(({ kind }) => kind === 'text'))
    return undefined
  return isWord(token, 'under', 'below', 'above', 'over', 'beneath') ? [token, ...extra] : extra
}

/** "not", "instead of", "rather than": how many tokens stand before what is meant to go. */
export function contrastAt(tokens: Token[], at: number): number | undefined {
  const [first, second] = [tokens[at], tokens[at + 1]]
  if (isWord(first, 'instead', 'rather') && isWord(second, 'of', 'than')) return 2
  if (isWord(first, 'not') && !isWord(second, 'a', 'to', 'only', 'just')) return isWord(second, 'the') ? 2 : 1
  if (isWord(first, 'no') && isWord(second, 'longer', 'more')) return 2
  return undefined
}

export function trim(tokens: Token[]): Token[] {
  let list = tokens
  while (
    list.length > 0 &&
    (isMark(list[0], ',', ':', '–', '→', '=', '\n', 'bullet', '(') || isWord(list[0], 'just', 'simply'))
  )
    list = list.slice(1)
  while (
    list.length > 1 &&
    (isMark(list.at(-1), ',', ';', ':', '–', '(', ')', '\n', 'bullet') ||
      (list.at(-1)?.kind === 'word' && endings.has(list.at(-1)?.norm ?? '')) ||
      isWord(list.at(-1), 'and', 'but'))
  )
    list = list.slice(0, -1)
  return list
}

const hesitations = new Set('um uh uhm erm'.split(' '))

/** What speaks against a value being a text to write: places, arrows, quotes and wishes inside it. */
export function purity(tokens: Token[], given: Given, hasVerb: boolean): number {
  if (given.isQuoted) return 0
  if (isWord(tokens[0], 'and', 'or', 'of', 'to', 'but', 'with', 'than', 'so', 'because')) return 9
  if (tokens.length === 1 && isWord(tokens[0], 'that', 'this', 'it', 'so', 'them')) return 9
  let cost = 0
  const said = tokens.map(({ norm }) => norm).join(' ')
  if (/\b\d+ ?(?:px|pt|em|rem)\b/.test(said) || isMark(tokens[0], ',')) return 9
  if (
    /^(?:i|we|they|im|ive|id|its|it is|it was|thats|theyre|were) \w+/.test(said) &&
    !hasVerb &&
    /\b(?:i|we|it|they|im|id|its|that)\b/.test(said.slice(0, 4))
  )
    cost += 3
  if (
    /^(?:the |our |a )?(?:very )?(?:first|last|top|bottom) (?:thing|one|item|field|place|spot|position|section|question|step)\b/.test(
      said,
    )
  )
    return 9
  if (
    /^(?:approved|ok|okay|fine|good|unchanged|same|done|checked|perfect|delete|remove|deleted|removed|out|gone|none|tbd)$/.test(
      said,
    )
  )
    return 9
  if (/\b(?:should|must|shouldnt|needs to|has to) (?:be|say|read|go|have|become)\b/.test(said) && !hasVerb)
    cost += 3
  if (/^(?:say|says|read|reads|dial|dials|go to|link to|point to|open|lead to|called|named|be)\b/.test(said))
    return 9
  if (
    /^(?:to |at |in |on )?(?:the )?(?:very )?(?:top|bottom|end|start|beginning|front|first|last|middle)(?: place| position)?(?: of (?:the )?.{1,40})?$/.test(
      said,
    )
  )
    return 9
  if (/^(?:right |directly |just )?(?:before|after|above|below|under|between|next to)\b/.test(said)) return 9
  if (
    /^(?:up|down|first|last|optional|required|mandatory|bold|italic|shorter|longer|bigger|smaller|it|them|this|that|same|the same|be|not)\b/.test(
      said,
    ) &&
    given.shape === 'text'
  )
    cost += 2
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'quote') cost += 5
    if (
      (token.kind === 'phone' || token.kind === 'url' || token.kind === 'email') &&
      tokens.length > 1 &&
      index < tokens.length - 1
    )
      cost += 3
    if (isMark(token, '→', 'bullet', '\n')) cost += 4
    if (hesitations.has(token.norm) && token.kind === 'word') cost += 5
    if (isMark(token, ':') && index > 0 && index < tokens.length - 1) cost += 0.6
    if (isMark(token, ';')) cost += 0.5
    if (isMark(token, '(')) cost += 1.2
    if (isMark(token, '.') && index < tokens.length - 1 && (tokens[index + 1]?.start ?? 0) > token.end)
      cost += 0.8
    const before = tokens[index - 1]
    if (index === 0 && !hasVerb) {
      const verb = verbAt(tokens, 0)
      const next = tokens[verb?.length ?? 0]
      if (
        verb &&
        next &&
        (isWord(next, 'it', 'them', 'that', 'this', 'the') || next.kind === 'quote') &&
        !weakVerbs.has(verb.phrase)
      )
        cost += 4
      else if (verb && next && isWord(next, 'it', 'them', 'that')) cost += 4
    }
    if (index > 0 && isMark(before, ',', '–', '…', '.') && longestPhrase(corrections, tokens, index, 4))
      cost += 5
    if (
      index > 0 &&
      (isMark(before, ',', '.', '–', '(', ';') || isWord(before, 'and', 'then', 'but', 'please'))
    ) {
      const verb = verbAt(tokens, index)
      const next = tokens[index + (verb?.length ?? 0)]
      if (verb && next && (determiners.has(next.norm) || isWord(next, 'it', 'them', 'all')))
        cost += weakVerbs.has(verb.phrase) ? 1.5 : 4
      if (isWord(token, 'please', 'pls', 'dont', 'leave', 'keep')) cost += 3
      if (
        isWord(token, 'the', 'its', 'their') &&
        tokens
          .slice(index, index + 8)
          .some((each) => isWord(each, 'to', 'should', 'must') || isMark(each, ':', '→'))
      )
        cost += 3
    }
  }
  return cost
}
