import { keptIn } from './exceptions.ts'
import { namingWords } from './naming.ts'
import { singular } from './nodes.ts'
import type { Page } from './page.ts'
import { correct } from './spelling.ts'
import { isMark, isWord, longestPhrase, mostTokens, namesIn, type Token, tokenise } from './tokens.ts'
import { fillerLength, verbAt } from './verbs.ts'
import { determiners, numbers, ordinals, reasonPhrases, reasonWords } from './words/plain.ts'
import { weakVerbs } from './words/verbs.ts'

/** One thing that was said. A `wish` may turn out to be a remark when nothing in it can be understood as one. */
export type Clause = {
  act: 'wish' | 'question' | 'thanks' | 'keep' | 'remark'
  /** Without courtesy at its edges. */
  tokens: Token[]
  text: string
  /** The message that the tokens are places of. */
  source: string
  /** "no wait, the steps": takes the place of what was asked for just before. */
  corrects: boolean
}

const mostClauses = 40
const mostTokensPerClause = 400

const phrases = (list: string) => new Map(namesIn(list).map((phrase): [string, true] => [phrase, true]))
export const corrections = phrases(
  'no wait, wait no, wait, hold on, actually no, sorry, i mean, i meant, no i meant, no i mean, or rather, correction, no sorry, oh no, ah no, no not that, no actually, scratch that, hang on, make that, no make that, on second thought, on second thoughts',
)
const reasons = phrases(reasonPhrases)
const questionWords = new Set(
  'why what how which where who when whose is are was were does do did has have am whats hows wheres whos'.split(
    ' ',
  ),
)
const thanks = phrases(
  'thanks, thank you, thx, cheers, ty, thanks a lot, thank you so much, thanks so much, great, perfect, awesome, nice, love it, looks good, looks great, good job, nice work, well done, cool, good, i like it, i love it, great job, nice one, excellent, brilliant, amazing, wonderful, lovely, looking good',
)
const pronouns = new Set(
  'it them this that these those everything all both every each only no everyone something anything nothing its one'.split(
    ' ',
  ),
)

/** Blanks what only makes a message a letter: header lines, greetings, a closing with a name. Places stay as they are. */
export function withoutLetterhead(message: string): string {
  const blank = (text: string) => text.replace(/[^\n]/g, ' ')
  return message
    .replace(/^[^\S\n]*>+/gm, blank)
    .replace(/^(?:(?:From|To|Cc|Bcc|Subject|Date|Sent|Betreff):[^\n]{0,200}\n\s{0,8}){1,8}/i, blank)
    .replace(
      /^(?:hi|hello|hey|dear|good (?:morning|afternoon))(?: (?:all|team|there|everyone|folks|both|guys|\p{Lu}\p{L}+))?[,!.]?[^\S\n]*\n/iu,
      blank,
    )
    .replace(
      /\n[>\s]{0,8}(?:best|regards|kind regards|best regards|best wishes|cheers|thanks|thank you|many thanks|br|vg|lg|yours)\b[,.!]?[^\S\n]*(?:\n?[^\S\n]*\p{Lu}[\p{L} .()]{0,40})?\s*$/iu,
      blank,
    )
    .replace(
      /\n[>\s]{0,8}(?:best|regards|kind regards|best regards)\b,? [\p{Lu}][\p{L} ().]{0,40}\s*$/iu,
      blank,
    )
}

/** Takes a message apart into clauses and says what each is: a wish, a question, thanks, something to keep. */
export function readClauses(message: string, page: Page): { clauses: Clause[]; unreadFrom?: number } {
  const tokens = correct(tokenise(withoutLetterhead(message)), page)
  const clauses: Clause[] = []
  for (const sentence of sentencesOf(tokens, page))
    for (const part of partsOf(message, sentence, page)) {
      const unreadFrom = part.tokens[0]?.start
      if (clauses.length >= mostClauses && unreadFrom !== undefined) return { clauses, unreadFrom }
      if (sentence.corrects && part.tokens[0] === sentence.tokens[sentence.corrects]) part.corrects = true
      const clause = toClause(message, part, sentence.isQuestion, clauses.length > 0)
      if (clause) clauses.push(clause)
    }
  const last = tokens.at(-1)
  return tokens.length < mostTokens || !last ? { clauses } : { clauses, unreadFrom: last.end }
}

/** What goes all but for something is one wish: "drop all plans except Solo and Group". */
function partsOf(message: string, sentence: Sentence, page: Page) {
  const tokens = withoutCorrection(sentence)
  const [first, last] = [tokens[0], tokens.at(-1)]
  const text = first && last ? message.slice(first.start, last.end) : ''
  return keptIn(text) ? [{ tokens, corrects: false }] : split(tokens, page)
}

type Sentence = { tokens: Token[]; isQuestion: boolean; corrects?: number }

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

/** Sentences, lines and bullets. What follows a colon stays with it until something begins a wish of its own. */
function sentencesOf(tokens: Token[], page: Page): Sentence[] {
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
export function isHeader(tokens: Token[]): boolean {
  const words = tokens.slice(fillerLength(tokens, 0))
  return (
    words.length <= 8 &&
    /\b(?:things|changes|edits|tweaks|points|requests|items|fixes|updates|following|todo|list)\b/.test(
      words.map(({ norm }) => norm).join(' '),
    ) &&
    !words.some(({ norm }) => /^(?:add|keyword|keywords|points)$/.test(norm))
  )
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

/** "it's left over from a template": says something of what was named, asks for nothing. */
export function startsAside(tokens: Token[], at: number): boolean {
  if (
    !isWord(
      tokens[at],
      'it',
      'its',
      'they',
      'theyre',
      'thats',
      'he',
      'she',
      'hes',
      'shes',
      'we',
      'were',
      'weve',
      'i',
      'im',
      'ive',
      'people',
      'nobody',
      'everybody',
      'everyone',
    )
  )
    return false
  const said = tokens
    .slice(at, at + 5)
    .map(({ norm }) => norm)
    .join(' ')
  return !/^(?:it|they|he|she) (?:should|must|needs?|has to|have to|ought|can)\b|^(?:i|we) (?:want|need|would|d like|should|dont)|^its? \S+ not\b|^it (?:to|say|go|read)\b/.test(
    said,
  )
}

export function startsReason(tokens: Token[], at: number): boolean {
  const from = at + (isWord(tokens[at], 'and', 'but', 'so') ? 1 : 0)
  return (
    reasonWords.has(tokens[from]?.norm ?? '') ||
    longestPhrase(reasons, tokens, at, 5) !== undefined ||
    longestPhrase(reasons, tokens, from, 5) !== undefined
  )
}

/** Whether a wish begins here: a verb with something to do it to, or a thing on the page that is to become something. */
export function begins(tokens: Token[], at: number, page: Page): boolean {
  const from = at + fillerLength(tokens, at)
  const first = tokens[from]
  if (first?.kind === 'quote')
    return (
      from === at &&
      isWord(tokens[from + 1], 'as', 'for', 'on', 'in') &&
      tokens.slice(from + 2, from + 4).some((token) => isNaming(token, page))
    )
  if (first?.kind !== 'word') return false
  const negated =
    isWord(first, 'dont', 'never', 'no', 'keep', 'leave', 'without') ||
    (isWord(first, 'do') && isWord(tokens[from + 1], 'not'))
  if (negated) return isObject(tokens[from + 1], page) || isWord(first, 'dont', 'never', 'do')
  const verb = verbAt(tokens, from)
  if (verb) {
    const after = tokens[from + verb.length + fillerLength(tokens, from + verb.length)]
    if (!after) return verb.classes.has('undo') || (from > at && !weakVerbs.has(verb.phrase))
    if (weakVerbs.has(verb.phrase) || verb.length > 1 || namingWords.has(first.norm)) {
      if (
        after.kind === 'quote' ||
        isWord(
          after,
          'the',
          'it',
          'them',
          'a',
          'an',
          'my',
          'our',
          'your',
          'this',
          'that',
          'these',
          'those',
          'all',
          'both',
          'another',
          'every',
          'each',
          'one',
        ) ||
        after.possessive ||
        ordinals[after.norm] !== undefined
      )
        return (
          !isWord(
            first,
            'have',
            'show',
            'find',
            'need',
            'want',
            'say',
            'go',
            'take',
            'get',
            'give',
            'let',
            'order',
            'lead',
          ) ||
          !isWord(after, 'it', 'one', 'that') ||
          from > at ||
          isWord(first, 'have', 'give', 'show')
        )
      return (
        verb.length > 1 ||
        (weakVerbs.has(verb.phrase) && !namingWords.has(first.norm) && isNaming(after, page))
      )
    }
    return isObject(after, page) || after.kind === 'quote' || after.kind === 'number'
  }
  return beginsWithThing(tokens, from, page)
}

/** "the button to Y", "FAQ heading → X": a name, then a word that makes it something else. */
function beginsWithThing(tokens: Token[], from: number, page: Page): boolean {
  let named = false
  for (let index = from; index < Math.min(tokens.length, from + 9); index++) {
    const token = tokens[index] as Token
    if (isWord(token, 'to') && isWord(tokens[index - 1], 'call')) continue
    if (
      isMark(token, '→', ':', '=') ||
      isWord(
        token,
        'should',
        'must',
        'to',
        'needs',
        'shall',
        'has',
        'can',
        'becomes',
        'goes',
        'go',
        'gets',
        'stays',
        'stay',
      )
    )
      return named && index > from
    if (token.kind === 'mark' || token.kind === 'quote') return false
    if (isNaming(token, page)) named = true
    else if (
      !determiners.has(token.norm) &&
      !ordinals[token.norm] &&
      !isWord(token, 'of', 'in', 'on', 'for', 'at', 'from')
    )
      return false
  }
  return false
}

function isObject(token: Token | undefined, page: Page): boolean {
  if (!token || token.kind === 'mark') return false
  if (token.kind !== 'word') return true
  return (
    determiners.has(token.norm) ||
    pronouns.has(token.norm) ||
    ordinals[token.norm] !== undefined ||
    numbers[token.norm] !== undefined ||
    isNaming(token, page) ||
    isWord(token, 'another', 'more', 'in', 'under', 'below', 'above', 'after', 'before', 'to')
  )
}

export function isNaming(token: Token, page: Page): boolean {
  return (
    token.kind === 'word' &&
    (namingWords.has(token.norm) ||
      namingWords.has(singular(token.norm)) ||
      page.labels.has(token.norm) ||
      token.possessive === true)
  )
}

export function toClause(
  message: string,
  part: { tokens: Token[]; corrects: boolean },
  isQuestion: boolean,
  follows: boolean,
): Clause | undefined {
  let { tokens } = part
  const politely = fillerLength(tokens, 0)
  const lead = tokens.slice(0, politely)
  tokens = withoutTail(tokens.slice(politely))
  if (tokens[0] && ordinals[tokens[0].norm] !== undefined && isMark(tokens[1], ',', ':') && tokens.length > 3)
    tokens = tokens.slice(2)
  const isTold =
    isWord(tokens[0], 'to') &&
    isWord(
      lead.findLast(({ kind }) => kind === 'word'),
      'wants',
      'want',
    )
  if (isWord(tokens[0], 'to') && verbAt(tokens, 1)) tokens = tokens.slice(1)
  if (isWord(tokens[0], 'and', 'but', 'then', 'or') && tokens.length > 1)
    tokens = tokens.slice(1 + fillerLength(tokens, 1))
  const isTale =
    /^i (?:first |originally |initially |almost |only |just )*(?:wanted|thought|was going|was about|planned|considered|meant|had|asked|said|told|hoped)\b/.test(
      tokens.map(({ norm }) => norm).join(' '),
    )
  tokens = topicFirst(tokens)
  tokens = reordered(asVerb(withoutRequester(insteadFirst(tokens))))
  const corrects = part.corrects && follows
  const text = message.slice(
    Math.min(...(tokens.length > 0 ? tokens : part.tokens).map(({ start }) => start)),
    Math.max(...(tokens.length > 0 ? tokens : part.tokens).map(({ end }) => end)),
  )
  if (tokens.length === 0)
    return lead.some(({ kind }) => kind === 'word')
      ? { act: 'thanks', tokens: lead, text, source: message, corrects }
      : undefined
  return {
    act: isTale || isTold ? 'remark' : actOf(tokens, lead, isQuestion),
    tokens,
    text,
    source: message,
    corrects,
  }
}

/** "Northwind asked us to take down X": what counts is what they asked for. */
function withoutRequester(tokens: Token[]): Token[] {
  const at = tokens.findIndex(
    (token, index) =>
      index > 1 && index < 7 && isWord(token, 'to') && isWord(tokens[index - 1], 'us', 'me', 'you'),
  )
  if (at === -1 || verbAt(tokens, 0)) return tokens
  return verbAt(tokens, at + 1) ? tokens.slice(at + 1) : tokens
}

/** "Instead of A use B" is "replace A with B". */
function insteadFirst(tokens: Token[]): Token[] {
  if (!isWord(tokens[0], 'of', 'rather') && !isWord(tokens[0], 'instead')) return tokens
  const at = tokens.findIndex(
    (token, index) => index > 1 && isWord(token, 'use', 'put', 'show', 'say', 'have', 'write', 'take'),
  )
  const first = tokens[0] as Token
  if (at === -1) return tokens
  const start = isWord(first, 'instead') ? 2 : 1
  return [
    { ...first, norm: 'replace' },
    ...tokens.slice(start, at).filter((token) => token.kind !== 'mark'),
    { ...(tokens[at] as Token), norm: 'with' },
    ...tokens.slice(at + 1),
  ]
}

/** "faq: drop the cost question", "growth: + “Slack”": where, then what to do there. */
function topicFirst(tokens: Token[]): Token[] {
  const colon = tokens.findIndex((token) => isMark(token, ':'))
  const first = tokens[colon + 1]
  if (colon < 1 || colon > 6 || !first || verbAt(tokens, 0)) return tokens
  const sign = first.norm === '+' ? 'add' : isMark(first, '–') ? 'remove' : undefined
  const rest = sign
    ? [{ ...first, kind: 'word' as const, norm: sign }, ...tokens.slice(colon + 2)]
    : tokens.slice(colon + 1)
  if (sign && rest.some((token, index) => index > 0 && (isMark(token, '–') || token.norm === '+')))
    return tokens
  const verb = verbAt(rest, 0)
  const next = rest[verb?.length ?? 0]
  const opens =
    sign !== undefined ||
    (isWord(rest[0], 'new', 'another', 'no') && rest.length > 1) ||
    (verb !== undefined &&
      next !== undefined &&
      (!weakVerbs.has(verb.phrase) || determiners.has(next.norm) || isWord(next, 'text')) &&
      (determiners.has(next.norm) ||
        next.kind !== 'word' ||
        verb.classes.has('remove') ||
        verb.classes.has('add') ||
        verb.classes.has('swap')))
  if (!opens) return tokens
  const place = [
    {
      ...(tokens[colon] as Token),
      kind: 'word' as const,
      norm: isWord(rest[0], 'add', 'new', 'another', 'insert') ? 'to' : 'in',
    },
    ...tokens.slice(0, colon),
  ]
  const at = rest.findIndex(
    (token, index) =>
      index > 0 &&
      (isMark(token, ':', '→', ',') || token.kind === 'quote' || isWord(token, 'to', 'into', 'with')),
  )
  if (sign === 'add' || at === -1) return [...rest, ...place]
  return [...rest.slice(0, at), ...place, ...rest.slice(at)]
}

/** "I need …", "we would like …" are the verbs need and want. */
function asVerb(tokens: Token[]): Token[] {
  const said = tokens
    .slice(0, 4)
    .map(({ norm }) => norm)
    .join(' ')
  const match =
    /^(?:i|we) (?:would like|would love|d like|really want|really need|also want|also need)|^(?:i|we) (?=want|need|prefer)|^(?:id|wed) (?:like|love|prefer|rather have)/.exec(
      said,
    )
  if (!match) return tokens
  const length = match[0].trim().split(' ').length
  const rest = tokens.slice(length)
  if (/^(?:i|we)\s*$/.test(match[0]))
    return isWord(rest[0], 'prefer') ? [{ ...(rest[0] as Token), norm: 'want' }, ...rest.slice(1)] : rest
  const verb = tokens[length - 1] as Token
  return [{ ...verb, norm: 'want' }, ...rest]
}

const places = new Set(
  'from in on under below above after before for at inside within between beneath'.split(' '),
)

/** "In the FAQ, change the heading to X" says where first; it is read as "change the heading in the FAQ to X". */
function reordered(tokens: Token[]): Token[] {
  if (!places.has(tokens[0]?.norm ?? '')) return tokens
  for (let index = 2; index < Math.min(tokens.length, 14); index++) {
    const from = index + fillerLength(tokens, index)
    const verb = verbAt(tokens, from)
    const past = from + (verb?.length ?? 0)
    const after = tokens[past + fillerLength(tokens, past)]
    const isVerb =
      verb &&
      (!weakVerbs.has(verb.phrase) || from > index || determiners.has(after?.norm ?? '')) &&
      after !== undefined &&
      (from > index || !namingWords.has(tokens[from]?.norm ?? '')) &&
      (determiners.has(after.norm) ||
        after.kind !== 'word' ||
        numbers[after.norm] !== undefined ||
        isWord(after, 'it', 'another', 'one', 'all'))
    if (!isVerb) continue
    const place = tokens.slice(0, index).filter((token) => token.kind !== 'mark')
    const rest = tokens.slice(from)
    const at = rest.findIndex(
      (token, position) =>
        position > (verb?.length ?? 0) &&
        (isMark(token, ':', '→') ||
          isWord(token, 'to', 'say', 'with', 'should', 'called', 'saying', 'into', 'as') ||
          token.kind === 'quote'),
    )
    return at === -1 ? [...rest, ...place] : [...rest.slice(0, at), ...place, ...rest.slice(at)]
  }
  return tokens
}

/** "please", "thanks" and marks at the end. */
export function withoutTail(tokens: Token[]): Token[] {
  let end = tokens.length
  for (;;) {
    const last = tokens[end - 1]
    if (
      end > 1 &&
      last &&
      (isMark(last, ',', '.', '!', '?', '–', ';', '(', ')', '…', '\n', 'bullet', ':') ||
        (isWord(last, 'instead') && tokens[end - 2]?.kind === 'quote') ||
        isWord(
          last,
          'please',
          'pls',
          'plz',
          'thanks',
          'thx',
          'ty',
          'cheers',
          'ok',
          'okay',
          'asap',
          'tho',
          'though',
          'lol',
          'and',
          'then',
          'but',
        ))
    )
      end--
    else if (
      end > 2 &&
      isWord(last, 'you', 'much', 'advance') &&
      tokens.slice(Math.max(0, end - 4), end).some((token) => isWord(token, 'thank', 'thanks'))
    )
      end = tokens.slice(0, end).findLastIndex((token) => isWord(token, 'thank', 'thanks'))
    else if (
      end > 4 &&
      isWord(last, 'page', 'site', 'website') &&
      isWord(tokens[end - 2], 'the', 'this', 'my', 'our') &&
      isWord(tokens[end - 3], 'from', 'off', 'on', 'to')
    )
      end -= isWord(tokens[end - 3], 'off') ? 2 : 3
    else return tokens.slice(0, end)
  }
}

function actOf(tokens: Token[], lead: Token[], isQuestion: boolean): Clause['act'] {
  const [first, second] = tokens
  if (
    tokens.length <= 6 &&
    /^(?:that|it|this|they|looks?|all)\b.*\b(?:great|good|nice|perfect|better|fine|awesome|amazing|lovely)$/.test(
      tokens.map(({ norm }) => norm).join(' '),
    ) &&
    !/\b(?:should|must|make|needs?|would|could)\b/.test(tokens.map(({ norm }) => norm).join(' '))
  )
    return 'thanks'
  const said = tokens.map(({ norm }) => norm).join(' ')
  if (longestPhrase(thanks, tokens, 0, 5)?.length === tokens.filter(({ kind }) => kind === 'word').length)
    return 'thanks'
  if (
    /^(?:we|i|they|people) (?:dont|do not) (?:really |even )?\w+ (?:it|them|that|this|those)(?: any ?more| at all| yet)?$/.test(
      said,
    )
  )
    return 'remark'
  if (reasonWords.has(first?.norm ?? '') || longestPhrase(reasons, tokens, 0, 5)) return 'remark'
  const leadWords = lead.map(({ norm }) => norm).join(' ')
  if (
    /\b(?:can|could|would|will) (?:you|we|u|i)\b|how about|what about|why (?:dont|not)|what if we|any chance|possible to/.test(
      leadWords,
    )
  )
    return /^(?:tell|explain|see|say|know|understand)\b/.test(said) && !/^(?:say|see) (?:the|a) /.test(said)
      ? 'question'
      : keepOr(said, 'wish')
  if (
    /^(?:i was |im |we were |were |weve been |ive been )?(?:wondering|thinking|considering|debating|not sure|unsure|curious)\b/.test(
      said,
    )
  )
    return 'remark'
  if (isWord(first, 'should', 'shall') && isWord(second, 'we', 'i', 'the', 'it', 'this')) return 'question'
  if (isWord(first, 'can', 'could', 'may', 'would') && second)
    return isQuestion || !/\b(?:be|say|read|have|go|come|get|look)\b/.test(said)
      ? /\b(?:be|say|read|have|go|come)\b/.test(said)
        ? 'wish'
        : 'question'
      : 'wish'
  if (
    questionWords.has(first?.norm ?? '') &&
    !(!isQuestion && /^(?:when|where|if) /.test(said) && /\b(?:should|must|needs?|please)\b/.test(said)) &&
    !/['’]re$/.test(first?.text ?? '') &&
    !/^(?:do not|have the|have a|have it|have all|have our|when someone|when people|when they|when visitors|when somebody|when the form|where it|which )/.test(
      said,
    )
  )
    return /^(?:what|how) about\b/.test(said) ? 'wish' : 'question'
  if (isQuestion && !verbAt(tokens, 0)) return 'question'
  return keepOr(said, 'wish')
}

/** What must not change: "leave the headline alone", "don't touch the FAQ", "everything else stays". */
function keepOr(said: string, other: 'wish'): Clause['act'] {
  if (
    /^(?:dont|do not|never|not) (?:touch|change|remove|delete|alter|edit|modify|move|mess|hide|replace|drop|cut|lose|rewrite|break|do|add|forget|kill|scrap|take)\b/.test(
      said,
    )
  )
    return 'keep'
  if (/^leave (?:it|them|that|this)(?: in| there| be| on| alone| as is| as it is)?$/.test(said)) return 'keep'
  if (/^keep (?:it|them)(?: in| then| after all)?$/.test(said)) return other
  if (
    /^(?:keep|leave) (?!only\b|just\b|out\b|off\b)(?:.*\b(?:alone|as is|as it is|as they are|untouched|unchanged|the same|in place|where it is|there|intact)$|the |it$|our |my |all |everything|that|this|in )/.test(
      said,
    ) &&
    !/ (?:only|short|simple|to) /.test(said)
  )
    return 'keep'
  if (
    /\b(?:stays?|stay put|remains?|can stay|should stay|must stay|is fine|are fine|is ok|are ok|stays? as is)$/.test(
      said,
    ) &&
    !/^(?:make|move)/.test(said)
  )
    return 'keep'
  if (
    /^(?:then )?(?:nothing else|everything else|and nothing else|no other changes|the rest|the others?|all (?:the )?others?)\b/.test(
      said,
    ) &&
    !/\b(?:remove|delete|go|goes)\b/.test(said)
  )
    return 'keep'
  return other
}
