import { nameOf } from '../describe.ts'
import { singular } from '../nodeNames.ts'
import type { Node } from '../nodes.ts'
import { emphasise } from '../operations/emphasise.ts'
import { applyLooks } from '../operations/looks.ts'
import { isPictured, type PictureOf } from '../operations/pictures.ts'
import { putInPlace } from '../operations/pieces.ts'
import type { OpenPage } from '../page.ts'
import { isPronoun } from '../references/back.ts'
import { focused, point } from '../references/point.ts'
import { wordsOf } from '../tokens.ts'
import type { Assignment } from '../values/assign.ts'
import { flagOf } from '../values/choices.ts'
import type { Given } from '../values/given.ts'
import { leavesWith } from '../values/replace.ts'
import { isAlike, shapeOf } from '../values/shapes.ts'
import { isFunctionWord } from '../words/plain.ts'
import { numbered, priced, pricesIn } from './amounts.ts'
import { assignmentOf } from './assignment.ts'
import { givensOf, isEmphasis, isPicture } from './givens.ts'
import { isLook, isNegated, isOptionLike, lookOf, optionsFor } from './options.ts'
import { pictures } from './pictures.ts'
import { hasPieces, isPiece, piecesOf } from './pieces.ts'
import { pieceOf, pieces, replacements } from './replacements.ts'
import type { SetWish } from './setting.ts'
import { altOf, buttonOf, cellOf, described, likeLast, sameAs } from './settingNodes.ts'
import { isJob } from './signatures.ts'
import { similarTextSet } from './similarText.ts'
import { isTopic } from './topics.ts'
import { assigned, phraseOf, requestFor, trimmed, type Way } from './ways.ts'
import type { Part } from './wishes.ts'

/** Ways to set a value, or to replace the old words in texts that contain them. */
export function* settings(setting: SetWish, page: OpenPage, pictureOf: PictureOf): Generator<Way> {
  const { value, old, named, targets, said, message } = setting
  const isDescription = targets.some(({ text }) => describing.test(text)) || described.test(said)
  const picture = pictureOf(value.text)
  const isWholeName = picture && wordsOf(picture.name).every((word) => wordsOf(value.text).includes(word))
  const isNamedPicture =
    picture !== undefined &&
    (value.isQuote || isWholeName) &&
    [...targets, ...(old ? [old] : [])].some(({ text }) =>
      /\b(?:picture|photo|image|screenshot)\b/i.test(text),
    )
  if ((isPicture(value) || isNamedPicture) && !isDescription) {
    yield* pictures(value, named ?? (old ? point(phraseOf(old), page) : focused(page)), page, pictureOf)
    return
  }
  // A word within a text can't have a colour of its own.
  const isColor = isLook({ ...value, text: value.text.replace(/^in\s+/i, '') })
  if (old && isColor && leavesWith(old.text, page).length > 0) return
  if (!old) yield* pricesIn(targets, named ?? [], value, page)
  // Old words that are not on the page may describe a colour, an option or a link. For a text, the reading is probably wrong.
  const isDescribed = yield* replacements(setting, page)
  if (isUnclear(value, message) || isTopic(value, message)) return
  // A phrase that is only a place of the change is not renamed.
  const isPlace =
    targets.length === 1 &&
    !value.isQuote &&
    targets.every(({ start }) => insideOf.test(message.slice(Math.max(0, start - 12), start)))
  const traits = {
    isDescription,
    isDescribed,
    isPlace,
    isNot: isNegated(value, old ? [...targets, old] : targets, message),
  }
  for (const { nodes, likelihood } of named ?? (old ? [] : focused(page))) {
    const meant =
      likeLast(nodes, targets, page) ??
      cellOf(nodes) ??
      buttonOf(nodes, targets, value) ??
      (described.test(said) ? altOf(nodes) : undefined) ??
      nodes
    yield* settingsOf(meant, likelihood, setting, traits, page)
  }
}

/** What the message says about a value besides its text. */
type Traits = {
  /** The value describes a picture or is a caption. */
  isDescription: boolean
  /** The old words are not on the page, so they describe what changes. */
  isDescribed: boolean
  /** The target is only the place of the change. */
  isPlace: boolean
  isNot: boolean
}

/** Ways to set the value on the nodes that the targets refer to. */
function* settingsOf(
  nodes: Node[],
  likelihood: number,
  setting: SetWish,
  traits: Traits,
  page: OpenPage,
): Generator<Way> {
  const { value, targets, message } = setting
  const [node] = nodes as [Node]
  const body = traits.isPlace ? bodyBelow(node, setting) : undefined
  if (body && !isOptionLike(value) && shapeOf(trimmed(value.text)) === 'text')
    yield assigned([{ node: body, value: trimmed(value.text), cost: 0 }], likelihood, page)
  const isUnder = targets.length === 1 && underOf.test(message.slice(0, targets[0]?.start))
  if (isUnder && node.kind === 'text' && !body) return
  if (yield* special(nodes, likelihood, setting, traits.isNot, page)) return
  if (!traits.isDescription && (node.kind === 'asset' || isPictured(node))) return
  if (!traits.isDescribed) {
    yield* numbered(node, value, likelihood, page)
    yield* priced(node, value, likelihood, page)
    if (node.prop !== 'name' || !isJob(value.text)) yield* pieces(nodes, targets, value, likelihood, page)
    yield* similarTextSet(node, value, likelihood, message, page)
  }
  const isRole = isJob(value.text)
  const isUnnamed = targets.every(({ text }) => isPronoun(text))
  for (const given of givensOf(value, node)) {
    const each = nodes.map((one) => assignmentOf(one, value, { ...given, isRole }, message, isUnnamed))
    if (areMeant(each, given, nodes, setting, traits)) yield assigned(each, likelihood, page)
  }
}

/** The empty or filled text below the title of an item, if the value goes there. */
function bodyBelow(node: Node, { targets, message }: SetWish): Node | undefined {
  const lead = message.slice(0, targets[0]?.start).trim().split(/\s+/).at(-1) ?? ''
  if (!/^(?:under|below)/i.test(lead)) return undefined
  const item = node.isItem ? node : node.parent?.isItem && isNaming(node) ? node.parent : undefined
  return item?.children.find(
    ({ kind, prop }) => kind === 'text' && /^(?:body|description|answer)$/.test(prop),
  )
}

/** Ways to set a value that is no plain text. Returns whether the value can't be anything else. */
function* special(
  nodes: Node[],
  likelihood: number,
  { value, targets }: SetWish,
  isNot: boolean,
  page: OpenPage,
): Generator<Way, boolean> {
  const [node] = nodes as [Node]
  const shown = trimmed(value.text)
  const alike = sameAs(nodes, shown, page)
  if (alike) {
    if (alike.length > 0) yield assigned(alike, likelihood, page)
    return true
  }
  if (node.kind === 'theme') {
    const look = lookOf(node, shown, page)
    const request = `Change ${nameOf(node, page)} to ${shown}`
    if (look) yield { likelihood, request, outcome: applyLooks([look], page) }
    return true
  }
  if (/\b(?:bold|italics?|regular)\b/i.test(shown) && isEmphasis(value) && node.kind === 'text') {
    const piece = pieceOf(node, targets, page)
    const outcome = emphasise(node, piece, shown, page)
    yield { likelihood, request: requestFor(outcome), outcome }
    return true
  }
  if (isEmphasis(value) || (isLook(value) && !isOptionLike(value))) return true
  const sentence = targets.find(({ text }) => /\b(?:sentence|paragraph)\b/i.test(text) && isPiece(text))
  if (sentence && hasPieces(node)) {
    for (const found of piecesOf(sentence.text, nodes, page)) {
      const outcome = putInPlace(found.piece, value.isQuote ? value.text : shown, page)
      yield { likelihood: likelihood * found.likelihood, request: requestFor(outcome), outcome }
    }
    return true
  }
  if (isNot) {
    const flag = [node, ...node.children].find(
      ({ kind, prop }) => kind === 'flag' && flagOf(prop, shown) !== undefined,
    )
    const isOn = flag && !flagOf(flag.prop, shown)
    if (flag) yield assigned([{ node: flag, value: isOn ? true : undefined, cost: 0 }], likelihood, page)
    return true
  }
  if (!isOptionLike(value)) return false
  const each = optionsFor(nodes, value, targets, page)
  if (each) yield assigned(each, likelihood, page)
  // A capitalised value is a name, although it contains the word for an option.
  return each !== undefined || !(/^\p{Lu}/u.test(shown) || (node.kind === 'text' && node.isItem))
}

/** Whether there is an assignment for each node, and none speaks against the wish. */
function areMeant(
  each: (Assignment | undefined)[],
  { shape }: Given,
  nodes: Node[],
  setting: SetWish,
  { isPlace, isDescribed }: Traits,
): each is Assignment[] {
  const { value, targets, said, message } = setting
  const all = each.flatMap((assignment) => assignment ?? [])
  const names = all.filter(({ node }) => isNaming(node))
  // One text does not replace several prices.
  const isUnlike =
    nodes.length > 1 &&
    nodes.some(
      ({ value: before }) =>
        typeof before === 'string' && shapeOf(before) !== 'text' && !isAlike(shapeOf(before), shape),
    )
  const isMisnamed =
    !value.isQuote &&
    !naming.test(said) &&
    isAmounts(trimmed(value.text)) &&
    names.some(({ node }) => shapeOf(String(node.value ?? '')) === 'text')
  // The object of "gets" or "has" is not a new name.
  const isGiven = gives.test(message.slice(targets.at(-1)?.end, value.start)) && names.length > 0
  return (
    all.length === each.length &&
    !isUnlike &&
    !isMisnamed &&
    !isGiven &&
    !all.some(({ node }) => isUnasked(node, nodes[0] as Node, setting)) &&
    !(isPlace && names.some(({ node }) => !nodes.includes(node))) &&
    !(isDescribed && all.some((assignment) => !isLikeBefore(assignment, nodes)))
  )
}

/** Whether a section was named and its heading would be set without being mentioned. */
function isUnasked(set: Node, named: Node, { value, targets, said, message }: SetWish): boolean {
  if (named.kind !== 'block' || set.kind !== 'text') return false
  if (set.parent !== named || !/^(?:heading|headline)$/.test(set.prop)) return false
  if (value.isQuote || naming.test(said) || naming.test(message.slice(0, targets[0]?.start))) return false
  const telling = (text: string) => wordsOf(text).filter((word) => !isFunctionWord(word))
  const [words, heading] = [targets.flatMap(({ text }) => telling(text)), telling(String(set.value ?? ''))]
  const own = words.filter((word) => !named.names.has(singular(word)))
  const isCalled = heading.length > 0 && heading.every((word) => words.includes(word))
  return !isCalled && !(own.length > 0 && own.every((word) => heading.includes(word)))
}
const naming = /\b(?:re)?(?:name|title|head(?:ing|line|er)|call|label)(?:d|s|ed|led)?\b/i

const insideOf = /\b(?:in|on|at|within|inside|under)\s*$/i
/** Whether a text is the name of an item or a quote. */
const isNaming = ({ kind, prop, parent, block }: Node) =>
  kind === 'text' &&
  /^(?:name|title|label|question)$/.test(prop) &&
  (parent?.isItem === true || block?.type === 'quote')

const underOf = /\b(?:under|below|beneath)\s+$/i
const gives =
  /^\s+(?:(?:also|now|should|must|will|only)\s+)*(?:gets?|has|have|includes?|comes? with|offers?|needs?|takes?|lasts?|runs?|costs?)\b(?! (?:to be |to read |to say |the name|renamed|called))/i
const isAmounts = (text: string) =>
  text.split(/\s+(?:to|and|or|–|-)\s+/).every((each) => !/^(?:text|time)$/.test(shapeOf(each)))

/** Whether a value has the length of a replacement for the named text. */
function isLikeBefore({ node, value }: Assignment, named: Node[]): boolean {
  const [now, before] = [String(value), String(node.value ?? '')]
  return named.includes(node) && wordsOf(now).length >= 3 && wordsOf(now).length * 2 >= wordsOf(before).length
}

const describing = /\b(?:alt|description|describes?|reader|readers|blind|caption|says?|text|label)\b/i

/** Whether a value is about the length of a text. */
function isUnclear({ text, end, isQuote }: Part, message: string): boolean {
  return !isQuote && isLength.test(text + message.slice(end, end + 20))
}
/** Phrases for a maximum length. */
const isLength =
  /\b(?:words?|characters?|letters?|lines?|sentences?),?\s+(?:max|maximum|at most|tops|or (?:less|fewer))\b|\b(?:max|maximum|at most|no more than)\b.*\b(?:words?|characters?|letters?|lines?|sentences?)\b/i
