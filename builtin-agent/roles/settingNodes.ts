import { singular } from '../nodeNames.ts'
import { type Node, withAncestors } from '../nodes.ts'
import type { OpenPage } from '../page.ts'
import { point } from '../references/point.ts'
import { stem, wordsOf } from '../tokens.ts'
import type { Assignment } from '../values/assign.ts'
import { isFunctionWord } from '../words/plain.ts'
import { leavesOf } from './replacements.ts'
import type { Part } from './wishes.ts'

/** The assignments that copy a value from another object; empty if that is not found. */
export function sameAs(nodes: Node[], said: string, page: OpenPage): Assignment[] | undefined {
  const [, name, other] =
    /^(?:exactly )?(?:the )?same (\S.*?) (?:as|like) (?:on |in |for |at |with )?(.+?)(?: has| have| does)?$/i.exec(
      said,
    ) ?? []
  if (!name || !other) return undefined
  const word = singular(wordsOf(name).at(-1) ?? '')
  const partOf = (node: Node) =>
    withAncestors(node)
      .flatMap(({ children }) => children)
      .find(({ names, children }) => names.has(word) && children.length === 0)
  const source = point(other, page)[0]?.nodes.map(partOf)[0]
  const parts = nodes.map(partOf)
  if (!source) return []
  return parts.every((part) => part?.prop === source.prop)
    ? parts.flatMap((part) => (part ? { node: part, value: source.value, cost: 0 } : []))
    : []
}

/** After a change of a part of an item, the name of a sibling item refers to its same part. */
export function likeLast(nodes: Node[], targets: Part[], page: OpenPage): Node[] | undefined {
  const [last] = page.focus
  const itemOf = (node: Node) => withAncestors(node).find(({ isItem, kind }) => isItem && kind === 'item')
  const [node, ...others] = nodes
  const [one, other] = [last && itemOf(last), node && itemOf(node)]
  if (page.isGoingOn || !last || !node || others.length > 0 || !one || !other || one === other)
    return undefined
  const isNamed = node === other || node.value === other.label
  const isOnly = targets.every(({ text }) =>
    wordsOf(text).every((word) => other.labelStems.has(stem(word)) || isFunctionWord(word)),
  )
  const path = last.key.slice(one.key.length)
  const part = page.nodes.find(({ key }) => key === other.key + path)
  return isNamed && isOnly && part?.kind === 'text' ? [part] : undefined
}

/** The cell at the intersection of a row and a column. */
export function cellOf(nodes: Node[]): Node[] | undefined {
  const [row, ...rows] = nodes.filter(({ isItem, parent }) => isItem && parent?.prop === 'rows')
  const [column, ...columns] = nodes.filter(({ isItem, parent }) => isItem && parent?.prop === 'columns')
  if (!row || !column || rows.length > 0 || columns.length > 0 || row.block !== column.block) return undefined
  const cell = row.children.find(({ prop }) => prop === 'cells')?.children[column.index]
  return cell && [cell]
}
const plainCta = /^(?:(?:the|our|my|main|primary|final|closing|bottom)\s+)*(?:cta|call[ -]to[ -]action)$/i
const longestLabel = 40

/** The button of a section that is called by its button: "the CTA" with a short text, which is no sentence. */
export function buttonOf(
  [node, ...others]: Node[],
  [target, ...more]: Part[],
  { text }: Part,
): Node[] | undefined {
  if (node?.kind !== 'block' || others.length > 0 || more.length > 0) return undefined
  if (!plainCta.test(target?.text.trim() ?? '') || text.length > longestLabel || /[.!?]$/.test(text))
    return undefined
  const button = node.children.find(({ prop }) => prop === 'primaryAction')
  return button && [button]
}

/** The alt text of a node's only picture. */
export function altOf([node, ...others]: Node[]): Node[] | undefined {
  if (!node || others.length > 0 || node.kind === 'text') return undefined
  const alts = leavesOf(node).filter(({ prop }) => prop === 'alt')
  return alts.length === 1 ? alts : undefined
}
export const described = /\b(?:alt|screen ?readers?|describe|blind|visually impaired)\b/i
