import { withNamesJoined } from '../additions/reading.ts'
import type { Node } from '../nodes.ts'
import { applyLooks } from '../operations/looks.ts'
import type { PictureOf } from '../operations/pictures.ts'
import { carryOver, type OpenPage } from '../page.ts'
import { readLooks } from '../recognisers/looks.ts'
import { pointsBack } from '../references/back.ts'
import { point } from '../references/point.ts'
import type { Referents } from '../references/rank.ts'
import { pointTogether } from '../references/together.ts'
import { tokenise } from '../tokens.ts'
import { leavesWith } from '../values/replace.ts'
import { additions } from './additions.ts'
import { copies } from './copies.ts'
import { hasGap, isEmphasis, isVague } from './givens.ts'
import { listings } from './listings.ts'
import { areListed, meantBy, type WishReferents } from './meant.ts'
import { moves } from './moves.ts'
import { chosen, fontIn, lookIn, switches } from './options.ts'
import { movableOf } from './places.ts'
import { removals } from './removals.ts'
import { isCalledNow, respellings } from './replacements.ts'
import { rewrites } from './rewrites.ts'
import { settings } from './settings.ts'
import { signatures } from './signatures.ts'
import { swaps } from './swaps.ts'
import { phraseOf, trimmed, type Way, wholePage } from './ways.ts'
import type { Part, Wish } from './wishes.ts'

/** The ways to carry out a wish of a message, likeliest first. `since` is the end of the previous wish in it. */
export function* waysOf(
  wish: Wish,
  page: OpenPage,
  message: string,
  pictureOf: PictureOf,
  since = 0,
): Generator<Way> {
  const of = (role: Part['role']) => wish.parts.filter((part) => part.role === role)
  const value = wish.act === 'remove' ? undefined : of('V').at(-1)
  const { targets, pointed, find } = clearest(
    meantBy(wish, page, message, since),
    page.before && meantBy(wish, page.before, message, since),
    page,
  )
  const old = of('O')[0] ?? spread(targets, message, page) ?? respelt(targets, value, page)
  const place = of('P')[0]
  const phrases = targets.map(phraseOf)
  const isAboutPage =
    phrases.every((phrase) => wholePage.test(phrase)) && (phrases.length > 0 || page.focus.length === 0)
  if (value && targets.length === 0 && !old && (wish.act === undefined || wish.act === 'set'))
    yield* looks(value, message.slice(since), page)
  const isNamed = targets.length > 0 && (of('O').length > 0 || !old)
  const act = actOf(wish, value, old, place, page)
  const settingOf = (value: Part, old: Part | undefined, named: Referents[] | undefined) => ({
    value,
    old,
    named,
    targets,
    said: wish.said,
    message,
  })
  switch (act) {
    case 'set':
    case 'replace':
      if (value && (isVague(value) || hasGap(value.text))) break
      if (value && targets.length === 1) yield* chosen(targets[0] as Part, value, page)
      if (value && signing.test(of('set').map(phraseOf).join(' '))) yield* signatures(of('V'), pointed, page)
      if (value && targets.length === 0 && !old) yield* respellings(value, page)
      if (of('V').length > 1 && !isCorrected(of('V'), message) && !of('V').every(isAddress))
        yield* listings(of('V'), pointed, page)
      else if (value) yield* settings(settingOf(value, old, isNamed ? pointed : undefined), page, pictureOf)
      else yield* switches(of('set').map(phraseOf).join(' '), old, pointed, page)
      break
    case 'remove':
      yield* removals(
        targets,
        old,
        pointed.filter(({ nodes }) => !isOnlyPlace(nodes, targets, message, page)),
        page,
      )
      break
    case 'move':
      yield* moves(wish, { phrases, pointed: asMovable(pointed), find }, page, message)
      break
    case 'swap':
      yield* swaps(wish, targets, { phrases, pointed, find }, page, message)
      break
    case 'duplicate':
      yield* copies(place, { phrases, pointed, find }, page)
      break
    case 'add':
      yield* added(wish, pointed, page, message, pictureOf)
      break
    case 'rewrite':
      if (
        old &&
        !/\b(?:keep(?:ing)?|with|including|leav(?:e|ing))\s+\S*\s*$/i.test(message.slice(0, old.start))
      )
        yield* removals(targets, old, pointed, page)
      else if (value && (isEmphasis(value) || value.isQuote))
        yield* settings(settingOf(value, undefined, pointed), page, pictureOf)
      else yield* rewrites(wish, isAboutPage ? undefined : pointed, page, message)
      break
  }
}

/** A part is moved with its section or item. */
function asMovable(pointed: Referents[]): Referents[] {
  const found = new Map<string, Referents>()
  for (const { nodes, likelihood } of pointed) {
    const whole = nodes.map((node) => movableOf(node) ?? node)
    const key = whole.map((node) => node.key).join()
    const same = found.get(key)
    found.set(key, { nodes: whole, likelihood: likelihood + (same?.likelihood ?? 0) })
  }
  return [...found.values()].sort((a, b) => b.likelihood - a.likelihood)
}

/** Whether the target is only the list to remove from. */
function isOnlyPlace(nodes: Node[], targets: Part[], message: string, page: OpenPage): boolean {
  const places = targets.filter(({ start }) => /\b(?:from|out of|off)\s+$/i.test(message.slice(0, start)))
  return (
    places.length > 0 &&
    places.length < targets.length &&
    nodes.every(({ kind }) => kind === 'block') &&
    places.some((place) => point(phraseOf(place), page)[0]?.nodes.some((node) => nodes.includes(node)))
  )
}

function* added(
  said: Wish,
  pointed: Referents[],
  page: OpenPage,
  message: string,
  pictureOf: PictureOf,
): Generator<Way> {
  const wish = withNamesJoined(
    { ...said, parts: withAttribute(said.parts).map(withoutPlace).map(withoutCalled).map(withoutArticle) },
    message,
  )
  const named = wish.parts.filter(({ role }) => role === 'T')
  yield* additions(wish, holdersOf(named, pointed, page, message), page, message, pictureOf)
}

function withoutCalled(part: Part): Part {
  const [lead = ''] =
    part.role === 'V' && !part.isQuote
      ? (/^(?:another one|a new one|one|another)\s+(?:called|named|labelled|labeled|titled|saying|that says)\s+/i.exec(
          part.text,
        ) ?? [])
      : []
  return { ...part, text: part.text.slice(lead.length), start: part.start + lead.length }
}
/** Splits an attribute such as “required” off the label of a new field. */
function withAttribute(parts: Part[]): Part[] {
  return parts.flatMap((part): Part[] => {
    const [lead, how] =
      part.role === 'V' && !part.isQuote
        ? (/^(?:an?\s+)?(required|mandatory|optional)\s+(?=\S.*\bfield$)/i.exec(part.text) ?? [])
        : []
    if (!lead || !how) return [part]
    const start = part.start + lead.length
    const option = part.start + lead.indexOf(how)
    return [
      { role: 'X', text: how, start: option, end: option + how.length, isQuote: false },
      { ...part, text: part.text.slice(lead.length), start },
    ]
  })
}

function withoutArticle(part: Part): Part {
  const [lead = ''] = part.role === 'V' && !part.isQuote ? (/^an?\s+(?=\p{Lu})/u.exec(part.text) ?? []) : []
  return { ...part, text: part.text.slice(lead.length), start: part.start + lead.length }
}

/** Removes a preposition of place from a target. */
function withoutPlace(part: Part): Part {
  const [lead = ''] =
    part.role === 'T'
      ? (/^(?:right |directly |just )?(?:under|underneath|below|beneath|above|over|after|before)\s+/i.exec(
          part.text,
        ) ?? [])
      : []
  return { ...part, text: part.text.slice(lead.length), start: part.start + lead.length }
}

/** Changes the look of the whole page. */
function* looks(value: Part, said: string, page: OpenPage): Generator<Way> {
  const clause =
    said
      .slice(0, said.indexOf(value.text) + value.text.length)
      .split(/[.!?;\n]/)
      .at(-1) ?? ''
  // If the clause names anything else, the value is about that. A font needs no other words.
  const font = fontIn(value)
  const found = font ? [font] : readLooks(tokenise(clause), page) && lookIn(value, page)
  if (found)
    yield {
      likelihood: 0.9,
      request: `Make the page ${trimmed(value.text)}`,
      outcome: applyLooks(found, page),
    }
}

/** If the targets refer to nothing any more, uses what they clearly referred to before the previous wishes. */
function clearest(now: WishReferents, before: WishReferents | undefined, page: OpenPage): WishReferents {
  const isClear = (before?.pointed[0]?.likelihood ?? 0) > 0.8
  if (!before || !isClear || now.pointed.length > 0) return now
  return {
    ...now,
    pointed: before.pointed.map(({ nodes, likelihood }) => ({ nodes: carryOver(nodes, page), likelihood })),
  }
}

const signing = /\bsign(?:s|ed)?\b/i

/** The nodes to add to. A pronoun beside a place refers to the new content instead. */
function holdersOf(named: Part[], pointed: Referents[], page: OpenPage, message: string): Referents[] {
  if (named.length === 0) return []
  const [, others] =
    /^(?:the|our|all the)\s+(?:other|existing)\s+(.+s)$/i.exec(trimmed(named[0]?.text ?? '')) ?? []
  if (others && named.length === 1) return point(`the ${others}`, page)
  if (named.some(({ text }) => pointsBack(text))) return pointed
  const alone = pointTogether(named.map(phraseOf), areListed(named, message), page)
  // If the phrase alone is unclear, its context decides.
  return (alone[0]?.likelihood ?? 0) < 0.5 && (pointed[0]?.likelihood ?? 0) > 0.5 ? pointed : alone
}

function actOf(
  wish: Wish,
  value: Part | undefined,
  old: Part | undefined,
  place: Part | undefined,
  page: OpenPage,
) {
  const hasTarget = wish.parts.some(({ role }) => role === 'T') || page.focus.length > 0
  if (wish.act === 'set' && !value && place && hasTarget) return 'move'
  if ((wish.act === 'set' || wish.act === undefined) && value && wish.parts.some(({ role }) => role === 'K'))
    return 'add'
  return wish.act ?? (value && (hasTarget || old) ? 'set' : place && hasTarget ? 'move' : undefined)
}

/** Whether a value is an address. A link has one target only, so of several the last counts. */
const isAddress = ({ text }: Part) => /^(?:https?:\/\/|\/)\S+$/i.test(trimmed(text))
/** Whether the last of several values corrects the others. */
const isCorrected = (values: Part[], message: string) =>
  /\b(?:no|sorry|wait|rather|actually|mean)\b/i.test(message.slice(values.at(-2)?.end, values.at(-1)?.start))

/** A target that is a proper name in several texts, which is to be replaced in all of them. */
function spread(targets: Part[], message: string, page: OpenPage): Part | undefined {
  const [target, ...others] = targets
  if (!target || others.length > 0) return undefined
  const words = trimmed(target.text)
  // A single word may be too ambiguous for this.
  const isName = /^\p{Lu}\S*(?:\s+\p{Lu}\S*)+$/u.test(words)
  const isWide =
    /\b(?:everywhere|wherever|throughout|all over|every time)\b/i.test(message) ||
    (isName && isCalledNow.test(message))
  return isWide && leavesWith(words, page).length > 1 ? { ...target, role: 'O' } : undefined
}

/** A target that is another spelling of the value. */
function respelt([target, ...others]: Part[], value: Part | undefined, page: OpenPage): Part | undefined {
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const [old, next] = [trimmed(target?.text ?? ''), trimmed(value?.text ?? '')]
  const isSame = old !== next && plain(old) === plain(next) && /^\p{L}+$/u.test(old)
  return target && others.length === 0 && isSame && leavesWith(old, page).length > 0
    ? { ...target, role: 'O' }
    : undefined
}
