import type { OpenPage } from '../page.ts'
import { exceptWords } from '../recognisers/exceptWords.ts'
import { isGenericName } from '../references/rank.ts'
import { tokenise, wordsOf } from '../tokens.ts'
import { leavesWith } from '../values/replace.ts'
import { takenBack } from './clarity.ts'
import type { Part, Wish } from './wishes.ts'

/** Joins the names after an exception to the phrase before it. */
export function withExceptions(wish: Wish, message: string): Wish {
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

/** Applies a place at the start of a message to all generic targets in it. */
export function withOpeningPlace(wishes: Wish[], message: string): Wish[] {
  const [first, ...others] = wishes
  const [place, next] = first?.parts ?? []
  const isPlace = place?.role === 'T' && next && opensPlace.test(message.slice(0, place.start))
  if (!first || !isPlace) return wishes
  return [first, ...others.map((wish) => ({ ...wish, parts: wish.parts.map(inIt) }))]
  function inIt(part: Part): Part {
    const isBare = part.role === 'T' && !part.isQuote && isGenericName(tokenise(part.text))
    return isBare ? { ...part, text: `${part.text} in ${place?.text}` } : part
  }
}
const opensPlace = /^\W*(?:(?:please|hi|hey|hello|ok|okay|so|can you|could you)\W+)*(?:in|on|for)\s+$/i

const excepting = new RegExp(`${exceptWords.source}\\s+$`, 'i')

/** Turns a wish to make something invisible into a removal. */
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

/** The words before "instead of" are the value. */
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

/** A negated verb of linking removes the link, not its object. */
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

/** Drops a clause that only describes the result of a swap. */
export function withoutConsequence(wishes: Wish[], message: string): Wish[] {
  return wishes.filter((wish, at) => {
    const before = wishes[at - 1]
    const isPlace = wish.parts.every(({ role }) => role === 'T' || role === 'P' || role === wish.act)
    const named = (each: Wish | undefined) =>
      each?.parts.flatMap(({ role, text }) =>
        role === 'T' ? wordsOf(text).filter((word) => word.length > 2 && word !== 'the') : [],
      )
    const isSwapped = named(wish)?.some((word) => named(before)?.includes(word))
    const said = message.slice(before?.parts.at(-1)?.end, wish.parts.at(-1)?.end)
    return !(
      before?.act === 'swap' &&
      isPlace &&
      isSwapped &&
      (wish.act === 'move' || wish.act === undefined) &&
      /\b(?:comes?|goes|be|is|go)\s+first\b|\bfirst$/i.test(said)
    )
  })
}

/** Drops the same clause if it was read as part of the swap. */
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

/** Replaces "the one" before a place by the noun of the previous target. */
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

/** A quoted anchor of a removal is a position within the text, not a place on the page. */
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

/** Quoted words within texts are words to remove, not the name of a node. */
export function quotedWords(wish: Wish, _message: string, page: OpenPage): Wish {
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

/** The last target of a move after "to" is its place. */
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

/** Everything after "rename … to" is the new name, whatever else it may refer to. */
export function renamed(wish: Wish, message: string): Wish {
  const { parts } = wish
  const verb = parts.find(
    ({ role, text }) => role === wish.act && /^(?:re-?name|retitle|relabel)$/i.test(text),
  )
  const isRead = parts.some(({ role }) => role === 'V') && parts.some(({ role }) => role === 'T')
  if (!verb || (isRead && !parts.some(({ role }) => role === 'P'))) return wish
  const [all, target = '', name = ''] =
    /^\s+([^.!?;:"“]{2,80}?)\s+to\s+([^.!?;:,"“]{2,80})$/.exec(message.slice(verb.end)) ?? []
  if (!all) return wish
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

/** A noun for text before a target selects the text of that object. */
export function withNoun(wish: Wish, message: string): Wish {
  const parts = wish.parts.map((part, at) => {
    const before = message.slice(wish.parts[at - 1]?.end ?? 0, part.start)
    const isText = part.role === 'T' && /\b(?:wording|words|copy|text)\s+(?:for|of|from|by)\s+$/i.test(before)
    return isText ? { ...part, text: `the text of ${part.text}` } : part
  })
  return { ...wish, parts }
}

/** "Both" before an enumeration is no part of a name. */
export function enumeratedBoth(wish: Wish): Wish {
  const [first, second] = wish.parts.filter(({ role }) => role === 'T')
  if (!first || !second || !/^both\s/i.test(first.text)) return wish
  const bare = { ...first, text: first.text.replace(/^both\s+/i, '') }
  return { ...wish, parts: wish.parts.map((part) => (part === first ? bare : part)) }
}

const exchange =
  /^\W*(?:please\s+)?(?:change|replace|rename|update|turn)\s+((\p{L}+)\s.{1,60}?)\s+(?:to|with|by|into)\s+(\2\s[^,;]{1,60}?)[.!\s]*$/iu

/** "Change line 5 to line 7" replaces words of the page by words that begin alike. */
export function exchanged(wishes: Wish[], message: string, page: OpenPage): Wish[] {
  const [, old = '', , value = ''] = message.length < 200 ? (exchange.exec(message) ?? []) : []
  if (!old || leavesWith(old, page).length === 0) return wishes
  const part = (role: 'O' | 'V', text: string, start: number): Part => ({
    ...{ role, text, start, end: start + text.length, isQuote: false },
  })
  const from = message.indexOf(old)
  const parts = [part('O', old, from), part('V', value, message.indexOf(value, from + old.length))]
  return [{ act: 'replace', said: message, parts }]
}

/** A quantifier that was read as a part of the verb belongs to the target: "remove every | second step". */
export function quantified(wish: Wish, message: string): Wish {
  const at = wish.parts.findIndex(
    ({ role, text }) => role === wish.act && /\s(?:every|each|all)$/i.test(text),
  )
  const [verb, target] = [wish.parts[at], wish.parts[at + 1]]
  if (!verb || target?.role !== 'T') return wish
  const start = verb.start + verb.text.lastIndexOf(' ') + 1
  const end = verb.start + verb.text.slice(0, start - verb.start).trimEnd().length
  const parts = wish.parts.with(at, { ...verb, end, text: message.slice(verb.start, end) })
  return { ...wish, parts: parts.with(at + 1, { ...target, start, text: message.slice(start, target.end) }) }
}

/** "Change who said the quote" is about the name in it. */
export function named(wish: Wish): Wish {
  const who = /\bwho (?:said|says|wrote|gave)\b\s*/i
  if (!wish.parts.some(({ role, text }) => (role === 'set' || role === 'T') && who.test(text))) return wish
  const inIt = (part: Part): Part =>
    part.role === 'T' ? { ...part, text: `the name of ${part.text.replace(who, '')}` } : part
  return { ...wish, parts: wish.parts.map(inIt) }
}

/** Of two targets with a correction in between, the second counts. */
export function withoutTakenBack(wish: Wish, message: string): Wish {
  const parts = wish.parts.filter(({ role, end }, at) => {
    const next = wish.parts[at + 1]
    return next?.role !== role || !takenBack.test(message.slice(end, next.start))
  })
  return parts.length < wish.parts.length ? { ...wish, parts } : wish
}
