import { nameOf, namesOf } from '../describe.ts'
import { isBelow, type Node } from '../nodes.ts'
import type { OpenPage } from '../page.ts'
import { point } from '../references/point.ts'
import { stem, tokenise, wordsOf } from '../tokens.ts'
import { linkOf } from '../values/read.ts'
import { leavesWith } from '../values/replace.ts'
import { momentsIn, shapeOf } from '../values/shapes.ts'
import { amountIn, isAmountText, isNumber, withCounted } from './amounts.ts'
import { formsOf, replaceIn } from './newWords.ts'
import { inNumber, withoutRepeated, writtenAs } from './oldWords.ts'
import { isLook, isOptionLike } from './options.ts'
import type { SetWish } from './setting.ts'
import { assigned, phraseOf, trimmed, type Way } from './ways.ts'
import type { Part } from './wishes.ts'

/** After a change of name, the old one is replaced everywhere. */
export const isCalledNow = /\b(?:(?:is|are) (?:now )?called|goes by|changed (?:its|their) name)\b/i

/** Replaces old words in all texts that contain them. Returns whether the old words are missing on the page. */
export function* replacements(setting: SetWish, page: OpenPage): Generator<Way, boolean> {
  const { value, message, targets } = setting
  const old = withoutRepeated(setting.old ?? wordsNamed(setting, page), value, message)
  if (!old || isOptionLike(value) || isLook(value)) return false
  const named = setting.old ? setting.named : undefined
  const isPageWide =
    /\b(?:everywhere|throughout|all over|whole page|entire page|across the page|all (?:the )?(?:texts?|places|mentions|occurrences)|every (?:text|place|mention|occurrence)|(?:both|two|three|several) (?:places|spots|times)|twice|top and (?:at )?(?:the )?bottom)\b/i.test(
      message,
    )
  const [text, next] = withCounted(...inNumber(writtenAs(old, page), value, page), message, page)
  const everywhere =
    isPageWide || isCalledNow.test(message) || /\b(?:where?ever|each time|every time)\b/i.test(message)
  const forms = everywhere || targets.length > 1 ? formsOf(text, next) : [[text, next] as const]
  const having = new Set(forms.flatMap(([form]) => leavesWith(form, page)))
  const leaves = atEnds(
    page.nodes.filter((node) => having.has(node)),
    message,
    page,
  )
  // If the words are to be replaced everywhere, the old words may have been resolved to a node that contains them.
  const isAll =
    isPageWide || (everywhere && (named?.[0]?.nodes.every((node) => leaves.includes(node)) ?? true))
  let isFound = false
  // Places after the old words: each must contain them once.
  const places = targets.filter(
    ({ start }) =>
      setting.old && start > setting.old.end && /\b(?:in|on|at|under)\s+$/i.test(message.slice(0, start)),
  )
  const where = places.length > 0 ? places : targets
  const each = setting.old && targets.length > 1 ? where.map((target) => within(target, leaves, page)) : []
  if (each.length > 0 && each.every((leaf) => leaf !== undefined) && new Set(each).size === each.length) {
    const outcome = replaceIn(each, text, next, page, forms)
    if (outcome)
      yield {
        likelihood: 0.9,
        request: `Replace “${text}” with “${next}” in ${namesOf(each, page)}`,
        outcome,
        isReplacement: true,
      }
  }
  if (places.length > 1 && !isAll) return true
  for (const { nodes, likelihood } of isAll || !named ? [{ nodes: [], likelihood: 0.95 }] : named) {
    const inside = leaves.filter(
      (leaf) => nodes.length === 0 || nodes.some((node) => node === leaf || isBelow(leaf, node)),
    )
    // The old words are the whole text of a cell or field.
    const wholes = inside.filter(
      ({ value: all }) => wordsOf(String(all)).join(' ') === wordsOf(text).join(' '),
    )
    // Without a named place, a text that is equal to the old words is preferred.
    const isOne =
      !named && !everywhere && wholes.length === 1 && (wordsOf(text).length > 1 || /^\p{Lu}/u.test(text))
    const found = isOne
      ? wholes
      : inside.length > 0
        ? inside
        : leaves.filter(({ block }) => block && block === nodes[0]?.block)
    isFound ||= found.length > 0
    const isClear =
      found.length === 1 ||
      (found.length > 1 &&
        (everywhere ||
          (!named && text.length > 2) ||
          // Longer words may be replaced in several texts of a place.
          (inside.length > 1 && /\p{L}{3}/u.test(text) && !isAmountText(text))))
    const outcome = isClear ? replaceIn(found, text, next, page, forms) : undefined
    if (!outcome) continue
    const where = found.length > 1 ? ' everywhere' : ` in ${namesOf(found, page)}`
    yield { likelihood, request: `Replace “${text}” with “${next}”${where}`, outcome, isReplacement: true }
  }
  yield* readdressed(text, value, page)
  return !!setting.old && !isFound && wordsOf(text).length > 0 && !isAmountText(text)
}

/** The texts in the first or last section, if the message restricts the places to these. */
function atEnds(leaves: Node[], message: string, page: OpenPage): Node[] {
  const { blocks } = page.document
  const areBoth = /\btop and (?:at )?(?:the )?bottom\b/i.test(message)
  const ends = [
    ...(areBoth ? [blocks[0]] : []),
    ...(areBoth || /\bat the (?:very )?bottom\b/i.test(message) ? [blocks.at(-1)] : []),
  ]
  const found = leaves.filter(({ block }) => ends.includes(block))
  return found.length > 0 || areBoth ? found : leaves
}

/** The only text with the old words inside the nodes that a phrase may refer to. */
function within(target: Part, leaves: Node[], page: OpenPage): Node | undefined {
  for (const { nodes } of point(phraseOf(target), page)) {
    const found = leaves.filter((leaf) =>
      nodes.some(
        (node) =>
          node === leaf || isBelow(leaf, node) || (node.kind !== 'block' && node.block === leaf.block),
      ),
    )
    if (found.length === 1) return found[0]
  }
  return undefined
}

/** The target as old words, if it refers to nothing or is a literal text of the page. */
function wordsNamed({ targets, named = [], value }: SetWish, page: OpenPage): Part | undefined {
  const [target, ...others] = targets
  // A link value is for the link of a button, not for its label.
  if (!value.isQuote && linkOf(tokenise(trimmed(value.text))[0])) return undefined
  if (!target || others.length > 0 || wordsOf(target.text).length < 2) return undefined
  const part: Part = { ...target, role: 'O' }
  const text = writtenAs(part, page)
  const [leaf, ...more] = leavesWith(text, page)
  if (!leaf || more.length > 0) return undefined
  const isVerbatim = /^\p{Lu}/u.test(text) && String(leaf.value).startsWith(text)
  const isPointed = named.some(({ nodes }) => nodes.some((node) => node === leaf || isBelow(leaf, node)))
  return named.length === 0 || (isVerbatim && !isPointed) ? part : undefined
}

/** Replaces the address of all links that have the old one. */
function* readdressed(old: string, value: Part, page: OpenPage): Generator<Way> {
  const [from, to] = [old, trimmed(value.text)].map((text) => {
    const [token, ...others] = tokenise(text)
    return others.length === 0 ? linkOf(token) : undefined
  })
  const links = page.nodes.filter(({ kind, value: link }) => kind === 'link' && link === from)
  if (from && to && links.length > 0)
    yield assigned(
      links.map((node) => ({ node, value: to, cost: 0 })),
      0.95,
      page,
    )
}

/** Replaces other spellings of a word by the given one. */
export function* respellings(value: Part, page: OpenPage): Generator<Way> {
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const next = trimmed(value.text)
  if (/\s/.test(next) || plain(next).length < 4 || linkOf(tokenise(next)[0])) return
  const others = new Set(
    page.nodes.flatMap(({ kind, value: text }) =>
      kind === 'text' && typeof text === 'string'
        ? text
            .split(/[\s.,;:!?()“”"]+/)
            .filter((word) => plain(word) === plain(next) && word.toLowerCase() !== next.toLowerCase())
            .map((word) => word.toLowerCase())
        : [],
    ),
  )
  const [old, ...more] = others
  const outcome = old && more.length === 0 ? replaceIn(leavesWith(old, page), old, next, page) : undefined
  if (outcome) yield { likelihood: 0.9, request: `Replace “${old}” with “${next}” everywhere`, outcome }
}

/** Ways to replace a part of a text: the words by which it is named, its date, or its amount. */
export function* pieces(
  nodes: Node[],
  targets: Part[],
  value: Part,
  likelihood: number,
  page: OpenPage,
): Generator<Way> {
  const next = value.isQuote ? value.text : trimmed(value.text)
  const [node] = nodes as [Node]
  const texts = (node.kind === 'text' ? nodes : leavesOf(node)).filter(
    (leaf) =>
      typeof leaf.value === 'string' &&
      wordsOf(leaf.value).length > wordsOf(next).length - (leaf === node ? 0 : 1),
  )
  const piece = pieceOf(node, targets, page) ?? (isNumber(next) ? countIn(node, targets) : undefined)
  const outcome = piece ? replaceIn([node], piece, next, page) : undefined
  if (outcome)
    yield { likelihood, request: `Replace “${piece}” with “${next}” in ${nameOf(node, page)}`, outcome }
  const dates =
    shapeOf(next) === 'time'
      ? texts.flatMap((leaf) => momentsIn(String(leaf.value)).map((old) => ({ leaf, old })))
      : []
  const [date, other] = dates
  const dated =
    date && !other && date.old !== date.leaf.value ? replaceIn([date.leaf], date.old, next, page) : undefined
  if (date && dated)
    yield {
      likelihood,
      request: `Replace “${date.old}” with “${next}” in ${nameOf(date.leaf, page)}`,
      outcome: dated,
    }
  const [amount, unit, ...more] = next.split(/\s+/)
  if (!isAmountText(amount ?? '') || more.length > 0) return
  const counted = unit === undefined ? undefined : stem(unit.toLowerCase())
  const found = (counted ? texts : texts.filter((leaf) => leaf === node)).flatMap((leaf) => {
    const old = amountIn(String(leaf.value), counted)
    return old ? { leaf, old } : []
  })
  const [one, another] = found
  // If the unit follows the amount in the text, only the amount is replaced.
  if (!one || another || one.old.toLowerCase() === next.toLowerCase()) return
  const made = replaceIn([one.leaf], one.old, next, page)
  if (made)
    yield {
      likelihood,
      request: `Replace “${one.old}” with “${next}” in ${nameOf(one.leaf, page)}`,
      outcome: made,
    }
}

/** The words of a text by which it is named, unless they are all of it. */
export function pieceOf(node: Node, targets: Part[], page: OpenPage): string | undefined {
  if (node.kind !== 'text' || typeof node.value !== 'string') return undefined
  const all = wordsOf(node.value).length
  return targets
    .map(({ text }) => trimmed(text).replace(/^["“”'‘’]|["“”'‘’]$/g, ''))
    .find((said) => wordsOf(said).length < all && leavesWith(said, page).includes(node))
}

/** The number that opens the name of a text, if it occurs in that text once. */
function countIn(node: Node, targets: Part[]): string | undefined {
  const [count = '', counted = ''] = targets.length === 1 ? trimmed(targets[0]?.text ?? '').split(/\s+/) : []
  if (node.kind !== 'text' || !isNumber(count) || counted === '') return undefined
  const found = [count, `${count} ${counted}`].map((words) =>
    [...String(node.value).matchAll(new RegExp(`\\b${RegExp.escape(words)}\\b`, 'gi'))].map(([said]) => said),
  )
  return found.every(({ length }) => length === 1) ? found[0]?.[0] : undefined
}

export const leavesOf = (node: Node): Node[] =>
  node.children.flatMap((child) => (child.kind === 'text' ? child : leavesOf(child)))
