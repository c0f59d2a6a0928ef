import { type Block, type Document, type Item, itemsOf, listsOf } from '../../document/index.ts'
import type { Node } from '../nodes.ts'
import { nodesByKey, type OpenPage } from '../page.ts'
import { textsOf } from '../texts.ts'

export const kinds = [
  'addBlock',
  'removeBlock',
  'moveBlock',
  'setText',
  'fillText',
  'clearText',
  'addItem',
  'removeItem',
  'orderItems',
  'addPart',
  'removePart',
  'hide',
  'show',
  'setFlag',
  'setChoice',
  'setLink',
  'setPicture',
  'setOther',
  'setTheme',
] as const

/** A single change of an edit: to a text, an item, a section. */
export type EditChange = {
  kind: (typeof kinds)[number]
  /** The changed node; for a new object, the list that it was added to. */
  node: Node | undefined
  old: string
  now: string
  /** The texts that were added or removed. */
  texts: string[]
}

/** The changes between a page and a document, as fine-grained as possible. */
export function changesOf(page: OpenPage, after: Document): EditChange[] {
  const nodes = nodesByKey(page)
  const found: EditChange[] = []
  const add = (kind: EditChange['kind'], key: string, more: Partial<EditChange> = {}) =>
    found.push({ kind, node: nodes.get(key), old: '', now: '', texts: [], ...more })
  const [old, now] = [blocksOf(page.document), blocksOf(after)]
  for (const [id, { props }] of old) if (!now.has(id)) add('removeBlock', `${id}/`, { texts: textsOf(props) })
  for (const [id, { props }] of now) if (!old.has(id)) add('addBlock', '', { texts: textsOf(props) })
  const stayed = [...old.keys()].filter((id) => now.has(id))
  const order = [...now.keys()].filter((id) => old.has(id))
  const moved = stayed.find((id, at) => order[at] !== id)
  if (moved) add('moveBlock', `${moved}/`)
  for (const id of stayed)
    if (old.get(id) !== now.get(id)) compareBlocks(old.get(id) as Block, now.get(id) as Block)
  for (const [part, value] of Object.entries({ ...page.document.theme, ...after.theme }))
    if (page.document.theme[part as keyof Document['theme']] !== value) add('setTheme', `theme/${part}`)
  const [had, has] = [page.document.metadata ?? {}, after.metadata ?? {}] as Record<string, unknown>[]
  for (const field of new Set([...Object.keys(had ?? {}), ...Object.keys(has ?? {})]))
    if (had?.[field] !== has?.[field]) {
      const key = `meta/${field}`
      add('setText', key, { old: String(nodes.get(key)?.value ?? ''), now: String(has?.[field] ?? '') })
    }
  return found

  function compareBlocks(one: Block, other: Block) {
    const lists = listsOf(one.type)
    const none = Object.fromEntries(lists.map((list) => [list, undefined]))
    const { hidden = false } = one
    compare(
      { ...one.props, ...none, hidden },
      { ...other.props, ...none, hidden: other.hidden ?? false },
      `${one.id}/`,
    )
    for (const list of lists) compareItems(itemsOf(one, list), itemsOf(other, list), `${one.id}/${list}`)
  }

  function compareItems(one: Item[], other: Item[], key: string) {
    const [had, has] = [
      new Map(one.map((item) => [item.id, item])),
      new Map(other.map((item) => [item.id, item])),
    ]
    for (const [at, item] of one.entries())
      if (!has.has(item.id)) add('removeItem', `${key}/${at}`, { texts: textsOf(item) })
    for (const item of other) if (!had.has(item.id)) add('addItem', key, { texts: textsOf(item) })
    const [before, after] = [one.filter(({ id }) => has.has(id)), other.filter(({ id }) => had.has(id))]
    if (before.some(({ id }, at) => after[at]?.id !== id)) add('orderItems', key)
    for (const [at, item] of one.entries()) {
      const same = has.get(item.id)
      if (same) compare(item, same, `${key}/${at}`)
    }
  }

  function compare(one: unknown, other: unknown, key: string) {
    if (JSON.stringify(one) === JSON.stringify(other)) return
    if (Array.isArray(one) && Array.isArray(other)) return compareTexts(one, other, key)
    if (isObject(one) && isObject(other)) {
      for (const prop of new Set([...Object.keys(one), ...Object.keys(other)])) {
        if (prop === 'id') continue
        if (prop === 'hidden' && one[prop] !== other[prop])
          add(other[prop] ? 'hide' : 'show', key, { texts: textsOf(one) })
        else compare(one[prop], other[prop], key.endsWith('/') ? `${key}${prop}` : `${key}/${prop}`)
      }
      return
    }
    const kind = nodes.get(key)?.kind
    if (isObject(one)) add('removePart', key, { texts: textsOf(one) })
    else if (isObject(other)) add('addPart', key, { texts: textsOf(other) })
    else if (kind === 'text') {
      const [old, now] = [String(one ?? ''), String(other ?? '')]
      add(old === '' ? 'fillText' : now === '' ? 'clearText' : 'setText', key, { old, now })
    } else add(settings[kind ?? ''] ?? 'setOther', key, { now: String(other ?? '') })
  }

  /** Compares lists of plain texts, such as options or cells. */
  function compareTexts(one: unknown[], other: unknown[], key: string) {
    const [had, has] = [one.map(String), other.map(String)]
    if (had.length === has.length && had.toSorted().join('\n') === has.toSorted().join('\n'))
      add('orderItems', key)
    else if (had.length === has.length)
      for (const [at, text] of had.entries()) compare(text, has[at], `${key}/${at}`)
    else {
      for (const [at, text] of had.entries())
        if (!has.includes(text)) add('removeItem', `${key}/${at}`, { texts: [text] })
      for (const text of has) if (!had.includes(text)) add('addItem', key, { texts: [text] })
    }
  }
}

const settings: Record<string, EditChange['kind']> = {
  flag: 'setFlag',
  choice: 'setChoice',
  link: 'setLink',
  asset: 'setPicture',
}
const blocksOf = ({ blocks }: Document) => new Map(blocks.map((block) => [block.id, block]))
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
