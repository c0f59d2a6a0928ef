import { exceptWords } from '../exceptions.ts'
import type { Page } from '../page.ts'
import { point } from '../references/point.ts'
import { correct } from '../spelling.ts'
import { tokenise, wordsOf } from '../tokens.ts'
import { callToAct } from '../values/assign.ts'
import { leavesWith } from '../values/replace.ts'
import { inDigits } from '../values/spelled.ts'
import { classesOf } from '../verbs.ts'
import { isAmount } from './amounts.ts'
import { takenBack } from './clarity.ts'
import { isOptionLike } from './options.ts'
import type { Part, Wish } from './wishes.ts'

/** "His quote should go: The most boring software, and I mean that": what comes after the colon is the value from its beginning. */
export function wholeValue(wish: Wish, message: string): Wish {
  const parts = wish.parts.map((part, at) => {
    const before = wish.parts[at - 1]
    if (part.role !== 'V' || part.isQuote || before?.role === 'V') return part
    const [, title = ''] =
      /\b(?:to|as|into|be|read|say|is)\s+(\p{Lu}[\p{L}\p{N} ]{0,30}:\s+)$/u.exec(
        message.slice(before?.end ?? 0, part.start),
      ) ?? []
    // "the search title to Medora: clinic software"
    if (title !== '') {
      const start = part.start - title.length
      return { ...part, start, text: message.slice(start, part.end) }
    }
    // "make that one Group"
    if (/\b(?:that|this)\s+$/i.test(message.slice(0, part.start)) && /^one\s+\p{Lu}/u.test(part.text))
      return { ...part, start: part.start + 4, text: part.text.slice(4) }
    const rest = toTheEnd(part, wish, message)
    if (rest !== '') return { ...part, end: part.end + rest.length, text: part.text + rest }
    const [, lead = ''] =
      /:\s+(\p{Lu}[^.!?\n:"“]{2,200}\s)$/u.exec(message.slice(before?.end ?? 0, part.start)) ?? []
    const start = part.start - lead.length
    // "$4,900 per year": how long a price is for belongs to it.
    const [period = ''] = priceOnly.test(part.text) ? (perTime.exec(message.slice(part.end)) ?? []) : []
    const [now = ''] = isCall(part.text)
      ? (/^\s+(?:now|again|today)(?=\s*(?:[.!?,;]|please\b|pls\b|thanks\b|$))/i.exec(
          message.slice(part.end),
        ) ?? [])
      : []
    const end = part.end + period.length + now.length
    const all = lead + period + now === '' ? part.text : message.slice(start, end)
    // "Ines, no accent", "Practice Director, same clinic"
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

/** Months and days as they are written. "May" and "March" may be other words. */
const withCapitals = (text: string) =>
  text.replace(
    /\b(?:january|february|april|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/g,
    (name) => name[0]?.toUpperCase() + name.slice(1),
  )

/** "as the eyebrow: Freight audit, done for you": what follows a colon goes on to the end, where nothing else begins. */
function toTheEnd({ end, start }: Part, { parts }: Wish, message: string): string {
  const isLast = parts.every((part) => part.end <= end)
  const [rest = ''] = /^, [^.!?;:\n"“]{2,60}$/.exec(message.slice(end)) ?? []
  const isClause = tokenise(rest).some(
    ({ kind, norm }) => kind === 'word' && (isWishWord.test(norm) || classesOf(norm).length > 0),
  )
  const isGiven = isLast && /:\s*$/.test(message.slice(0, start))
  return isGiven && !isClause ? rest || nextSentence(message.slice(end)) : ''
}
/** "form intro: Five short questions. We answer today." */
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

/** "Book now": the word belongs to what the button says. */
const isCall = (text: string) => /^\p{Lu}/u.test(text) && callToAct.test(text) && wordsOf(text).length <= 3
/** "all fields optional except the email": what is excepted is no wish of its own. */
export function withExceptions(wishes: Wish[], message: string): Wish[] {
  const joined: Wish[] = []
  for (const wish of wishes) {
    const before = joined.at(-1)
    const isNamed = wish.act === undefined && wish.parts.every(({ role }) => role === 'T' || role === 'O')
    // From the first part on, so that "except phone and roof area" goes on with the second one.
    const said = message.slice(before?.parts[0]?.end, wish.parts[0]?.start)
    if (before && isNamed && exceptWords.test(said) && !/[.!?;\n]/.test(said))
      joined.splice(-1, 1, { ...before, parts: [...before.parts, ...wish.parts] })
    else joined.push(wish)
  }
  return joined.map((wish) => joinedByExcept(wish, message))
}

/** "every plan except Enterprise and Solo": what the exception names belongs to the phrase before it. */
function joinedByExcept(wish: Wish, message: string): Wish {
  const at = wish.parts.findIndex(({ start }, index) => index > 0 && excepting.test(message.slice(0, start)))
  const all = wish.parts.slice(0, Math.max(at, 0)).findLast(({ role }) => role === 'T')
  const excepted = wish.parts.slice(at).filter(({ role }) => role === 'T' || role === 'O')
  if (at === -1 || !all || excepted.length === 0) return wish
  const names = excepted.map(({ text }) => text).join(' and ')
  const joined: Part = { ...all, isQuote: false, text: `${all.text} except ${names}` }
  return {
    ...wish,
    parts: wish.parts.flatMap((part) => (part === all ? joined : excepted.includes(part) ? [] : part)),
  }
}
const excepting = new RegExp(`${exceptWords.source}\\s+$`, 'i')

const priceOnly = /^[$€£¥]\s?\d[\d.,]*$|^\d[\d.,]*\s?[$€£¥]$/
const perTime =
  /^\s+(?:per|an?|each|every)\s+(?:year|month|week|day|user|seat|person|quarter|head|team)\b(?!,? (?:ago|later|from now))/i

/** "make the section How it works invisible" asks for a removal. */
export function hidden(wish: Wish): Wish {
  const [value, ...others] = wish.parts.filter(({ role }) => role === 'V')
  const isHidden =
    value &&
    !value.isQuote &&
    others.length === 0 &&
    (wish.act === undefined || wish.act === 'set') &&
    wish.parts.some(({ role }) => role === 'T') &&
    /^(?:(?:be|completely|fully|just) )*(?:invisible|hidden|not visible|not shown|gone)[.!]?$/i.test(
      value.text,
    )
  return isHidden ? { ...wish, act: 'remove', parts: wish.parts.filter((part) => part !== value) } : wish
}

/** "hotel staff instead of hotel teams in the eyebrow": what comes before "instead of" is the value. */
export function insteadOf(wish: Wish, message: string): Wish {
  const { parts } = wish
  const at = parts.findIndex(
    ({ role, start }, index) =>
      role === 'O' &&
      /^\s*,?\s*(?:instead of|rather than|in place of)\s+$/i.test(
        message.slice(parts[index - 1]?.end, start),
      ),
  )
  const value = parts[at - 1]
  const isValue = value?.role === 'O' || (value?.role === 'T' && wish.act === undefined)
  if (!value || !isValue || parts.some(({ role }) => role === 'V')) return wish
  return { ...wish, parts: parts.map((part) => (part === value ? { ...part, role: 'V' } : part)) }
}

/** "the item shouldn’t link anywhere": the link goes, not the item. */
export function unlinked(wish: Wish): Wish {
  const isLink = wish.parts.some(
    ({ role, text }) =>
      role === 'remove' &&
      /(?:\bnot|n['’]t) (?:link|lead|point|be (?:a link|linked|clickable))\b/i.test(text),
  )
  return isLink
    ? {
        ...wish,
        parts: wish.parts.map((part) =>
          part.role === 'T' && !/\blinks?\b/i.test(part.text)
            ? { ...part, text: `the link of ${part.text}` }
            : part,
        ),
      }
    : wish
}

/** "swap the FAQ and the form, so that the form comes first": what follows from it is no part of it. */
export function swappedOnly(wish: Wish, message: string): Wish {
  const at = wish.parts.findIndex(({ role }) => role === 'swap')
  const things = wish.parts.filter(({ role }) => role === 'T')
  const cut = wish.parts.findIndex(
    ({ start }, index) =>
      index > at &&
      things.indexOf(wish.parts[index] as Part) >= 2 &&
      /\bso(?: that)?\s+$/i.test(message.slice(0, start)),
  )
  if (at === -1 || cut === -1) return wish
  const parts = wish.parts.slice(0, cut)
  return { ...wish, act: 'swap', parts, said: message.slice(parts[0]?.start, parts.at(-1)?.end) }
}

/** "the small note in the hero and the one in the closing": the one is another note. */
export function namedAgain(wishes: Wish[]): Wish[] {
  let last = ''
  return wishes.map((wish) => ({
    ...wish,
    parts: wish.parts.flatMap(split).map((part): Part => {
      if (part.role !== 'T') return part
      const text = last === '' ? part.text : part.text.replace(/^the one (?=(?:in|on|at|under|of)\s)/i, last)
      last = /^((?:\S+\s+){1,3}?)(?:in|on|at|under|of)\s/i.exec(text)?.[1] ?? ''
      return { ...part, text }
    }),
  }))
}
function split(part: Part): Part[] {
  const [, one, other] = /^(.+)\s+and\s+(the one\s+(?:in|on|at|under|of)\s.+)$/i.exec(part.text) ?? []
  if (part.role !== 'T' || part.isQuote || !one || !other) return [part]
  return [
    { ...part, text: one, end: part.start + one.length },
    { ...part, text: other, start: part.end - other.length },
  ]
}

/** "Phone mandatory, company not", "phone is required, company isn't": the other one is not to be so. */
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

/** "make company name optinal": a switch with a typing error is no text. */
export function spelledOption(wish: Wish, _message: string, page: Page): Wish {
  const parts = wish.parts.map((part) => {
    if (part.role !== 'V' || part.isQuote || part.text.length > 40 || isOptionLike(part)) return part
    const text = correct(tokenise(part.text), page)
      .map(({ norm }) => norm)
      .join(' ')
    return isOptionLike({ ...part, text }) ? { ...part, text } : part
  })
  return { ...wish, parts }
}

/** "Phone number shouldn't be mandatory", where all of that is taken for the value. */
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

/** 'cut the subheadline after "before you pay it"': where a text is cut is no place on the page. */
export function cutAfter(wish: Wish, message: string): Wish {
  const { parts } = wish
  const at = parts.findIndex(
    ({ role, text }) => role === 'P' && /^(?:after|before)\s+["“].+["”]$/i.test(text),
  )
  const [thing, place] = [parts[at - 1], parts[at]]
  if (wish.act !== 'remove' || thing?.role !== 'T' || !place) return wish
  const whole: Part = { ...thing, end: place.end, text: message.slice(thing.start, place.end) }
  return { ...wish, parts: [...parts.slice(0, at - 1), whole, ...parts.slice(at + 1)] }
}

/** "Under Core team please write: …": what is said before the name of an item only says where. */
export function withoutPreposition(wish: Wish, _message: string, page: Page): Wish {
  if (wish.act !== undefined && wish.act !== 'set') return wish
  const parts = wish.parts.map((part) => {
    const [lead] = part.role === 'T' ? (/^(?:under|below|beneath)\s+(?=\p{Lu})/iu.exec(part.text) ?? []) : []
    const [node] = lead ? (point(part.text.slice(lead.length), page)[0]?.nodes ?? []) : []
    const isItem = node?.isItem || (node?.kind === 'text' && node.parent?.isItem)
    return lead && isItem
      ? { ...part, text: part.text.slice(lead.length), start: part.start + lead.length }
      : part
  })
  return { ...wish, parts }
}

/** "drop the “last year”": words of a text are no thing of their own. */
export function quotedWords(wish: Wish, _message: string, page: Page): Wish {
  if (wish.act !== 'remove') return wish
  const parts = wish.parts.map((part): Part => {
    const [, words] =
      part.role === 'T' ? (/^(?:the )?(?:words? |phrase |part )?["“](.+?)["”]$/i.exec(part.text) ?? []) : []
    const leaves = words ? leavesWith(words, page) : []
    const isPart =
      leaves.length > 0 && leaves.every(({ value }) => String(value).length > (words ?? '').length + 1)
    return words && isPart ? { ...part, role: 'O', text: words, isQuote: true } : part
  })
  return { ...wish, parts }
}

/** "Move phone support from Practice to Solo": where it goes is a place. */
export function movedTo(wish: Wish, message: string): Wish {
  const last = wish.parts.at(-1)
  const [lead] = /\b(?:in)?to\s+$/i.exec(message.slice(0, last?.start)) ?? []
  const things = wish.parts.filter(({ role }) => role === 'T')
  const isPlace =
    wish.act === 'move' &&
    last?.role === 'T' &&
    things.length > 1 &&
    !wish.parts.some(({ role }) => role === 'P')
  if (!isPlace || !last || !lead) return wish
  const start = last.start - lead.length
  const place: Part = { ...last, role: 'P', start, text: message.slice(start, last.end) }
  return { ...wish, parts: [...wish.parts.slice(0, -1), place] }
}

/** "2.1 million invoices audited, not 1.4": the new amount, and what it counts. */
export function counted(wish: Wish, _message: string, page: Page): Wish {
  const [thing, value, old] = (['T', 'V', 'O'] as const).map((role) =>
    wish.parts.filter((part) => part.role === role),
  )
  const [one] = thing ?? []
  const [other] = value ?? []
  const isAmounts = [one, old?.[0]].every((part) => part && isAmount(part.text.trim().split(/\s+/)[0] ?? ''))
  if (!one || !other || thing?.length !== 1 || value?.length !== 1 || !isAmounts || /\d/.test(other.text))
    return wish
  if (leavesWith(one.text, page).length > 0) return wish
  const parts = wish.parts.map(
    (part): Part => (part === one ? { ...part, role: 'V' } : part === other ? { ...part, role: 'T' } : part),
  )
  return { ...wish, parts }
}

/** "write For a single site here", with something selected: where it goes is no part of it. */
export function withoutHere(wish: Wish, _message: string, page: Page): Wish {
  if (!page.selected) return wish
  const parts = wish.parts.map((part) =>
    part.role === 'V' && !part.isQuote
      ? { ...part, text: part.text.replace(/\s+(?:in )?here[.!]?$/i, '') }
      : part,
  )
  return { ...wish, parts }
}

/** "rename this to Privacy first": what follows is the name, whatever place or thing it could mean. */
export function renamed(wish: Wish, message: string): Wish {
  const { parts } = wish
  const verb = parts.find(
    ({ role, text }) => role === wish.act && /^(?:re-?name|retitle|relabel)$/i.test(text),
  )
  const isRead = parts.some(({ role }) => role === 'V') && parts.some(({ role }) => role === 'T')
  if (!verb || (isRead && !parts.some(({ role }) => role === 'P'))) return wish
  const [all, target = '', name = ''] =
    /^\s+([^.!?;:"“]{2,80}?)\s+to\s+([^.!?;:,"“]{2,80})$/.exec(message.slice(verb.end)) ?? []
  if (!all || /\b(?:and|then)\b/i.test(name)) return wish
  const part = (role: 'T' | 'V', text: string, end: number): Part => ({
    role,
    text,
    start: end - text.length,
    end,
    isQuote: false,
  })
  const end = verb.end + all.length
  const named = verb.end + all.indexOf(target) + target.length
  return {
    ...wish,
    act: 'set',
    parts: [{ ...verb, role: 'set' }, part('T', target, named), part('V', name, end)],
  }
}

/** "new wording for Marcus: …": what comes before the name says which of its texts is meant. */
export function withNoun(wish: Wish, message: string): Wish {
  const parts = wish.parts.map((part, at) => {
    const before = message.slice(wish.parts[at - 1]?.end ?? 0, part.start)
    const isText = part.role === 'T' && /\b(?:wording|words|copy|text)\s+(?:for|of|from|by)\s+$/i.test(before)
    return isText ? { ...part, text: `the text of ${part.text}` } : part
  })
  return { ...wish, parts }
}

/** "take out the logos, no wait, the quote": of two things, the one that was said last. */
export function withoutTakenBack(wish: Wish, message: string): Wish {
  const parts = wish.parts.filter(({ role, end }, at) => {
    const next = wish.parts[at + 1]
    return next?.role !== role || !takenBack.test(message.slice(end, next.start))
  })
  return parts.length < wish.parts.length ? { ...wish, parts } : wish
}

/** "Ship in days, not quarters": what is said not to be is part of the value, where the page doesn't say it. */
export function withContrast(wish: Wish, message: string, page: Page): Wish {
  const [value, old] = ['V', 'O'].map((role) => wish.parts.find((part) => part.role === role))
  if (!value || !old || value.isQuote || !/^, not\s+$/.test(message.slice(value.end, old.start))) return wish
  if (leavesWith(old.text, page).length > 0 || wordsOf(value.text).length < 2) return wish
  // "not the top one", "not $490 per month": what is said of another thing, or of several parts of this one.
  if (/\bones?$|\d/.test(old.text)) return { ...wish, parts: wish.parts.filter((part) => part !== old) }
  const whole: Part = { ...value, end: old.end, text: message.slice(value.start, old.end) }
  return { ...wish, parts: wish.parts.flatMap((part) => (part === value ? whole : part === old ? [] : part)) }
}
