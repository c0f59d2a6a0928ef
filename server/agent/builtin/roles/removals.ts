import { exceptions, isRequired, removeNodes } from '../frames/remove.ts'
import { isPlural, type Node, singular } from '../nodes.ts'
import type { Outcome } from '../outcome.ts'
import type { Page } from '../page.ts'
import { sentencesOf, takeOut } from '../pieces.ts'
import type { Pointed } from '../references/point.ts'
import { tokenise, wordsOf } from '../tokens.ts'
import { exactly, type FoundPiece, hasPieces, isPiece, piecesOf } from './pieces.ts'
import { requestFor, trimmed, type Way } from './ways.ts'
import type { Part } from './wishes.ts'

/** Takes away sections, items, optional parts, and sentences or words of a text. */
export function* removals(
  targets: Part[],
  old: Part | undefined,
  pointed: Pointed[],
  page: Page,
): Generator<Way> {
  if (old) {
    const holders = targets.length > 0 ? pointed : [{ nodes: [] as Node[], likelihood: 0.9 }]
    for (const { nodes, likelihood } of holders) yield* cuts(wordsIn(old, nodes, page), likelihood, page)
    return
  }
  const pieces = targets.filter(({ text }) => isPiece(text))
  if (pieces.length > 0) {
    // "in the intro, the last sentence": the other phrase says where to look.
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
    const outcome = exceptions(tokenise(range.text), page)
    if (outcome) yield { likelihood: 0.9, saying: requestFor(outcome), outcome }
    return
  }
  for (const { nodes, likelihood } of pointed) {
    if (nodes.some(({ kind }) => kind === 'theme' || kind === 'meta')) continue
    if (nodes.length === 1 && isPartial(nodes[0] as Node, targets)) continue
    const within = nodes.length === 1 ? spokenIn(nodes[0] as Node, targets, page) : []
    if (within.length > 0) {
      yield* cuts(within, likelihood, page)
      continue
    }
    // "the sentence under the buttons" may be several; "the sentence about carriers" is one.
    if (
      pieces.some(
        ({ text }) => !/\b(?:sentence|line|words)s?\s+(?:under|below|above|over|beneath)\b/i.test(text),
      ) &&
      nodes.some(hasPieces)
    )
      continue
    const gone = nodes.map((node) => (pieces.length > 0 ? optional(node) : wholeOf(node, targets)))
    if (gone.some((node) => node === undefined)) continue
    const outcome = removeNodes([...new Set(gone as Node[])], page)
    yield { likelihood, saying: requestFor(outcome), outcome }
  }
}

/** A part of a text that is named by its words: “Live in 14 days.” of a longer note. */
function spokenIn(node: Node, targets: Part[], page: Page): FoundPiece[] {
  const said = targets.find(({ isQuote, text }) => isQuote || wordsOf(text).length >= 3)
  if (!said || wordsOf(said.text).join(' ') === wordsOf(node.label).join(' ')) return []
  const found = exactly(`“${said.isQuote ? said.text : trimmed(said.text)}”`, [node], page)
  return found.flatMap(({ piece, likelihood }) => {
    const text = String(piece.node.value)
    // Words that are a whole sentence go with its full stop.
    const whole = sentencesOf(text).find(
      ({ start, end }) =>
        start === piece.start && end >= piece.end && !/[\p{L}\p{N}]/u.test(text.slice(piece.end, end)),
    )
    if (whole) return [{ piece: { ...piece, end: whole.end }, likelihood }]
    return node.kind === 'text' && said.isQuote ? [{ piece, likelihood }] : []
  })
}

/** "the name and the role": two things were named, and one was found. */
const isPartial = (node: Node, targets: Part[]) =>
  targets.some(({ text, isQuote }) => !isQuote && /\b(?:and|plus)\b/i.test(text)) &&
  !/\b(?:and|plus)\b|&/i.test(node.label) &&
  node.kind !== 'block'

const wordsIn = (old: Part, nodes: Node[], page: Page) =>
  old.isQuote || !isPiece(old.text)
    ? exactly(old.isQuote ? `“${old.text}”` : old.text, nodes, page)
    : piecesOf(old.text, nodes, page)

function* cuts(found: FoundPiece[], sure: number, page: Page): Generator<Way> {
  for (const { piece, likelihood } of found) {
    const text = String(piece.node.value)
    const isAll = `${text.slice(0, piece.start)}${text.slice(piece.end)}`.replace(/[\s.!?]/g, '') === ''
    const node = isAll ? wholeOf(piece.node, []) : undefined
    if (isAll && !node) continue
    const outcome: Outcome = node ? removeNodes([node], page) : takeOut(piece, page)
    yield { likelihood: likelihood * sure, saying: requestFor(outcome), outcome }
  }
}

const optional = (node: Node) => (isRequired(node) ? undefined : node)
const titles = /^(?:headline|heading|title|name|question|label)$/
const saysTitle = /\b(?:headline|heading|header|title|name|label|text|line|wording|caption|words)\b/i

/** What goes with a node: a section or item that is called by its title or text goes as a whole; a part that it needs stays. */
function wholeOf(node: Node, targets: Part[]): Node | undefined {
  const { parent } = node
  const isCalled = targets.some(({ text }) => saysTitle.test(text) || namesPart(text, node))
  const isTitle =
    node.kind === 'text' && titles.test(node.prop) && (parent?.kind === 'block' || parent?.isItem)
  if (isTitle && parent && !isCalled) return parent
  if (!isRequired(node)) return node
  if (node.kind === 'list' && parent?.kind === 'block')
    return targets.some(({ text }) => isPlural(wordsOf(text).at(-1) ?? '')) ? parent : undefined
  const others = parent?.schema.required?.filter((prop) => prop !== node.prop && prop !== 'id') ?? []
  return parent?.isItem && node.kind === 'text' && (others.length === 0 || !isCalled) ? parent : undefined
}

const namesPart = (text: string, { names }: Node) => wordsOf(text).some((word) => names.has(singular(word)))
