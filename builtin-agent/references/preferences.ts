import { singular } from '../nodeNames.ts'
import { type Node, withAncestors } from '../nodes.ts'
import type { OpenPage } from '../page.ts'
import { type Token, wordsOf } from '../tokens.ts'
import type { Around } from './phrase.ts'
import type { Ranked } from './rank.ts'

/** If a phrase names a part of the page, it does not refer to metadata or the theme. */
export function onPage(ranked: Ranked[], tokens: Token[], page: OpenPage): Ranked[] {
  const [first] = ranked
  const isOfPage = ({ kind }: Node) => kind === 'meta' || kind === 'theme'
  if (!first || !isOfPage(first.node) || first.isExplained) return ranked
  const namesPart = tokens.some(({ norm }) =>
    page.nodes.some(
      (node) =>
        (node.kind === 'block' || (first.node.kind === 'theme' && node.kind === 'text')) &&
        node.names.has(singular(norm)),
    ),
  )
  return namesPart ? ranked.filter(({ node }) => !isOfPage(node)) : ranked
}

/** Whether a node can be meant by a phrase: if the phrase contains the label of an item, its siblings are excluded. */
export function fitsNamedItem(phrase: string, { nodes }: OpenPage): (node: Node) => boolean {
  const said = ` ${wordsOf(phrase).join(' ')} `
  const isNamed = ({ isItem, kind, label }: Node) =>
    isItem && kind === 'item' && label !== '' && said.includes(` ${wordsOf(label).join(' ')} `)
  const named = new Set(nodes.filter(isNamed))
  const lists = new Set([...named].map(({ parent }) => parent))
  if (named.size === 0) return () => true
  return (node) => {
    const item = withAncestors(node).find(({ isItem, kind }) => isItem && kind === 'item')
    return !item || named.has(item) || !lists.has(item.parent)
  }
}

/** If the phrase says that it is a button, only buttons are considered. */
export function buttonsFirst(ranked: Ranked[], said: string): Ranked[] {
  if (!/^(?:\w+\s+){0,3}(?:button|cta)\b/i.test(said)) return ranked
  const isButton = (node: Node) =>
    withAncestors(node).some(({ kind, names }) => kind === 'group' && names.has('button'))
  const buttons = ranked.filter(({ node }) => isButton(node))
  const sum = buttons.reduce((total, { likelihood }) => total + likelihood, 0)
  return sum > 0.05 ? buttons.map((each) => ({ ...each, likelihood: each.likelihood / sum })) : ranked
}

/** Prefers the main button to the secondary one, unless the phrase or its context says otherwise. */
export function mainFirst(
  ranked: Ranked[],
  said: string,
  around: Around | undefined,
  page: OpenPage,
): Ranked[] {
  const [first] = ranked
  const other = first?.node.kind === 'group' ? first.node : first?.node.parent
  if (
    !first ||
    other?.prop !== 'secondaryAction' ||
    /\b(?:second|secondary|other|right|two|2nd)\b/i.test(said)
  )
    return ranked
  const words = new Set(wordsOf(other.label))
  const isClear = other.value !== undefined && first.likelihood >= 0.9
  const before = around?.rest?.map(({ norm }) => norm) ?? []
  if (isClear || [...wordsOf(said), ...before].some((word) => word.length > 3 && words.has(word)))
    return ranked
  const key = first.node.key.replace('/secondaryAction', '/primaryAction')
  const main = page.nodes.find((node) => node.key === key)
  const rest = ranked.slice(1).filter(({ node }) => node !== main)
  return main ? [{ ...first, node: main }, ...rest] : ranked
}
