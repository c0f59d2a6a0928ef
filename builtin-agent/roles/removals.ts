import { isPlural, singular } from '../nodeNames.ts'
import type { Node } from '../nodes.ts'
import { sentencesOf, takeOut } from '../operations/pieces.ts'
import { isRequired, removeNodes } from '../operations/remove.ts'
import type { Outcome } from '../outcome.ts'
import type { OpenPage } from '../page.ts'
import { sectionsBeside } from '../recognisers/exceptions.ts'
import { isPronoun } from '../references/back.ts'
import { point } from '../references/point.ts'
import type { Referents } from '../references/rank.ts'
import { stem, tokenise, wordsOf } from '../tokens.ts'
import { genericBlockWords, isFunctionWord, pointingWords } from '../words/plain.ts'
import { exactly, type FoundPiece, hasPieces, isPiece, piecesOf } from './pieces.ts'
import { phraseOf, requestFor, trimmed, type Way } from './ways.ts'
import type { Part } from './wishes.ts'

/** Ways to remove sections, items, optional parts, and sentences or words of a text. */
export function* removals(
  targets: Part[],
  old: Part | undefined,
  pointed: Referents[],
  page: OpenPage,
): Generator<Way> {
  if (old) {
    const holders = targets.length > 0 ? pointed : [{ nodes: [] as Node[], likelihood: 0.9 }]
    for (const { nodes, likelihood } of holders) {
      const found = wordsIn(old, nodes, page)
      const near = nodes[0]?.parent && old.isQuote && found.length === 0 ? nodes[0].above : []
      yield* cuts(found.length > 0 ? found : wordsIn(old, [...near].slice(-1), page), likelihood, page)
    }
    return
  }
  const cut = targets.map(({ text }) => cutting.exec(text)).find((found) => found !== null)
  if (cut) {
    yield* cutAt(cut, pointed, page)
    return
  }
  const isSelected = page.selected !== undefined && targets.every(({ text }) => isPronoun(text))
  const pieces = isSelected ? [] : targets.filter(({ text }) => isPiece(text) && !isUnder.test(text))
  if (pieces.length > 0) {
    const [piece, ...others] = pieces
    const where = pointed.filter(() => others.length === 0 && targets.length > 1)
    for (const { nodes, likelihood } of where.length > 0 ? where : [{ nodes: [] as Node[], likelihood: 1 }])
      yield* cuts(piecesOf(piece?.text ?? '', nodes, page), likelihood, page)
    if (others.length > 0 || targets.length > 1) return
  }
  const [range] = targets
  if (
    range &&
    /^(?:everything|anything|all)\b.*\b(?:below|after|above|before|under|beneath|following)\b/i.test(
      range.text,
    )
  ) {
    const outcome = sectionsBeside(tokenise(range.text), page)
    if (outcome) yield { likelihood: 0.9, request: requestFor(outcome), outcome }
    return
  }
  for (const { nodes, likelihood } of pointed) {
    if (nodes.some(({ kind }) => kind === 'theme' || kind === 'meta')) continue
    if (nodes.length === 1 && isPartial(nodes[0] as Node, targets)) continue
    if (isForeign(nodes, targets, page)) continue
    const within = nodes.length === 1 ? spokenIn(nodes[0] as Node, targets, page) : []
    if (within.length > 0) {
      yield* cuts(within, likelihood, page)
      continue
    }
    // A relation of place is often about a whole text; otherwise a noun for a sentence means one of several.
    if (
      pieces.some(
        ({ text }) => !/\b(?:sentence|line|words)s?\s+(?:under|below|above|over|beneath)\b/i.test(text),
      ) &&
      nodes.some(hasPieces)
    )
      continue
    const gone = nodes.map((node) => {
      if (pieces.length > 0) return optional(node)
      // A selected heading is the target itself, not its section.
      return isSelected && node.kind === 'text' && node.parent?.kind === 'block' && node.prop !== 'quote'
        ? node
        : wholeOf(node, targets)
    })
    if (gone.some((node) => node === undefined)) continue
    const outcome = removeNodes([...new Set(gone as Node[])], page)
    yield { likelihood, request: requestFor(outcome), outcome }
  }
}

/** The range of a text whose words the phrase contains. */
function spokenIn(node: Node, targets: Part[], page: OpenPage): FoundPiece[] {
  const words =
    targets.length > 1 && isRunning(node)
      ? targets.flatMap((part) => exactly(phraseOf(part), [node], page))
      : []
  const said = targets.find(({ isQuote, text }) => isQuote || wordsOf(text).length >= 3)
  const isAll = said && wordsOf(said.text).join(' ') === wordsOf(node.label).join(' ')
  const found =
    words.length === 1 || !said || isAll
      ? words
      : exactly(`“${said.isQuote ? said.text : trimmed(said.text)}”`, [node], page)
  return found.flatMap(({ piece, likelihood }) => {
    const text = String(piece.node.value)
    // If the words are a whole sentence, its punctuation is removed as well.
    const whole = sentencesOf(text).find(
      ({ start, end }) =>
        start === piece.start && end >= piece.end && !/[\p{L}\p{N}]/u.test(text.slice(piece.end, end)),
    )
    if (whole) return [{ piece: { ...piece, end: whole.end }, likelihood }]
    return words.length === 1 || (node.kind === 'text' && said?.isQuote) ? [{ piece, likelihood }] : []
  })
}

/** Whether a text is prose, from which single words may be removed. */
const isRunning = ({ kind, prop, isItem, value }: Node) =>
  kind === 'text' && !isItem && !titles.test(prop) && wordsOf(String(value ?? '')).length > 3

/** Whether the phrase names two objects but was resolved to one. */
const isPartial = (node: Node, targets: Part[]) =>
  targets.some(({ text, isQuote }) => !isQuote && /\b(?:and|plus)\b/i.test(text)) &&
  !/\b(?:and|plus)\b|&/i.test(node.label) &&
  node.kind !== 'block'

/** Whether a section has none of the phrase's words, so that it is not meant. */
function isForeign(nodes: Node[], targets: Part[], page: OpenPage): boolean {
  if (nodes.some(({ kind }) => kind !== 'block')) return false
  const own = page.nodes.filter(({ block }) => nodes.some((node) => node.block === block))
  const said = new Set(
    own
      .flatMap(({ names, value }) => [
        ...[...names.keys()].flatMap((name) => name.split(' ')),
        ...(typeof value === 'string' ? wordsOf(value) : []),
      ])
      .map(stem),
  )
  return targets.some(({ text }) =>
    tokenise(text).some(
      ({ norm, kind, text: word }) =>
        (kind === 'word' || kind === 'quote') &&
        wordsOf(kind === 'quote' ? word : norm).some(
          (each) =>
            ((/^\p{Lu}/u.test(word) && (text.indexOf(word) > 0 || targets.length > 1)) || kind === 'quote') &&
            !isEmpty(each) &&
            !said.has(stem(each)) &&
            !said.has(stem(singular(each))),
        ),
    ),
  )
}
const isEmpty = (word: string) =>
  isFunctionWord(word) || genericBlockWords.has(word) || pointingWords.has(word)

const wordsIn = (old: Part, nodes: Node[], page: OpenPage) =>
  old.isQuote || !isPiece(old.text)
    ? exactly(old.isQuote ? `“${old.text}”` : old.text, nodes, page)
    : piecesOf(old.text, nodes, page)

function* cuts(found: FoundPiece[], sure: number, page: OpenPage): Generator<Way> {
  for (const { piece, likelihood } of found) {
    const text = String(piece.node.value)
    const isAll = `${text.slice(0, piece.start)}${text.slice(piece.end)}`.replace(/[\s.!?]/g, '') === ''
    const node = isAll ? wholeOf(piece.node, []) : undefined
    if (isAll && !node) continue
    const outcome: Outcome = node ? removeNodes([node], page) : takeOut(piece, page)
    yield { likelihood: likelihood * sure, request: requestFor(outcome), outcome }
  }
}

/** A position within a text, given by quoted words. */
const cutting = /^(.*?)\s*(?:\b(?:everything|all|the rest|what comes)\s+)?\b(after|before)\s+["“](.+?)["”]$/i
function* cutAt(
  [, named = '', side, words = '']: RegExpExecArray,
  pointed: Referents[],
  page: OpenPage,
): Generator<Way> {
  const found = named === '' ? pointed : point(named, page)
  for (const { nodes, likelihood } of found) {
    const [node] = nodes
    const text = String(node?.value ?? '')
    const at = text.toLowerCase().indexOf(words.toLowerCase())
    if (node?.kind !== 'text' || at === -1) continue
    const [start, end] = /^after$/i.test(side ?? '') ? [at + words.length, text.length] : [0, at]
    yield* cuts([{ piece: { kind: 'piece', node, start, end }, likelihood: 1 }], likelihood, page)
  }
}

const optional = (node: Node | undefined) => (!node || isRequired(node) ? undefined : node)
/** A text below a heading is in the section of the heading, and is neither of them. */
const isUnder = /\b(?:sentence|line|text|paragraph) (?:under|below|beneath|underneath)\b/i
const titles = /^(?:headline|heading|title|name|question|label)$/
const saysWords = /\b(?:text|wording|words)\b/i
const saysTitle = /\b(?:headline|heading|header|title|name|label|text|line|wording|caption|words)\b/i

/** The node to remove: a section or item if its title or text was named, undefined if a required part has to stay. */
function wholeOf(node: Node, targets: Part[]): Node | undefined {
  const { parent } = node
  const isCalled = targets.some(({ text }) => saysTitle.test(text) || namesPart(text, node))
  const isTitle =
    node.kind === 'text' && titles.test(node.prop) && (parent?.kind === 'block' || parent?.isItem)
  if (isTitle && parent && !isCalled) return parent
  // The name of a part may also be that of its item, which is meant then.
  if (parent?.isItem && node.kind === 'text' && isRequired(node) && sharesName(node, parent, targets))
    return parent
  // A quote without its text, or a signature without its name, is removed as a whole.
  const isAll = node.prop === 'quote' || (node.prop === 'name' && parent?.kind === 'group')
  if (isAll && parent && !isRequired(parent) && !targets.some(({ text }) => saysWords.test(text)))
    return parent
  const namesItem = (item: Node) =>
    targets.some(({ text }) => wordsOf(text).some((word) => item.labelStems.has(stem(word))))
  if (
    node.kind === 'list' &&
    parent?.isItem &&
    namesItem(parent) &&
    !targets.some(({ text }) => namesPart(text, node) && !/\blist\b/i.test(text))
  )
    return parent
  if (!isRequired(node)) return node
  if (node.kind === 'list' && parent?.kind === 'block')
    return targets.some(({ text }) => isPlural(wordsOf(text).at(-1) ?? '')) ? parent : undefined
  const others = parent?.schema.required?.filter((prop) => prop !== node.prop && prop !== 'id') ?? []
  return parent?.isItem && node.kind === 'text' && (others.length === 0 || !isCalled) ? parent : undefined
}

/** Whether the last word of a phrase is a name of both the part and its item. */
const sharesName = (node: Node, item: Node, targets: Part[]) =>
  targets.some(({ text }) => {
    const name = singular(wordsOf(text).at(-1) ?? '')
    return node.names.has(name) && item.names.has(name)
  })

const namesPart = (text: string, { names }: Node) => wordsOf(text).some((word) => names.has(singular(word)))
