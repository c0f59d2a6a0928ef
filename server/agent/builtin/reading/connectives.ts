import { isMark, isWord, type Token } from '../tokens.ts'

/** Words between a thing and what it becomes, and what they say about the value. */
export type Connective = {
  length: number
  is: 'any' | 'name' | 'link'
  strength: 'strong' | 'state' | 'weak'
  part?: string
  isNegative?: true
  isBeing?: boolean
  isNow?: boolean
  isOption?: true
}

const modals = new Set(
  'should must needs need has have can could shall will would ought may gotta shld shouldnt mustnt neednt cant'.split(
    ' ',
  ),
)
const adverbs = new Set(
  'now just simply also please really only rather better instead actually then always still probably be'.split(
    ' ',
  ),
)
const states: Record<string, Connective['is']> = {
  be: 'any', say: 'any', read: 'any', become: 'any', show: 'any', cost: 'any', state: 'any', display: 'any', have: 'any', get: 'any', carry: 'any',
  is: 'any', are: 'any', becomes: 'any', says: 'any', reads: 'any', costs: 'any', gets: 'any', was: 'any', were: 'any', shows: 'any',
  open: 'link', opens: 'link', dial: 'link', dials: 'link', call: 'link',
} // biome-ignore format: a table of words
const leads = new Set(
  'go goes link links point points lead leads take takes redirect redirects send sends'.split(' '),
)
const named = new Set('called named titled labelled labeled renamed headlined entitled'.split(' '))
const changed = new Set(
  'changed set updated replaced switched moved turned renamed put bumped raised lowered reduced increased'.split(
    ' ',
  ),
)

/** The connective at a place, the longest there is. */
export function connectiveAt(tokens: Token[], at: number): Connective | undefined {
  const first = tokens[at]
  if (isMark(first, '→', '=')) return { length: 1, is: 'any', strength: 'strong' }
  if (isMark(first, ':')) return { length: 1, is: 'any', strength: 'strong' }
  if (isMark(first, '–')) return { length: 1, is: 'any', strength: 'weak' }
  if (isWord(first, 'to', 'into')) {
    const next = tokens[at + 1]
    if (isWord(next, 'be', 'say', 'read', 'become', 'show'))
      return {
        length: isWord(tokens[at + 2], 'called', 'named') ? 3 : 2,
        is: isWord(tokens[at + 2], 'called', 'named') ? 'name' : 'any',
        strength: 'strong',
      }
    if (isWord(next, 'go', 'link', 'point', 'lead') && isWord(tokens[at + 2], 'to'))
      return { length: 3, is: 'link', strength: 'strong' }
    return { length: 1, is: 'any', strength: 'weak' }
  }
  if (isWord(first, 'as', 'on', 'at')) return { length: 1, is: 'any', strength: 'weak' }
  let end = at
  const isModal =
    modals.has(first?.norm ?? '') &&
    !(isWord(first, 'has', 'have', 'need', 'needs') && tokens[at + 1]?.kind === 'quote')
  if (isModal) end++
  const skip = () => {
    while (adverbs.has(tokens[end]?.norm ?? '') && !isWord(tokens[end], 'be')) end++
  }
  skip()
  const isNegative =
    isModal && (isWord(tokens[end], 'not') || isWord(first, 'shouldnt', 'mustnt', 'neednt', 'cant'))
  if (isWord(tokens[end], 'not')) end++
  if (isModal && isWord(tokens[end], 'to')) end++
  skip()
  const word = tokens[end]
  if (word?.kind !== 'word') return undefined
  if (leads.has(word.norm)) {
    const to = tokens.findIndex(
      (token, index) => index > end && index <= end + 3 && isWord(token, 'to', 'at'),
    )
    if (to !== -1) return { length: to + 1 - at, is: 'link', strength: isModal ? 'strong' : 'state' }
    return isWord(word, 'go') && isModal
      ? { length: end + 1 - at, is: 'any', strength: 'strong', isOption: true }
      : undefined
  }
  const is = states[word.norm]
  if (is === undefined) return undefined
  // "should not be required": the value begins with "not".
  if (isNegative) return { length: end + 1 - at, is, strength: 'strong', isNegative: true }
  if (end > at && !isModal) return undefined
  end++
  let kind = is
  let part: string | undefined
  if (isWord(word, 'be', 'is', 'are', 'gets', 'get')) {
    const isNow = isWord(tokens[end], 'now')
    skip()
    const participle = tokens[end]
    if (named.has(participle?.norm ?? '')) {
      kind = 'name'
      if (isWord(participle, 'headlined')) part = 'headline'
      end++
    } else if (
      changed.has(participle?.norm ?? '') &&
      isWord(tokens[end + 1], 'to', 'with', 'by', 'into', 'at')
    )
      end += 2
    else if (isNow && !isModal) return { length: end - at, is: kind, strength: 'strong', isNow: true }
  }
  skip()
  while (isMark(tokens[end], ':')) end++
  return {
    length: end - at,
    is: kind,
    strength: isModal || isWord(word, 'becomes', 'become') ? 'strong' : 'state',
    isBeing:
      kind === 'any' &&
      isWord(word, 'be', 'is', 'are', 'was', 'were', 'get', 'gets', 'have', 'become', 'becomes'),
    ...(part ? { part } : {}),
  }
}
