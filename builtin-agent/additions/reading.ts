import type { OpenPage } from '../page.ts'
import { isPronoun } from '../references/back.ts'
import { point } from '../references/point.ts'
import type { Referents } from '../references/rank.ts'
import { isJob } from '../roles/signatures.ts'
import { trimmed } from '../roles/ways.ts'
import type { Part, Wish } from '../roles/wishes.ts'
import { wordsOf } from '../tokens.ts'
import { type Entry, entriesOf, isDescription } from './content.ts'
import { kindsOf, type NamedKinds } from './kinds.ts'
import type { Composing } from './put.ts'
import { readSpot, type Spot } from './spots.ts'

/** An addition as it was read: the kind, the place and the content. */
export type Addition = {
  nouns: string[]
  named: NamedKinds
  attributes: string[]
  entries: Entry[]
  spot: Spot | undefined
  /** The nodes named as the place. */
  pointed: Referents[]
  /** The phrases that name them. */
  names: string[]
  /** Whether it goes above or below these nodes. */
  beside: Spot | undefined
  /** Whether the place is given with a word for the same line, such as “behind”. */
  isInLine: boolean
  /** Phrases for the place that refer to nothing on the page. */
  unknown: string[]
  composing: Composing
}

/** Placeholder nouns, which state neither the kind nor the place. */
const emptyNoun =
  /^(?:(?:an?|the|this|one|another|new|more|separate|extra)\s+)*(?:one|item|entry|thing|something|tick)$/i

const isPicture = /\b(?:photo|picture|image|screenshot|logo)\b/i

/** Joins a job title that was read as two values, and reads the phrase after "for" as the column of the value. */
export function withNamesJoined(wish: Wish, message: string): Wish {
  const parts: Part[] = []
  for (const part of wish.parts) {
    const before = parts.at(-1)
    const gap = message.slice(before?.end, part.start)
    const isColumn =
      before?.role === 'V' && /^["”]?\s+for\s+$/i.test(gap) && parts.some(({ role }) => role === 'F')
    const isRole =
      part.role === 'V' &&
      before?.role === 'V' &&
      !part.isQuote &&
      !before.isQuote &&
      isJob(before.text) &&
      /^,\s+$|^\s+at\s+$/.test(gap)
    if (isRole && before)
      parts.splice(-1, 1, { ...before, end: part.end, text: message.slice(before.start, part.end) })
    else if (part.role !== 'T' || !before) parts.push(part)
    else parts.push(isColumn ? { ...part, role: 'F' } : part)
  }
  return { ...wish, parts }
}

export function readAddition(
  wish: Wish,
  named: Referents[],
  page: OpenPage,
  message: string,
  pictureOf: Composing['pictureOf'],
): Addition | undefined {
  const inside = intoPlace(wish.parts, page)
  const parts = inside?.parts ?? wish.parts
  const pointed = inside?.pointed ?? named
  const texts = (role: Part['role']) =>
    parts.filter((part) => part.role === role).map(({ text }) => trimmed(text))
  const given = texts('K').filter((noun) => !emptyNoun.test(noun))
  // The noun may be part of the verb phrase.
  const nouns =
    given.length > 0
      ? given
      : texts('add').filter(
          (text) => wordsOf(text).length > 1 && !emptyNoun.test(text) && kindsOf(text).kinds.length > 0,
        )
  const entries = entriesOf(parts, message)
  if (nouns.length === 0 && entries.every(({ text }) => isPicture.test(text) && pictureOf?.(text)))
    nouns.push('a picture')
  const [, ranked] =
    /^as (?:the |an? )?(?:first|second|third|fourth|fifth|last|final) (\w+)$/i.exec(texts('P')[0] ?? '') ?? []
  if (nouns.length === 0 && ranked && named.length === 0) nouns.push(ranked)
  const [only] = entries
  if (nouns.length === 0 && only?.name && entries.length === 1 && pointed.length > 0) {
    nouns.push(only.name)
    only.name = undefined
  }
  if (entries.some((entry) => isDescription(entry) && !pictureOf?.(entry.text))) return undefined
  const targets = parts.filter(({ role }) => role === 'T')
  const leadOf = ({ start }: Part) => message.slice(Math.max(0, start - 24), start)
  // An ordinal after "as" gives the position, although its noun names a kind.
  const asPlace = targets.filter(
    (part) =>
      /\bas (?:the )?$/i.test(leadOf(part)) &&
      (pointed.length === 0 ||
        /^(?:the )?(?:first|second|third|fourth|fifth|last|final)(?: \w+)?$/i.test(trimmed(part.text))),
  )
  const isPlaceOnly = asPlace.length > 0 && asPlace.length === targets.length
  const places = [
    ...texts('P'),
    ...asPlace.map(({ text }) => trimmed(text)),
    ...texts('add').filter((text) => /\binstead\b|^(?:start|begin|open)s? with\b/i.test(text)),
  ]
  const last = stayingLast(message)
  const isLast = places.some((place) => /^(?:as )?(?:the )?(?:very )?last\b/i.test(place))
  const spots = last ? [last] : places.flatMap((place) => readSpot(place) ?? [])
  const tail = message.slice(parts.at(-1)?.end)
  const beside = [
    ...targets.flatMap(
      (part) =>
        /\b(under|below|beneath|underneath|above|over|after|behind|before|in front of) $/i.exec(
          leadOf(part),
        )?.[1] ?? [],
    ),
    /^\s*(under|below|beneath|underneath|above) (?:it|them|that)\b/i.exec(tail)?.[1] ?? '',
  ].find((word) => word !== '')
  const each = nouns.map(kindsOf)
  const main =
    each.find(({ kinds }) => kinds.some(({ kind }) => kind === 'field')) ??
    each.find(({ kinds }) =>
      kinds.some(({ kind, ...of }) => kind !== 'block' || ('type' in of && of.type !== 'text')),
    ) ??
    each[0]
  return {
    nouns,
    named: main ?? { kinds: [], modifiers: [], count: undefined },
    attributes: texts('X'),
    entries,
    spot: spots.find(({ kind }) => kind !== 'last' && !isLast) ?? spots[0],
    pointed: isPlaceOnly ? [] : pointed,
    unknown:
      pointed.length > 0
        ? []
        : targets
            .filter(
              (part) => !asPlace.includes(part) && !/^(?:the|its|that|this) list$/i.test(part.text.trim()),
            )
            .map(({ text }) => trimmed(text)),
    names: targets.map(({ text }) => trimmed(text)),
    beside: beside && pointed.length > 0 ? readSpot(beside) : undefined,
    isInLine: /^(?:after|behind|before|in front of)$/i.test(beside ?? ''),
    composing: { pictureOf },
  }
}

/** If the message says that an item stays last, the new one goes before it. */
function stayingLast(message: string): Spot | undefined {
  const [, first, second] =
    /[,;.:(–-]\s*(?:but |and |with )?(?:(\p{L}[\p{L}\p{N} ]{1,30}?) (?:stays?|remains?|staying|should stay|has to stay|must stay) (?:the )?(?:last|at the (?:end|bottom))|(?:keep|leave|keeping|leaving) (\p{L}[\p{L}\p{N} ]{1,30}?) (?:as the )?(?:last|at the (?:end|bottom)))\b/iu.exec(
      message,
    ) ?? []
  const anchor = first ?? second
  return anchor ? { kind: 'before', anchor } : undefined
}

/** Adds an existing text to the place that the message names. */
function intoPlace(parts: Part[], page: OpenPage): { parts: Part[]; pointed: Referents[] } | undefined {
  const has = (role: Part['role']) => parts.filter((part) => part.role === role)
  const [target, place] = [has('T')[0], has('P')[0]]
  const [, holder] = /^(?:inside(?: of)?|into|within|in|to)\s+(\S.*)$/i.exec(place?.text ?? '') ?? []
  if (!target || !place || !holder || has('T').length + has('P').length > 2) return undefined
  if (has('V').length + has('K').length > 0 || isPronoun(target.text)) return undefined
  const pointed = point(trimmed(holder), page)
  return {
    parts: parts.flatMap((part) =>
      part === place ? [] : part === target ? { ...part, role: 'V' as const } : part,
    ),
    pointed,
  }
}
