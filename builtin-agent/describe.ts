import { listed, quoted } from './label.ts'
import { inWords } from './nodeNames.ts'
import type { Node } from './nodes.ts'
import type { OpenPage } from './page.ts'
import { blockNames, itemNames, metadataNames, partNames, themeNames } from './words/names.ts'

const first = (list: string | undefined, fallback: string) =>
  (list ? list.split(',')[0]?.trim() : undefined) ?? fallback

/** How a reply names a node: its kind and, where there are several of its kind, its label. */
export function nameOf(node: Node, page?: OpenPage): string {
  if (node.kind === 'theme') return `the ${first(themeNames[node.prop], inWords(node.prop))}`
  if (node.kind === 'meta') return `the ${first(metadataNames[node.prop], inWords(node.prop))}`
  if (node.kind === 'block') return blockName(node)
  if (node.isItem) return itemName(node)
  const part = first(partNames[node.prop], inWords(node.prop))
  const [holder] = node.above.filter(
    ({ kind, prop }) =>
      kind !== 'list' &&
      !(kind === 'group' && /Action$|^action$|picture/.test(prop) && node.prop === 'label'),
  )
  if (node.parent?.kind === 'group' && node.prop === 'label') return nameOf(node.parent, page)
  if (!holder) return `the ${part}`
  const isTop =
    holder.kind === 'block' &&
    page?.document.blocks[0] === holder.block &&
    /headline|Action|eyebrow|note/.test(node.prop)
  return isTop ? `the ${part}` : `the ${part} of ${nameOf(holder, page)}`
}

function blockName(node: Node): string {
  const name = first(blockNames[node.prop], inWords(node.prop))
  if (node.count < 2) return `the ${name}`
  const person = node.children.find(({ prop }) => prop === 'name')?.value
  if (typeof person === 'string') return `the ${name} by ${person}`
  return node.label ? `the ${name} ${quoted(node.label, 40)}` : `the ${ordinal(node.index)} ${name}`
}

function itemName(node: Node): string {
  const type = node.block?.type ?? ''
  const list = node.parent?.prop ?? ''
  const name = first(itemNames[`${type}.${list}`], inWords(list).replace(/s$/, ''))
  const label = typeof node.value === 'string' ? node.value : node.label
  return label ? `the ${name} ${quoted(label, 50)}` : `the ${ordinal(node.index)} ${name}`
}

function ordinal(index: number): string {
  return (
    ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'][index] ??
    `${index + 1}th`
  )
}

export function namesOf(nodes: Node[], page?: OpenPage): string {
  return listed([...new Set(nodes.map((node) => nameOf(node, page)))])
}

/** The sections of the page, for a reply to a message that names something else. */
export function sectionsOf(page: OpenPage): string {
  const names = page.document.blocks.map(({ type }) => first(blockNames[type], inWords(type)))
  return listed([...new Set(names)])
}

/** A name without its article. */
export function bare(name: string): string {
  return name.replace(/^the /, '')
}

/** How a reply names the target of a link. Page actions have no address, so they have names. */
export function linkName(link: string): string {
  return link.startsWith('action:') ? 'the action of the page' : link
}
