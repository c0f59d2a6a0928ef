import type { OpenPage } from '../page.ts'
import { correct } from '../spelling.ts'
import { tokenise, wordsOf } from '../tokens.ts'
import { callToAct } from '../values/given.ts'
import { leavesWith } from '../values/replace.ts'
import { inDigits } from '../values/spelled.ts'
import { classesOf } from '../verbs.ts'
import { isAmountText } from './amounts.ts'
import { isOptionLike } from './options.ts'
import type { Part, Wish } from './wishes.ts'

/** Extends a value to its natural end, such as the whole text after a colon. */
export function wholeValue(wish: Wish, message: string): Wish {
  const parts = wish.parts.map((part, at) => {
    const before = wish.parts[at - 1]
    if (part.role !== 'V' || part.isQuote || before?.role === 'V') return part
    const rest = toTheEnd(part, wish, message)
    if (rest !== '') return { ...part, end: part.end + rest.length, text: part.text + rest }
    const [, lead = ''] =
      /:\s+(\p{Lu}[^.!?\n:"“]{2,200}\s)$/u.exec(message.slice(before?.end ?? 0, part.start)) ?? []
    const start = part.start - lead.length
    // A period after a price belongs to it.
    const [period = ''] = priceOnly.test(part.text) ? (perTime.exec(message.slice(part.end)) ?? []) : []
    const [now = ''] = isCall(part.text)
      ? (/^\s+(?:now|again|today)(?=\s*(?:[.!?,;]|please\b|pls\b|thanks\b|$))/i.exec(
          message.slice(part.end),
        ) ?? [])
      : []
    const end = part.end + period.length + now.length
    const all = lead + period + now === '' ? part.text : message.slice(start, end)
    const text = all
      .replace(
        /,? (?:no|without(?: an?| the)?|with(?: an?| the)?) (?:accent|hyphen|dash|capitals?|caps|quotes?|full stop)$/i,
        '',
      )
      .replace(
        /,? (?:at |in )?(?:the )?same (?:clinic|company|place|firm|hotel|employer|team|organi[sz]ation)$/i,
        '',
      )
    return { ...part, start, end, text: withCapitals(/[a-z]/i.test(text) ? inDigits(text) : text) }
  })
  return { ...wish, parts }
}

/** Capitalises months and days, except "may" and "march", which are also other words. */
const withCapitals = (text: string) =>
  text.replace(
    /\b(?:january|february|april|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/g,
    (name) => name[0]?.toUpperCase() + name.slice(1),
  )

/** The rest of a value after a colon, unless another wish follows. */
function toTheEnd({ end, start }: Part, { parts }: Wish, message: string): string {
  const isLast = parts.every((part) => part.end <= end)
  const [rest = ''] = /^, [^.!?;:\n"“]{2,60}$/.exec(message.slice(end)) ?? []
  const isClause = tokenise(rest).some(
    ({ kind, norm }) => kind === 'word' && (isWishWord.test(norm) || classesOf(norm).length > 0),
  )
  const isGiven = isLast && /:\s*$/.test(message.slice(0, start))
  return isGiven && !isClause ? rest || nextSentence(message.slice(end)) : ''
}

function nextSentence(after: string): string {
  const [sentence = ''] =
    /^\.?\s+(?!(?:And|Also|But|Then|Plus|So|Or)\b)\p{Lu}[^.!?\n:;"“]{2,60}[.!?]?\s*$/u.exec(after) ?? []
  const words = wordsOf(sentence)
  const isRemark =
    /\b(?:please|pls|thanks?|thx|cheers|rest|others?|else|keep|leave|looks?|better|sorry|i|i'm|my|me|can|could|let|don't|same|too|also|hope|need|want|asap|now|instead|change|fix|old|new|page|section|the (?:answers?|questions?|headline|heading|text|button|note|price|plan)|fine|okay|ok|good|great|nice|perfect)\b/i.test(
      sentence,
    ) || classesOf(words[0] ?? '').length > 0
  return sentence !== '' && words.length <= 8 && !isRemark ? sentence.trimEnd() : ''
}

const isWishWord =
  /^(?:please|pls|thanks|thank|and|not|but|so|because|instead|then|also|only|leave|keep|same|top|bottom|both|everywhere|as|the|that|this|it|its|just|no|which|rest|others?)$/

/** A time word after a button label belongs to it. */
const isCall = (text: string) => /^\p{Lu}/u.test(text) && callToAct.test(text) && wordsOf(text).length <= 3

const priceOnly = /^[$€£¥]\s?\d[\d.,]*$|^\d[\d.,]*\s?[$€£¥]$/

const perTime =
  /^\s+(?:per|an?|each|every)\s+(?:year|month|week|day|user|seat|person|quarter|head|team)\b(?!,? (?:ago|later|from now))/i

/** In a contrast of two targets, the second gets the negated value. */
export function contrasted(wishes: Wish[], message: string): Wish[] {
  return wishes.map((wish, at) => {
    const value = wishes[at - 1]?.parts.find(({ role }) => role === 'V')
    const things = wish.parts.filter(({ role }) => role === 'T')
    const end = things.at(-1)?.end ?? 0
    const [said] =
      /^\s*(?:(?:(?:is|are|does|do|should) )?not|(?:is|are|does|do|should)n['’]?t)(?=\s*(?:[.!,;]|please\b|$))/i.exec(
        message.slice(end),
      ) ?? []
    const isAlone = wish.parts.every(
      ({ role, start }) => role === 'T' || (start >= end && start < end + (said?.length ?? 0)),
    )
    if (!value || !said || things.length === 0 || !isAlone || !isOptionLike(value)) return wish
    const negated: Part = {
      role: 'V',
      text: `not ${value.text}`,
      start: end + 1,
      end: end + said.length,
      isQuote: false,
    }
    return { ...wish, act: undefined, parts: [...things, negated] }
  })
}

/** Corrects typing errors in a value if the result is an option. */
export function spelledOption(wish: Wish, _message: string, page: OpenPage): Wish {
  const parts = wish.parts.map((part) => {
    if (part.role !== 'V' || part.isQuote || part.text.length > 40 || isOptionLike(part)) return part
    const text = correct(tokenise(part.text), page)
      .map(({ norm }) => norm)
      .join(' ')
    return isOptionLike({ ...part, text }) ? { ...part, text } : part
  })
  return { ...wish, parts }
}

/** Splits a negated modal verb off an option. */
export function negatedValue(wish: Wish): Wish {
  const parts = wish.parts.map((part) => {
    const [lead = ''] =
      part.role === 'V' && !part.isQuote
        ? (/^(?:should|must|need|does|do|is|are)(?:n['’]?t| not)\s+(?:to\s+)?(?:be\s+)?/i.exec(part.text) ??
          [])
        : []
    const rest = { ...part, text: part.text.slice(lead.length) }
    return lead !== '' && isOptionLike(rest) ? { ...part, text: `not ${rest.text}` } : part
  })
  return { ...wish, parts }
}

/** In a contrast of two amounts, the network may take the new amount for the target and its noun for the value. */
export function withAmountAsValue(wish: Wish, _message: string, page: OpenPage): Wish {
  const [thing, value, old] = (['T', 'V', 'O'] as const).map((role) =>
    wish.parts.filter((part) => part.role === role),
  )
  const [one] = thing ?? []
  const [other] = value ?? []
  const isAmounts = [one, old?.[0]].every(
    (part) => part && isAmountText(part.text.trim().split(/\s+/)[0] ?? ''),
  )
  if (!one || !other || thing?.length !== 1 || value?.length !== 1 || !isAmounts) return wish
  if (leavesWith(one.text, page).length > 0) return wish
  const parts = wish.parts.map(
    (part): Part => (part === one ? { ...part, role: 'V' } : part === other ? { ...part, role: 'T' } : part),
  )
  return { ...wish, parts }
}

/** Removes "here" and fillers from the end of a value. */
export function withoutHere(wish: Wish, _message: string, page: OpenPage): Wish {
  const without = (text: string) =>
    (page.selected ? text.replace(/\s+(?:in )?here[.!]?$/i, '') : text).replace(
      /(?<=\S),?\s+(?:btw|fyi|tho)[.!]?$/i,
      '',
    )
  const parts = wish.parts.map((part) =>
    part.role === 'V' && !part.isQuote ? { ...part, text: without(part.text) } : part,
  )
  return { ...wish, parts }
}

/** A contrast is part of the value if the page does not have its second half. */
export function withContrast(wish: Wish, message: string, page: OpenPage): Wish {
  const [value, old] = ['V', 'O'].map((role) => wish.parts.find((part) => part.role === role))
  if (!value || !old || value.isQuote || !/^, not\s+$/.test(message.slice(value.end, old.start))) return wish
  if (leavesWith(old.text, page).length > 0 || wordsOf(value.text).length < 2) return wish
  // The contrast is about another object or amount.
  if (/\bones?$|\d/.test(old.text)) return { ...wish, parts: wish.parts.filter((part) => part !== old) }
  const whole: Part = { ...value, end: old.end, text: message.slice(value.start, old.end) }
  return { ...wish, parts: wish.parts.flatMap((part) => (part === value ? whole : part === old ? [] : part)) }
}

const name = String.raw`\p{Lu}[\p{L}\p{N}&.’'-]*(?: \p{Lu}[\p{L}\p{N}&.’'-]*){0,2}`
const lastTwo = new RegExp(`^(${name}) and (${name})$`, 'u')
const priced = new RegExp(`^(${name}) ([€$£]\\d[\\d.,]*)$`, 'u')

const asking =
  /^(?:do|does|is|are|can|could|will|what|how|who|when|where|why|which|should|have|has)\s[^?]+\?$/i

/** A question that was read as two values is one. */
export function wholeQuestion(wish: Wish, message: string): Wish {
  const [first, second, ...others] = wish.parts.filter(({ role }) => role === 'V')
  if (wish.act !== 'add' || !first || !second || others.length > 0) return wish
  const text = message.slice(first.start, second.end)
  if (first.isQuote || second.isQuote || !asking.test(text)) return wish
  const parts = wish.parts.flatMap((part) =>
    part === first ? [{ ...first, text, end: second.end }] : part === second ? [] : [part],
  )
  return { ...wish, parts }
}

/** Of an enumeration, the last two names are two values, and so are a name and its price. */
export function enumerated(wish: Wish, message: string): Wish {
  if (wish.act !== 'add') return wish
  const parts = wish.parts.flatMap((part, at): Part[] => {
    const before = wish.parts[at - 1]
    if (part.role !== 'V' || part.isQuote || before?.role !== 'V' || before.isQuote) return [part]
    const isListed = /^\s*,\s*$/.test(message.slice(before.end, part.start))
    const [, one, other] = (isListed ? lastTwo.exec(part.text) : null) ?? priced.exec(part.text) ?? []
    if (!one || !other) return [part]
    return [
      { ...part, text: one, end: part.start + one.length },
      { ...part, text: other, start: part.end - other.length },
    ]
  })
  return { ...wish, parts }
}
