import { nameOf } from '../describe.ts'
import { quoted } from '../label.ts'
import { isBelow, type Node } from '../nodes.ts'
import { draftOf, setNode } from '../operations/edit.ts'
import type { Outcome } from '../outcome.ts'
import type { OpenPage } from '../page.ts'
import { focused, point, pointWithin } from '../references/point.ts'
import type { Referents } from '../references/rank.ts'
import { tokenise } from '../tokens.ts'
import { applyAll } from '../values/apply.ts'
import { assignmentsOf } from '../values/assign.ts'
import { readGiven } from '../values/given.ts'
import { compose } from './compose.ts'
import type { Entry } from './content.ts'
import { insertWords } from './insertions.ts'
import type { Kind } from './kinds.ts'
import { sharedList } from './lists.ts'
import { type Composing, textsIn } from './put.ts'
import type { Spot } from './spots.ts'

/** General nouns for a text; the place determines which property they refer to. */
const generic =
  /\b(?:lines?|sentences?|text|words?|note|footnote|disclaimer|reassurance|print|heading|paragraph|remark)\b/i

/** Empty properties that a new text may fill. */
export function* emptyParts(
  noun: string,
  kinds: Kind[],
  holders: { nodes: Node[]; likelihood: number }[],
  spot: Spot | undefined,
  page: OpenPage,
): Generator<{ node: Node; likelihood: number }> {
  const props = kinds.flatMap((each) => (each.kind === 'part' ? each.prop : []))
  if (/\b(?:fields?|box|column|row)\b/i.test(noun)) return
  const isGeneric = noun === '' || generic.test(noun)
  const anchors =
    spot && 'anchor' in spot
      ? anchorsFor(spot.anchor, holders, page)
      : spot && 'holder' in spot && spot.holder
        ? point(spot.holder, page)
        : []
  const within =
    holders.length > 0
      ? anchors.filter(({ nodes }) =>
          holders.some((holder) => nodes.every((node) => holder.nodes.some((above) => isBelow(node, above)))),
        )
      : anchors
  const said = [...within, ...holders]
  for (const { nodes, likelihood } of said.length > 0 ? said.slice(0, 4) : noun === '' ? [] : focused(page)) {
    const node = nodes.length > 1 ? sharedList(nodes) : nodes[0]
    if (!node) continue
    if (isGeneric && spot && (noun !== '' || 'anchor' in spot)) {
      const found = besideOf(node, spot)
      if (found) yield { node: found, likelihood }
    }
    for (let at: Node | undefined = node; at && !isGeneric; at = at.parent) {
      const found = props.flatMap((prop) =>
        at.children.filter((child) => child.prop === prop && isOpen(child)),
      )[0]
      if (found) yield { node: found, likelihood }
      if (found || at.kind === 'block' || at.isItem) break
    }
    if (isGeneric && !spot && noun !== '') {
      const found = node.children.find(
        (child) =>
          (props.includes(child.prop) ||
            child.prop === (/\babove|over|top\b/i.test(noun) ? 'eyebrow' : 'note')) &&
          child.kind === 'text' &&
          child.value === undefined,
      )
      if (
        found &&
        !node.children.some(({ kind, value }) => kind === 'list' && node.isItem && value !== undefined)
      )
        yield { node: found, likelihood: likelihood * 0.9 }
    }
  }
}

/** The nodes that give the place, within the named nodes if there are any. */
function anchorsFor(anchor: string, holders: { nodes: Node[] }[], page: OpenPage): Referents[] {
  const [holder] = holders[0]?.nodes ?? []
  const within = holder && holders[0]?.nodes.length === 1 ? pointWithin(anchor, holder, page) : []
  return within.length > 0 ? within : point(anchor, page)
}

const isOpen = ({ kind, value, children }: Node) =>
  kind === 'choice' ||
  kind === 'link' ||
  ((kind === 'text' || kind === 'group') && value === undefined && (kind === 'text' || children.length > 0))

/** The empty text above or below a node: an eyebrow above a heading, a note below a list, a text below a title. */
function besideOf(node: Node, spot: Spot): Node | undefined {
  const isAbove = spot.kind === 'before' || spot.kind === 'first'
  const holder = node.kind === 'block' || (node.isItem && node.kind === 'item') ? node : (node.parent ?? node)
  const block = blockOf(node)
  const empty = (of: Node | undefined, ...props: string[]) =>
    props.flatMap(
      (prop) =>
        of?.children.filter(
          (child) => child.prop === prop && child.kind === 'text' && child.value === undefined,
        ) ?? [],
    )[0]
  const isHeading = /^(?:headline|heading)$/.test(node.prop)
  if (isAbove) return isHeading || node.kind === 'block' ? empty(block, 'eyebrow') : undefined
  if (isHeading) return empty(block, 'subheadline', 'intro', 'body')
  if (node.kind === 'item') return empty(node, 'body', 'description', 'hint')
  if (holder.kind === 'item' && /^(?:title|label|name)$/.test(node.prop))
    return empty(holder, 'body', 'hint', 'description')
  return empty(block, 'note', 'caption')
}
function blockOf(node: Node): Node {
  let at = node
  while (at.parent) at = at.parent
  return at
}

/** Sets an empty property. */
export function fillPart(
  node: Node,
  entries: Entry[],
  page: OpenPage,
  { pictureOf }: Composing,
): Outcome | undefined {
  const [first, ...others] = entries
  if (!first) return undefined
  const picture = node.schema.properties?.assetId ? pictureOf?.(first.text) : undefined
  if (picture)
    return {
      kind: 'done',
      draft: setNode(draftOf(page), node, {
        assetId: picture.assetId,
        alt: others.find(({ name }) => /^alt/i.test(name ?? ''))?.text ?? picture.alt,
      }),
      said: `made ${quoted(picture.name)} ${nameOf(node, page)}`,
      focus: [node.key],
    }
  const given = entries.map(({ text, isQuote }) =>
    readGiven(tokenise(isQuote ? `“${text}”` : text), isQuote ? `“${text}”` : text),
  )
  const label = node.kind === 'group' ? node.children.find(({ prop }) => prop === 'label') : undefined
  const link = node.kind === 'group' ? node.children.find(({ prop }) => prop === 'link') : undefined
  if (label && link && given.length === 2) {
    const [shown, leads] = [given.find((each) => !each?.link), given.find((each) => each?.link)]
    if (!shown || !leads) return undefined
    return {
      kind: 'done',
      draft: setNode(draftOf(page), node, { label: shown.text, link: leads.link }),
      said: `added the button ${quoted(shown.text, 60)}`,
      focus: [node.key],
    }
  }
  const person = node.kind === 'group' && node.schema.properties?.role && compose(node.schema, entries)
  if (person)
    return {
      kind: 'done',
      draft: setNode(draftOf(page), node, person),
      said: `set ${nameOf(node, page)} to ${quoted(first.text, 60)}`,
      focus: [node.key],
    }
  if (others.length > 0 || !given[0]) return undefined
  if (node.kind === 'text')
    return applyAll([{ node, value: first.isQuote ? first.text : capital(first.text), cost: 0 }], page)
  const [assignment] = assignmentsOf(label ?? node, given[0])
  return assignment && applyAll([assignment], page)
}

/** Adds keywords to a list of the metadata, or words to a text. */
export function extend(
  node: Node,
  entry: Entry,
  spot: Spot | undefined,
  page: OpenPage,
): Outcome | undefined {
  if (node.kind !== 'meta' || node.schema.type !== 'array') return insertWords(node, entry, spot, page)
  return {
    kind: 'done',
    draft: setNode(draftOf(page), node, [
      ...new Set([...((node.value as string[] | undefined) ?? []), ...textsIn(entry)]),
    ]),
    said: `added ${quoted(entry.text, 60)} to ${nameOf(node, page)}`,
    focus: [node.key],
  }
}
const capital = (text: string) => text.replace(/^\p{Ll}/u, (sign) => sign.toUpperCase())

/** The text that a sentence is appended to: the named text, or the main text of a named item or section. */
export function textOfNode(node: Node): Node | undefined {
  if (node.kind === 'text')
    return /^(?:title|heading|headline|question|label|name)$/.test(node.prop) && node.parent?.isItem
      ? textOfNode(node.parent)
      : node
  return node.children.find(
    ({ kind, prop, value }) =>
      kind === 'text' &&
      typeof value === 'string' &&
      /^(?:body|answer|description|subheadline|quote|caption)$/.test(prop),
  )
}
