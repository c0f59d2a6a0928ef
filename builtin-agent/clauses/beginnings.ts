import { namingWords } from '../naming.ts'
import { singular } from '../nodes.ts'
import type { Page } from '../page.ts'
import { isMark, isWord, longestPhrase, type Token } from '../tokens.ts'
import { fillerLength, verbAt } from '../verbs.ts'
import { determiners, numbers, ordinals, reasonWords } from '../words/plain.ts'
import { weakVerbs } from '../words/verbs.ts'
import { reasons } from './phrases.ts'

const pronouns = new Set(
  'it them this that these those everything all both every each only no everyone something anything nothing its one'.split(
    ' ',
  ),
)

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

function isNaming(token: Token, page: Page): boolean {
  return (
    token.kind === 'word' &&
    (namingWords.has(token.norm) ||
      namingWords.has(singular(token.norm)) ||
      page.labels.has(token.norm) ||
      token.possessive === true)
  )
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
