import { type Block, type Document, itemsOf, listsOf } from '../../../document/index.ts'
import { nameItem } from './input.ts'

const longest = 80

/** The differences between two states of a page, in short lines: `pricing.plans: 3 → 1 (gone: …)`. */
export function describeChanges(before: Document, after: Document): string {
  const old = new Map(before.blocks.map((block) => [block.id, block]))
  const lines = after.blocks.flatMap((block) => {
    const was = old.get(block.id)
    return was ? changesOf(was, block) : [`Added ${block.type} block ${block.id}.${itemIds(block)}`]
  })
  const ids = new Set(after.blocks.map(({ id }) => id))
  for (const { id } of before.blocks) if (!ids.has(id)) lines.push(`Removed block ${id}.`)
  const order = ({ blocks }: Document, among: Document) =>
    blocks.filter(({ id }) => among.blocks.some((other) => other.id === id)).map(({ id }) => id)
  if (order(before, after).join() !== order(after, before).join())
    lines.push(`Order: ${after.blocks.map(({ id }) => id).join(', ')}.`)
  lines.push(...fieldChanges('theme', before.theme, after.theme))
  lines.push(...fieldChanges('metadata', before.metadata ?? {}, after.metadata ?? {}))
  return lines.join('\n') || 'Nothing changed.'
}

function changesOf(before: Block, after: Block): string[] {
  const lists = listsOf(after.type)
  const lines = lists.flatMap((list) => listChanges(`${after.id}.${list}`, before, after, list))
  const withoutLists = ({ props }: Block) =>
    Object.fromEntries(Object.entries(props).filter(([name]) => !lists.includes(name)))
  lines.push(...fieldChanges(after.id, withoutLists(before), withoutLists(after)))
  if (lines.length === 0 && JSON.stringify(before.sources) !== JSON.stringify(after.sources))
    lines.push(`${after.id}: sources changed.`)
  return lines
}

function listChanges(name: string, before: Block, after: Block, list: string): string[] {
  const [was, is] = [itemsOf(before, list), itemsOf(after, list)]
  if (JSON.stringify(was) === JSON.stringify(is)) return []
  const gone = was.filter(({ id }) => !is.some((item) => item.id === id))
  const added = is.filter(({ id }) => !was.some((item) => item.id === id))
  const lines = is.flatMap((item) => {
    const old = was.find(({ id }) => id === item.id)
    return old ? fieldChanges(`${name}[${item.id}]`, old, item) : []
  })
  const parts = [
    ...(gone.length > 0 ? [`gone: ${gone.map(nameItem).join(', ')}`] : []),
    ...(added.length > 0 ? [`new: ${added.map(nameItem).join(', ')}`] : []),
  ]
  if (parts.length > 0) lines.unshift(`${name}: ${was.length} → ${is.length} (${parts.join('; ')})`)
  else if (was.map(({ id }) => id).join() !== is.map(({ id }) => id).join())
    lines.unshift(`${name}: now ${is.map(nameItem).join(', ')}`)
  return lines
}

function fieldChanges(name: string, before: object, after: object): string[] {
  const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((field) => JSON.stringify(old[field]) !== JSON.stringify(now[field]))
    .map((field) => `${name}.${field}: ${shown(old[field])} → ${shown(now[field])}`)
}

function itemIds(block: Block): string {
  const lists = listsOf(block.type).filter((list) => itemsOf(block, list).length > 0)
  return lists.map((list) => ` ${list}: ${itemsOf(block, list).map(nameItem).join(', ')}.`).join('')
}

function shown(value: unknown): string {
  if (value === undefined) return 'none'
  if (Array.isArray(value)) return `${value.length} entries`
  const text = typeof value === 'string' ? `“${value}”` : JSON.stringify(value)
  return text.length <= longest ? text : `${text.slice(0, longest - 1).toWellFormed()}…`
}
