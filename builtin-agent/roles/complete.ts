import type { OpenPage } from '../page.ts'
import { tokenise } from '../tokens.ts'
import { asAddition, namesOneMore } from './additions.ts'
import type { Act } from './labels.ts'
import {
  cutAfter,
  enumeratedBoth,
  exchanged,
  hidden,
  insteadOf,
  movedTo,
  named,
  namedAgain,
  quantified,
  quotedWords,
  renamed,
  swappedOnly,
  unlinked,
  withExceptions,
  withNoun,
  withOpeningPlace,
  withoutConsequence,
  withoutTakenBack,
} from './mend.ts'
import {
  contrasted,
  enumerated,
  negatedValue,
  spelledOption,
  wholeQuestion,
  wholeValue,
  withAmountAsValue,
  withContrast,
  withoutHere,
} from './mendValues.ts'
import { lookIn } from './options.ts'
import type { Part, Wish } from './wishes.ts'

/** Completes the wishes of a message and applies its corrections. Returns separately those that only name something. */
export function mendWishes(
  wishes: Wish[],
  message: string,
  page: OpenPage,
): { wishes: Wish[]; ignored: Wish[] } {
  const ignored: Wish[] = []
  const own = withoutConsequence(exchanged(wishes, message, page), message)
  const said = own.map((wish) => insteadOf(wish, message))
  const read = contrasted(namedAgain(said), message)
  const whole = complete(
    withOpeningPlace(
      absorbed(read, message).map((wish) => withExceptions(wish, message)),
      message,
    ),
    message,
    page,
    ignored,
  )
  const mends = [
    withoutTakenBack,
    quantified,
    enumeratedBoth,
    cutAfter,
    quotedWords,
    movedTo,
    withAmountAsValue,
    unlinked,
    swappedOnly,
    wholeValue,
    withContrast,
    hidden,
    withNoun,
    named,
    renamed,
    spelledOption,
    negatedValue,
    withoutHere,
    wholeQuestion,
    enumerated,
  ]
  return {
    wishes: whole.map((wish) => mends.reduce((meant, mend) => mend(meant, message, page), wish)),
    ignored,
  }
}

/** A dictated value may continue with a clause that has its own subject. */
function absorbed(wishes: Wish[], message: string): Wish[] {
  const at = wishes.findIndex(({ parts }) =>
    parts.some(({ role, start, end, isQuote }) => {
      const isGiven = role === 'V' && !isQuote && /:\s*$/.test(message.slice(0, start))
      return isGiven && goesOn.test(message.slice(end)) && /^\p{Lu}/u.test(message.slice(start))
    }),
  )
  const wish = wishes[at]
  const value = wish?.parts.findLast(({ role }) => role === 'V')
  if (!wish || !value) return wishes
  const end = message.trimEnd().length
  const whole: Part = { ...value, end, text: message.slice(value.start, end) }
  const parts = wish.parts.flatMap((part) => (part === value ? whole : part.start > value.start ? [] : part))
  return [...wishes.slice(0, at), { ...wish, parts, said: message.slice(parts[0]?.start, end) }]
}
const goesOn =
  /^,? (?:and|but|so|because|until|when|while|after|before) (?:then )?(?:we|you|they|it|i|nobody|everyone)\b[^.!?\n"“]*[.!?]?\s*$/i

const negated =
  /\b(?:don['’]?t|do not|never|not|no need to)\s+(?!(?:show|display|need|want|list|mention|have|use)\b)/i

const negatedRemoval =
  /\b(?:don['’]?t|do not|never|not|no need to)\s+(?:remove|delete|drop|cut|take|touch|kill|hide|strike|erase|lose)\b/i

/** Verbs that the network read as a removal or copy although they mean the opposite or something else. */
const isOtherAct = (act: Act | undefined, text: string) =>
  (act === 'remove' && /^re(?:draw|design|paint|colou?r|write|do|make|place)\b/i.test(text)) ||
  (act === 'remove' &&
    /^(?:(?:(?:an?|one|two|three|four|five|some|few|couple|of|\d+)\s+)*(?:more|another|extra|additional)\b|(?:show|add|include|insert|display)\b|no longer (?:is|are)$|(?:turn|work|find|figure|check|stand|help|start|try|roll|reach|point)(?:s|ed)? out\b|(?:found|stood|sold) out\b)/i.test(
      text,
    ))

const stays = /\b(?:stays?|remains?|no changes?|unchanged|as is)\b/i

/** Considerations and praise contain no wish. */
export const hedged =
  /^\s*(?:(?:i|we|just|was|am|i['’]m)\s+)*wonder(?:ed|ing|s)?\s+(?:what|why|how|if|whether|when|who|where)\b(?! you could)|\b(?:may|might|maybe|perhaps|possibly|thinking (?:of|about)|considering|undecided|not decided|(?:like|love|prefer)s? (?:it|this|that|them) (?:better|more)|good choice)\b/i

/** Requests to send or share the page, which the agent can't do and which change no block. */
const sends =
  /^\s*(?:(?:please|can you|could you|now|then|and)\s+)*(?:e-?mail|mail|send|forward|share|post)\s+(?:this|it|that|them|him|her|me|us|the (?:page|link|draft|url))\b/i

/** A question with "should" at its start asks for an opinion. */
const isWondered = (wish: Wish, message: string) =>
  /^\W*(?:(?:h+m+|well|so|and|but|oh|u[hm]+|ok|okay)[\s,.…]+)*should\b/i.test(sentenceOf(wish, message)) &&
  /^[^.!\n]*\?/.test(message.slice(wish.parts.at(-1)?.end))

/** A question without a question mark. */
const isQuestion = (wish: Wish, message: string) =>
  /^\s*(?:(?:and|so|but|ok|okay|hey|hi|hello|um)[\s,]+)*(?:what|why|how|who|where|when)\s+(?:do|does|did|is|are|was|were|happens|happened)\b[^,]*$/i.test(
    sentenceOf(wish, message),
  )

/** The sentences that contain a wish. */
function sentenceOf({ parts }: Wish, message: string): string {
  const [start, end] = [parts[0]?.start ?? 0, parts.at(-1)?.end ?? 0]
  const from = Math.max(...['. ', '! ', '? ', '\n'].map((mark) => message.lastIndexOf(mark, start)))
  const to = /[.!?](?:\s|$)|\n|$/.exec(message.slice(end))?.index ?? 0
  return message.slice(from + 1, end + to)
}

/** Completes wishes by the act or target of their neighbours. A wish that only names something is moved to `ignored`. */
function complete(wishes: Wish[], message: string, page: OpenPage, ignored: Wish[]): Wish[] {
  const result: Wish[] = []
  for (const at of wishes.keys()) {
    const wish = wishes[at] as Wish
    const before = result.at(-1)
    const next = wishes[at + 1]
    const has = (role: string) => hasRole(wish, role)
    const acted = wish.parts.find(({ role }) => role === wish.act)
    if (acted && isContradicted(wish.act, acted, message)) continue
    if (acted && isOtherAct(wish.act, acted.text)) return []
    if (
      wish.act === 'add' &&
      has('O') &&
      has('V') &&
      /\b(?:in place of|instead of|in lieu of)\s/i.test(message)
    ) {
      result.push({ ...wish, act: 'set', parts: wish.parts.filter(({ role }) => role !== 'K') })
      continue
    }
    if (asksNothing(wish, before, message, wishes)) continue
    if (next && sharesTarget(wish, next, message)) {
      wishes[at + 1] = { ...next, act: 'set', parts: [...wish.parts, ...next.parts] }
      continue
    }
    const value = wish.parts.findLast(({ role }) => role === 'V')
    const own = wish.parts.filter(
      ({ role, text, start }) =>
        role === 'T' && value && start > value.end && /^(?:on |in )?its\s/i.test(text),
    )
    if (own.length > 0 && has('T') && wish.act === 'set') ignored.push({ ...wish, parts: own })
    const isBare = wish.act === undefined && has('T') && !has('V') && !has('P')
    const place = isBare ? placeInVerb(wish, message) : undefined
    if (place) result.push({ ...wish, act: 'move', parts: [...wish.parts, place] })
    else if (
      isBare &&
      (next?.act === 'remove' || next?.act === 'duplicate') &&
      /^\s*,?\s*(?:and|&|plus|nor)\s*$/i.test(message.slice(wish.parts.at(-1)?.end, next.parts[0]?.start))
    )
      result.push({ ...wish, act: next.act })
    else if (wish.act === undefined && has('V') && (has('K') || namesOneMore(wish, page)))
      result.push(asAddition(wish))
    // A value with a place but without a target is an addition.
    else if (wish.act === undefined && has('V') && has('P') && !has('O') && !has('T'))
      result.push({ ...wish, act: 'add' })
    else if (
      wish.act !== undefined ||
      (has('V') && (has('T') || has('O') || page.focus.length > 0)) ||
      wish.parts.some((part) => part.role === 'V' && lookIn(part, page)) ||
      (has('T') && has('P'))
    )
      result.push(wish)
    else if (has('T') && !(before && isOwnLink(wish, before))) ignored.push(wish)
  }
  return result
}

const hasRole = ({ parts }: Wish, name: string) => parts.some(({ role }) => role === name)

/** Whether a negation precedes the verb. A negated need agrees with a removal, so there only negated verbs count. */
function isContradicted(act: Act | undefined, { start, end }: Part, message: string): boolean {
  const asked = message.slice(Math.max(0, start - 12), end)
  return (act === 'remove' ? negatedRemoval : negated).test(asked.split(/[.!?;,\n]\s/).at(-1) ?? '')
}

/** Whether a wish is a question, a consideration, the result of the previous wish, or about what stays. */
function asksNothing(wish: Wish, before: Wish | undefined, message: string, all: Wish[]): boolean {
  const hasAct = wish.act !== undefined
  if (!hasAct && stays.test(unquoted([wish], wish.said, wish.parts[0]?.start))) return true
  if (isWondered(wish, message) || isQuestion(wish, message)) return true
  if (hasAct) return false
  if (hedged.test(sentenceOf(wish, unquoted(all, message))) || sends.test(sentenceOf(wish, message)))
    return true
  const between = message.slice(before?.parts.at(-1)?.end, wish.parts[0]?.start)
  return before?.act === 'swap' && hasRole(wish, 'P') && /\bso\b/i.test(between)
}

/** Whether a target and the next wish are an enumeration of targets with one value. */
const sharesTarget = (wish: Wish, next: Wish, message: string) =>
  wish.act === 'set' &&
  wish.parts.every(({ role }) => role === 'set' || role === 'T') &&
  hasRole(wish, 'T') &&
  next.act === undefined &&
  next.parts.every(({ role }) => role === 'T' || role === 'V') &&
  hasRole(next, 'V') &&
  /^\s*(?:,|and|&|,? and)\s*$/i.test(message.slice(wish.parts.at(-1)?.end, next.parts[0]?.start))

/** The place that a verb such as "end with" implies. */
function placeInVerb({ parts }: Wish, message: string): Part | undefined {
  const [, verb] =
    /^\s*(?:please\s+)?(end|finish|close|start|begin|open|lead) with\s+$/i.exec(
      message.slice(0, parts[0]?.start),
    ) ?? []
  if (!verb) return undefined
  const text = /^(?:end|finish|close)$/i.test(verb) ? 'at the end' : 'at the top'
  return { role: 'P', text, start: 0, end: 0, isQuote: false }
}

/** Whether a wish is about the link of the number that the previous one changes; both change together. */
const isOwnLink = ({ parts }: Wish, before: Wish) =>
  parts.every(({ role, text }) => role === 'T' && /^(?:the|its|their)?\s*links?$/i.test(text.trim())) &&
  before.parts.some(
    ({ role, text }) =>
      role === 'V' && tokenise(text).some(({ kind }) => kind === 'phone' || kind === 'email'),
  )

/** A message without the values in it. */
export function unquoted(wishes: Wish[], message: string, from = 0): string {
  const values = wishes.flatMap(({ parts }) => parts.filter(({ role }) => role === 'V'))
  let text = message
  for (const { start, end } of values)
    text = text.slice(0, start - from) + ' '.repeat(end - start) + text.slice(end - from)
  return text
}
