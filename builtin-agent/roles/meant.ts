import { isPlural, singular } from '../nodeNames.ts'
import { type Node, withAncestors } from '../nodes.ts'
import type { OpenPage } from '../page.ts'
import { isPronoun, ownedIn, pointBack, pointsBack } from '../references/back.ts'
import type { Around } from '../references/phrase.ts'
import { focused, point, pointWithin } from '../references/point.ts'
import type { Referents } from '../references/rank.ts'
import { pointTogether } from '../references/together.ts'
import { wordsOf } from '../tokens.ts'
import { aroundOf } from './around.ts'
import { phraseOf } from './ways.ts'
import type { Part, Wish } from './wishes.ts'

/** The referents of a wish. */
export type WishReferents = {
  targets: Part[]
  pointed: Referents[]
  /** Resolves another phrase of the wish, such as the anchor of a place. */
  find: (phrase: string) => Referents[]
}

/** Longer phrases refer to nothing, as the patterns are meant for short ones. */
const longest = 1000

/** Resolves the targets of a wish. `message` is where it was read, `since` the end of the previous wish in it. */
export function meantBy(wish: Wish, page: OpenPage, message: string, since: number): WishReferents {
  const targets = withPronoun(targetsOf(wish, message), wish, message)
  const start = wish.parts[0]?.start ?? 0
  const find = (phrase: string) =>
    pointsBack(phrase)
      ? orElse(pointBack(phrase, { message, since, until: start }, [], page), phrase, page)
      : point(phrase, page)
  const inVerb = targets.every(({ text }) => isPronoun(text)) ? partInVerb(wish, page) : undefined
  if (targets.length === 0 || inVerb) return { targets, pointed: inVerb ?? focused(page), find }
  if (targets.some(({ text }) => text.length > longest)) return { targets, pointed: [], find }
  const [, near] =
    targets.length === 1 && page.isGoingOn
      ? (/^(.+?)\s+(?:below|underneath|beneath|under it|below it)$/i.exec(targets[0]?.text ?? '') ?? [])
      : []
  const section = page.focus[0] && withAncestors(page.focus[0]).at(-1)
  const below = near && section ? pointWithin(near, section, page) : []
  if (below.length > 0) return { targets, pointed: below, find }
  const inside = listedInside(targets, message, page)
  if (inside) return { targets, pointed: inside, find }
  const back = targets.find(({ text }) => pointsBack(text))
  const hasValue = wish.parts.some(({ role }) => role === 'V')
  const together = (parts: Part[]) => {
    const phrases = parts.map(phraseOf)
    const isList = areListed(parts, message, hasValue)
    const around = parts.map((part) => aroundOf(part, wish, message))
    const found = pointTogether(phrases, isList, page, around)
    // If the phrase alone is clear, its context is ignored.
    if (found.length > 0 || parts.length > 1 || parts.some((part) => saysWhere(part, message))) return found
    return pointTogether(phrases, isList, page).filter(({ likelihood }) => likelihood > 0.9)
  }
  if (!back) return { targets, pointed: together(targets), find }
  const others = targets.filter(({ text }) => !pointsBack(text))
  const owned = others.length === 1 && !areListed(targets, message) ? ownedIn(back.text) : undefined
  if (owned) {
    const around = { ...aroundOf(back, wish, message), beside: [] }
    return {
      targets,
      pointed: partsOf(owned, point(phraseOf(others[0] as Part), page)[0], page, around),
      find,
    }
  }
  const holders = others.filter((part) => part.start > back.start || saysWhere(part, message))
  const named = others.filter((part) => !holders.includes(part))
  const isOwn = !isPronoun(back.text) && /^(?:its|their|his|her|the other)\b/i.test(back.text)
  if (named.length > 0 && isOwn && areListed(targets, message)) {
    const [one] = pointTogether(named.map(phraseOf), areListed(named, message), page)
    const [other] = pointBack(back.text, { message, since, until: start }, [], page)
    const pointed =
      one && other
        ? [{ nodes: [...one.nodes, ...other.nodes], likelihood: one.likelihood * other.likelihood }]
        : []
    return { targets, pointed, find }
  }
  if (named.length > 0)
    return { targets: others, pointed: together(others).map((found) => lifted(found, back.text)), find }
  const own = ownedIn(back.text)
  if (own && others.length === 0 && page.focus.length === 1) {
    const focused = { nodes: page.focus, likelihood: 1 }
    const found = pointBack(back.text, { message, since, until: start }, [], page)
    const pointed = found.length > 0 ? found : partsOf(own, focused, page, aroundOf(back, wish, message))
    if (pointed.length > 0) return { targets: [back], pointed, find }
  }
  const holder: Node[] = holders[0] ? (point(phraseOf(holders[0]), page)[0]?.nodes ?? []) : []
  if (holders.length > 0 && holder.length === 0) return { targets, pointed: [], find }
  const pointed = pointBack(back.text, { message, since, until: start }, holder, page)
  const [, noun] = thatNoun.exec(back.text.trim()) ?? []
  if (holders[0] && noun && pointed.length === 0)
    return {
      targets,
      pointed: partsOf(noun, point(phraseOf(holders[0]), page)[0], page, aroundOf(back, wish, message)),
      find,
    }
  return { targets: [back], pointed: holders.length > 0 ? pointed : orElse(pointed, back.text, page), find }
}

/** A part of the last mentioned object that the verb implies. */
function partInVerb({ parts }: Wish, { focus }: OpenPage): Referents[] | undefined {
  const verbs = parts.flatMap(({ role, text }) => (role === 'set' ? wordsOf(text) : []))
  const [last, ...others] = focus
  if (!last || others.length > 0) return undefined
  const item = withAncestors(last).find(({ isItem }) => isItem)
  const named = item?.children.find(({ prop, kind }) => kind === 'text' && verbs.includes(prop))
  return named && [{ nodes: [named], likelihood: 0.9 }]
}

/** The part of a node, of its item, or of its section that a possessive phrase refers to. */
function partsOf(owned: string, holder: Referents | undefined, page: OpenPage, around: Around): Referents[] {
  const [node] = holder?.nodes ?? []
  const name = singular(wordsOf(owned).at(-1) ?? '')
  const item = node && withAncestors(node).find(({ isItem }) => isItem)
  const called =
    node &&
    (withAncestors(node).find(({ names }) => names.has(name)) ??
      item?.children.find(({ names, kind }) => (kind === 'text' || kind === 'group') && names.has(name)))
  if (called) return [{ nodes: [called], likelihood: holder?.likelihood ?? 0 }]
  for (const above of node ? withAncestors(node) : []) {
    const found = pointWithin(owned, above, page, undefined, around)
    if (found.length > 0)
      return found.map(({ nodes, likelihood }) => ({
        nodes,
        likelihood: Math.sqrt(likelihood * (holder?.likelihood ?? 0)),
      }))
  }
  return []
}

/** Resolves an enumeration together with the container of its elements. */
function listedInside(targets: Part[], message: string, page: OpenPage): Referents[] | undefined {
  const last = targets.at(-1)
  const listed = targets.slice(0, -1)
  if (!last || listed.length < 2 || !saysWhere(last, message) || !areListed(listed, message)) return undefined
  const holder = point(phraseOf(last), page)[0]?.nodes[0]
  const each = holder ? listed.map((part) => pointWithin(phraseOf(part), holder, page)[0]) : []
  if (each.length === 0 || each.some((found) => found === undefined)) return undefined
  const found = each.flatMap((one) => one ?? [])
  return [
    {
      nodes: [...new Set(found.flatMap(({ nodes }) => nodes))],
      likelihood: found.reduce((product, { likelihood }) => product * likelihood, 1),
    },
  ]
}

const thatNoun = /^(?:this|that|these|those)\s+(?:whole\s+|entire\s+)?(\w+)$/i
/** The ancestor or text of each node that has the noun of the phrase as its name, or else the node itself. */
function lifted({ nodes, likelihood }: Referents, phrase: string): Referents {
  const [, noun] = thatNoun.exec(phrase.trim()) ?? []
  if (!noun) return { nodes, likelihood }
  const name = singular(noun.toLowerCase())
  const lift = (node: Node) =>
    withAncestors(node).find(({ names }) => names.has(name)) ??
    node.children.find(({ names, kind }) => kind === 'text' && names.has(name)) ??
    node
  return { nodes: [...new Set(nodes.map(lift))], likelihood }
}

/** Resolves a phrase by itself if it refers to nothing mentioned before. */
const orElse = (pointed: Referents[], phrase: string, page: OpenPage) =>
  pointed.length > 0 || isPronoun(phrase) ? pointed : point(phrase, page)

function targetsOf(wish: Wish, message: string): Part[] {
  const hasOld = wish.parts.some(({ role }) => role === 'O')
  const named = wish.parts.filter(({ role }) => role === 'T')
  const last = named.at(-1)
  const said = wish.parts.filter(
    ({ role, start }) =>
      role === 'T' ||
      (role === 'V' &&
        wish.act === 'remove' &&
        !hasOld &&
        !(last && last.end <= start && /[,;:!?]|\.\s/.test(message.slice(last.end, start)))),
  )
  const acted = wish.parts.find(({ role }) => role === 'remove')
  const after = said.filter(({ start }) => acted && start > acted.end)
  const isReason =
    acted && after.length > 0 && /\bso\b[^.!?]*$/i.test(message.slice(said[0]?.end, acted.start))
  if (isReason && !after.some((part) => pointsBack(part.text) || saysWhere(part, message))) return after
  if (
    said.length === 1 &&
    said[0] &&
    bothOf.test(message.slice(said[0].end)) &&
    isPlural(wordsOf(said[0].text).at(-1) ?? '')
  )
    return [{ ...said[0], text: `both ${said[0].text}` }]
  // For a removal, every word of the phrase is part of its name.
  return said.some(({ role }) => role === 'V') ? [whole(said, message)] : said
}

/** If the wish removes a pronoun from a place, the pronoun is the target and not the place. */
function withPronoun(targets: Part[], wish: Wish, message: string): Part[] {
  const [first] = targets
  const from = wish.parts[0]?.start ?? 0
  if (!first || first.start <= from) return targets
  const gap = message.slice(from, first.start)
  const found =
    /\b(it|them|that|this|these|those)\s+(?:\w+\s+){0,2}?(?:from|of|off|in|on|within|at)\s*$/i.exec(
      gap.slice(-60),
    )
  if (!found?.[1]) return targets
  const start = first.start - found[0].length
  return [{ role: 'T', text: found[1], start, end: start + found[1].length, isQuote: false }, ...targets]
}

const bothOf = /^\s+(?:(?:should|must|need to|have to|ought to|can|to)\s+)?both\b/i

const whole = (parts: Part[], message: string): Part => {
  const [start, end] = [parts[0]?.start ?? 0, parts.at(-1)?.end ?? 0]
  return { role: 'T', text: message.slice(start, end), start, end, isQuote: false }
}

/** Whether a phrase follows a preposition of place. */
const saysWhere = ({ start }: Part, message: string) =>
  /\b(?:in|on|from|(?<!\brid )of|off|within|inside|at|for|under)\s*$/i.test(
    message.slice(Math.max(0, start - 12), start),
  )

/** Whether phrases are elements of an enumeration. */
export function areListed(parts: Part[], message: string, hasValue = false): boolean {
  return (
    parts.length > 1 &&
    !parts.some((part) => saysWhere(part, message)) &&
    parts.every(
      (part, at) =>
        at === 0 ||
        /^\s*(?:,|&|;|\/|,?\s*(?:and|plus|or|as well as)(?:\s+(?:also|then|no))?)\s*$/i.test(
          message.slice(parts[at - 1]?.end, part.start),
        ),
    ) &&
    (!hasValue || parts.length > 2 || /[\w&;/]/.test(message.slice(parts[0]?.end, parts[1]?.start)))
  )
}
