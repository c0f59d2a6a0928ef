import { nameOf, namesOf } from '../describe.ts'
import { draftOf, setNode } from '../edit.ts'
import { removeNodes } from '../frames/remove.ts'
import type { Node } from '../nodes.ts'
import type { Page } from '../page.ts'
import { leavesWith } from '../reading/replace.ts'
import { focused, type Pointed, pointTogether } from '../references/point.ts'
import { additions } from './additions.ts'
import { isPicture, isVague, listings, sentences, settings } from './settings.ts'
import { phraseOf, reference, trimmed, type Way } from './ways.ts'
import type { Part, Wish } from './wishes.ts'

/** Ways to carry a wish out on a page, likeliest first. `message` is what the wish was read from. */
export function* waysOf(wish: Wish, page: Page, message: string): Generator<Way> {
  const of = (role: Part['role']) => wish.parts.filter((part) => part.role === role)
  const value = wish.act === 'remove' ? undefined : of('V').at(-1)
  // "the prices, take them off": the pronoun says nothing new.
  const named = of('T').filter(({ text }) => !/^(?:it|them|that|this|these|those)$/i.test(text.trim()))
  // "remove FAQ no. 4": of what goes, everything that is said names it.
  const targets =
    wish.act === 'remove' && of('V').length > 0
      ? [
          whole(
            wish.parts.filter(({ role }) => role === 'T' || role === 'V'),
            message,
          ),
        ]
      : named.length > 0
        ? named
        : of('T')
  const quoted = quotedPlace(of('T')[0])
  const old = of('O')[0] ?? quoted
  const place = of('P')[0]
  const act = actOf(wish, value, old, place)
  const pointed =
    targets.length > 0
      ? pointTogether(targets.map(phraseOf), areListed(targets, message), page)
      : focused(page)
  const isNamed = targets.length > 0 && (!quoted || old !== quoted)
  switch (act) {
    case 'set':
    case 'replace':
      if (value && (isPicture(value) || isVague(value) || /[<[{][^>\]}]*[>\]}]/.test(value.text))) break
      if (of('V').length > 1) yield* listings(of('V'), pointed, page)
      else if (value) yield* settings(value, old, isNamed ? pointed : undefined, page, message)
      break
    case 'remove':
      yield* removals(targets, old, pointed, page)
      break
    case 'move':
      if (/\balphabet/i.test(wish.said)) yield* sortings(pointed, page)
      else if (place) yield* movings(pointed, placeOf(trimmed(place.text), page))
      else if (value)
        for (const { nodes, likelihood } of pointed)
          yield { likelihood, saying: `Order ${reference(nodes[0] as Node)}: ${value.text}` }
      break
    case 'swap':
      for (const { nodes, likelihood } of pointTogether(targets.map(phraseOf), true, page))
        if (nodes.length === 2)
          yield {
            likelihood,
            saying: `Swap ${reference(nodes[0] as Node)} and ${reference(nodes[1] as Node)}`,
          }
      break
    case 'duplicate':
      for (const { nodes, likelihood } of pointed) {
        const [node] = nodes as [Node]
        if (place)
          yield {
            likelihood,
            saying: `Duplicate ${reference(node)} and move the copy ${placeOf(trimmed(place.text), page)}`,
          }
        yield { likelihood, saying: `Duplicate ${reference(node)}` }
      }
      break
    case 'add':
      if (value) yield* sentences(wish, value, page)
      yield* additions(wish, targets.length > 0 ? pointed : [], place && placeOf(trimmed(place.text), page))
      break
    case 'rewrite':
      for (const { nodes, likelihood } of pointed) {
        const how = of('rewrite')
          .map(({ text }) => text)
          .join(' ')
        const name = nameOf(nodes[0] as Node, page)
        if (value) yield { likelihood, saying: `Shorten ${name} to ${value.text}` }
        if (/er$/i.test(how)) yield { likelihood, saying: `Make ${name} ${how}` }
        yield { likelihood, saying: `${how} ${name}${value ? ` to ${value.text}` : ''}` }
        yield { likelihood, saying: `Make ${name} ${how}` }
      }
  }
  yield* inItsWords(wish, pointed, message)
}

function actOf(wish: Wish, value: Part | undefined, old: Part | undefined, place: Part | undefined) {
  const hasTarget = wish.parts.some(({ role }) => role === 'T')
  if (wish.act === 'set' && !value && place && hasTarget) return 'move'
  return wish.act ?? (value && (hasTarget || old) ? 'set' : place && hasTarget ? 'move' : undefined)
}

/** "where it says X": the words that are to go. */
function quotedPlace(target: Part | undefined): Part | undefined {
  const [, words] =
    /^(?:the (?:part|place|bit|line) )?where (?:it|the page|the text) (?:says|reads|said)\s+["“']?(.+?)["”']?$/i.exec(
      target?.text ?? '',
    ) ?? []
  return target && words ? { ...target, role: 'O', text: words } : undefined
}
const whole = (parts: Part[], message: string): Part => {
  const [start, end] = [parts[0]?.start ?? 0, parts.at(-1)?.end ?? 0]
  return { role: 'T', text: message.slice(start, end), start, end, isQuote: false }
}
/** Whether phrases stand beside each other: "the quote and the stats". */
function areListed(parts: Part[], message: string): boolean {
  return (
    parts.length > 1 &&
    parts.every(
      (part, at) =>
        at === 0 ||
        /^\s*(?:,|and|&|,\s*and|plus|or)\s*$/i.test(message.slice(parts[at - 1]?.end, part.start)),
    )
  )
}

/** A place with what it is next to as a reference: "after ‹quote/›". */
function placeOf(phrase: string, page: Page): string {
  const between = /^(.*?\bbetween\s+)(.+?)\s+and\s+(.+)$/i.exec(phrase)
  if (between) {
    const [, lead = '', first = '', second = ''] = between
    return `${lead}${referenceTo(first, page)} and ${referenceTo(second, page)}`
  }
  const beside =
    /^(.*?\b(?:after|before|above|below|under|underneath|beneath|behind|next to|over|following|beside)\s+)(.+)$/i.exec(
      phrase,
    )
  if (beside) return `${beside[1]}${referenceTo(beside[2] ?? '', page)}`
  const rank =
    /^(?:as|to|in|into|on)?\s*(?:the\s+)?(?:very\s+)?(first|second|third|fourth|fifth|last|top|bottom|end|start|front)\b/i.exec(
      phrase,
    )
  if (!rank || /\b(?:of|in)\b/i.test(phrase.slice(4))) return phrase
  const word = (rank[1] ?? '').toLowerCase()
  return /first|last/.test(word)
    ? word
    : /top|start|front/.test(word)
      ? 'to the top'
      : /bottom|end/.test(word)
        ? 'to the end'
        : `to the ${word} place`
}

function referenceTo(phrase: string, page: Page): string {
  const [best] = pointTogether([phrase], false, page)
  return best && best.likelihood > 0.5 ? reference(best.nodes[0] as Node) : phrase
}

function* sortings(pointed: Pointed[], page: Page): Generator<Way> {
  for (const { nodes, likelihood } of pointed) {
    const [node] = nodes as [Node]
    const list =
      node.kind === 'list'
        ? node
        : node.isItem
          ? node.parent
          : node.children.find(({ kind, children }) => kind === 'list' && children.length > 1)
    if (!list) continue
    const sorted = list.children
      .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
      .map(({ value }) => value)
    yield {
      likelihood,
      saying: `Order ${nameOf(node, page)}: ${list.children
        .map(({ label }) => label)
        .toSorted((a, b) => a.localeCompare(b, 'en'))
        .join(', ')}`,
      outcome: {
        kind: 'done',
        draft: setNode(draftOf(page), list, sorted),
        said: `sorted ${nameOf(node, page)} by name`,
        focus: [list.key],
      },
    }
  }
}

const pieces =
  /\b(?:sentences?|paragraphs?|words?|letters?|full stop|period|dot|commas?|colon|hyphen|dash|(?:exclamation|question|quotation) marks?|everything|brackets?)\b/i
const piece =
  /^(?:the\s+)?((?:first|second|third|fourth|last|final)\s+(?:sentence|paragraph|word)s?)\s+(?:of|in|from|under|below)\s+(.+)$/i

function* removals(targets: Part[], old: Part | undefined, pointed: Pointed[], page: Page): Generator<Way> {
  const [, what, holder] = piece.exec(targets[0]?.text ?? '') ?? []
  if (what && holder) {
    for (const { nodes, likelihood } of pointTogether([holder], false, page))
      for (const node of [
        ...nodes,
        ...(nodes[0]?.children.filter(({ prop }) => /body|answer|quote|description/.test(prop)) ?? []),
      ])
        yield { likelihood, saying: `Remove the ${what} of ${reference(node)}` }
    return
  }
  if (targets.some(({ text }) => pieces.test(text))) return
  for (const { nodes, likelihood } of pointed) {
    if (old) yield { likelihood, saying: `Remove “${trimmed(old.text)}” from ${reference(nodes[0] as Node)}` }
    else if (nodes.every(({ kind }) => kind !== 'theme' && kind !== 'meta')) {
      const gone = nodes.map((node) => holderNamedBy(node, targets))
      yield { likelihood, saying: `Remove ${namesOf(gone, page)}`, outcome: removeNodes(gone, page) }
    }
  }
  if (old && targets.length === 0) {
    const found = leavesWith(trimmed(old.text), page)
    if (found.length === 1)
      yield { likelihood: 0.8, saying: `Remove “${trimmed(old.text)}” from ${reference(found[0] as Node)}` }
  }
}

/** A section or item that is called by its title: with the title, all of it goes. */
function holderNamedBy(node: Node, targets: Part[]): Node {
  const { parent } = node
  if (!parent || node.kind !== 'text' || !/^(?:headline|heading|title|name|question|label)$/.test(node.prop))
    return node
  if (!(parent.kind === 'block' || parent.isItem)) return node
  return targets.some(({ text }) =>
    /\b(?:headline|heading|header|title|name|label|text|line|wording|caption|words)\b/i.test(text),
  )
    ? node
    : parent
}

function* movings(pointed: Pointed[], place: string): Generator<Way> {
  for (const { nodes, likelihood } of pointed) {
    const names = nodes.map(reference).join(' and ')
    yield { likelihood, saying: `Move ${names} ${place}` }
    yield { likelihood, saying: `Move ${names} to ${place}` }
    const holder = nodes[0] && !nodes[0].isItem && nodes[0].kind !== 'block' ? nodes[0].parent : undefined
    if (holder) yield { likelihood, saying: `Move ${reference(holder)} ${place}` }
  }
}

/** The wish in its own words, with what its phrases mean put in as references; then as it is. */
function* inItsWords(wish: Wish, pointed: Pointed[], message: string): Generator<Way> {
  const [first] = wish.parts
  const last = wish.parts.at(-1)
  const targets = wish.parts.filter(({ role }) => role === 'T')
  if (!first || !last || wish.act === undefined) return
  const [best] = pointed
  if (best && targets.length === 1 && wish.act !== 'rewrite' && !pieces.test(targets[0]?.text ?? '')) {
    const [target] = targets as [Part]
    yield {
      likelihood: best.likelihood,
      saying: `${message.slice(first.start, target.start)}${best.nodes.map(reference).join(' and ')}${message.slice(target.end, last.end)}`,
    }
  }
  yield { likelihood: 0.6, saying: wish.said }
}
