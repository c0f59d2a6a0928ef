import { exceptWords } from '../exceptions.ts'
import type { Page } from '../page.ts'
import { tokenise, wordsOf } from '../tokens.ts'
import { callToAct } from '../values/assign.ts'
import { leavesWith } from '../values/replace.ts'
import { inDigits } from '../values/spelled.ts'
import { classesOf } from '../verbs.ts'
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
    const text = lead + period + now === '' ? part.text : message.slice(start, end)
    return { ...part, start, end, text: /[a-z]/i.test(text) ? inDigits(text) : text }
  })
  return { ...wish, parts }
}

/** "as the eyebrow: Freight audit, done for you": what follows a colon goes on to the end, where nothing else begins. */
function toTheEnd({ end, start }: Part, { parts }: Wish, message: string): string {
  const isLast = parts.every((part) => part.end <= end)
  const [rest = ''] = /^, [^.!?;:\n"“]{2,60}$/.exec(message.slice(end)) ?? []
  const isClause = tokenise(rest).some(
    ({ kind, norm }) => kind === 'word' && (isWishWord.test(norm) || classesOf(norm).length > 0),
  )
  return isLast && /:\s*$/.test(message.slice(0, start)) && !isClause ? rest : ''
}
const isWishWord =
  /^(?:please|pls|thanks|thank|and|not|but|so|because|instead|then|also|only|leave|keep|same|as|the|that|this|it|its|just|no|which|rest|others?)$/

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
