import { canonicalJson } from '../shared/canonicalJson.ts'
import type { ItemChange } from '../shared/changes.ts'
import { hashPart, joinHashes } from './hash.ts'
import { type Item, itemsOf, listsOf } from './ids.ts'
import { changeItem } from './items.ts'
import type { Change, Operation } from './operations.ts'
import { movedIds } from './order.ts'
import type { Block, Document } from './schema.ts'
import { blockErrors } from './validate.ts'

/**
 * The operations that turn `before` into `after`: removals, the theme, then additions, moves and changes from top to
 * bottom. As few blocks as possible move: those outside the longest subsequence that kept its order.
 */
export function diffDocuments(before: Document, after: Document): Operation[] {
  const steps = new Steps(before)
  const wanted = new Map(after.blocks.map((block) => [block.id, block]))
  const stays = ({ id, type }: Block) => wanted.get(id)?.type === type
  for (const block of before.blocks)
    if (!stays(block)) steps.take({ type: 'removeBlock', blockId: block.id }, (at) => at.remove(block.id))

  const theme = changedFields(before.theme, after.theme)
  if (theme) steps.take({ type: 'setTheme', theme }, (at) => at.setTheme(after))
  const metadata = changedFields(before.metadata ?? {}, after.metadata ?? {})
  if (metadata) steps.take({ type: 'setMetadata', metadata }, (at) => at.setMetadata(after))

  const kept = new Map(before.blocks.filter(stays).map((block) => [block.id, block]))
  const moved = movedIds(
    [...kept.keys()],
    after.blocks.map(({ id }) => id),
  )
  let afterId: string | null = null
  for (const block of after.blocks) {
    const { id } = block
    const place = afterId
    const old = kept.get(id)
    if (!old) {
      steps.take({ type: 'addBlock', block, afterId: place }, (at) => at.insert(block, place))
    } else {
      if (moved.has(id))
        steps.take({ type: 'moveBlock', blockId: id, afterId: place }, (at) => {
          at.remove(id)
          at.insert(old, place)
        })
      for (const { change, result } of updatesOf(old, block)) steps.take(change, (at) => at.replace(result))
    }
    afterId = id
  }
  return steps.operations
}

/** Collects operations, each with the hash of the document before it; hashes each block once. */
class Steps {
  readonly operations: Operation[] = []
  private readonly ids: string[]
  private readonly hashes: Map<string, string>
  private theme: string
  private metadata: string | undefined

  constructor({ theme, blocks, metadata }: Document) {
    this.ids = blocks.map(({ id }) => id)
    this.hashes = new Map(blocks.map((block) => [block.id, hashPart(block)]))
    this.theme = hashPart(theme)
    this.metadata = metadata && hashPart(metadata)
  }

  take(change: Change, apply: (at: Steps) => void) {
    const documentHash = joinHashes(
      this.theme,
      this.ids.map((id) => this.hashes.get(id) ?? ''),
      this.metadata,
    )
    this.operations.push({ ...change, documentHash } as Operation)
    apply(this)
  }

  remove(id: string) {
    this.ids.splice(this.ids.indexOf(id), 1)
  }

  insert(block: Block, afterId: string | null) {
    this.ids.splice(afterId === null ? 0 : this.ids.indexOf(afterId) + 1, 0, block.id)
    this.replace(block)
  }

  replace(block: Block) {
    this.hashes.set(block.id, hashPart(block))
  }

  setTheme({ theme }: Document) {
    this.theme = hashPart(theme)
  }

  setMetadata({ metadata }: Document) {
    this.metadata = metadata && hashPart(metadata)
  }
}

type Update = { change: Change; result: Block }

/** The updates between two states of a block: its lists item by item where possible, the rest at once. */
function updatesOf(old: Block, block: Block): Update[] {
  const updates: Update[] = []
  let current = old
  for (const list of listsOf(block.type)) {
    const steps = itemUpdates(current, block, list)
    updates.push(...steps)
    current = steps.at(-1)?.result ?? current
  }
  const props = changedFields(current.props, block.props)
  const sources = canonicalJson(current.sources) !== canonicalJson(block.sources)
  const flags = {
    ...(current.hidden === block.hidden ? {} : { hidden: block.hidden === true }),
    ...(current.locked === block.locked ? {} : { locked: block.locked === true }),
  }
  if (props || sources || Object.keys(flags).length > 0) {
    const changed = sources ? { sources: block.sources } : {}
    updates.push({
      change: { type: 'updateBlock', blockId: block.id, props: props ?? {}, ...changed, ...flags },
      result: block,
    })
  }
  return updates
}

/** Empty if the list is unchanged, or if an intermediate step would be invalid: then the whole list is replaced. */
function itemUpdates(old: Block, block: Block, list: string): Update[] {
  const [before, after] = [itemsOf(old, list), itemsOf(block, list)]
  if (before.length === 0 || after.length === 0 || canonicalJson(before) === canonicalJson(after)) return []
  const updates: Update[] = []
  let current = old
  for (const change of itemChanges(block.id, list, before, after)) {
    current = changeItem(current, change)
    if (blockErrors(current).length > 0) return []
    updates.push({ change, result: current })
  }
  return updates
}

function itemChanges(blockId: string, list: string, before: Item[], after: Item[]): ItemChange[] {
  const wanted = new Set(after.map(({ id }) => id))
  const kept = new Map(before.filter(({ id }) => wanted.has(id)).map((item) => [item.id, item]))
  const moved = movedIds(
    [...kept.keys()],
    after.map(({ id }) => id),
  )
  const changes: ItemChange[] = before
    .filter(({ id }) => !wanted.has(id))
    .map(({ id }) => ({ type: 'removeItem', blockId, list, itemId: id }))
  let afterId: string | null = null
  for (const item of after) {
    const old = kept.get(item.id)
    if (!old) changes.push({ type: 'addItem', blockId, list, item, afterId })
    else {
      if (moved.has(item.id)) changes.push({ type: 'moveItem', blockId, list, itemId: item.id, afterId })
      const props = changedFields(old, item)
      if (props) changes.push({ type: 'updateItem', blockId, list, itemId: item.id, props })
    }
    afterId = item.id
  }
  return changes
}

/** The fields that differ, with null for removed ones. */
function changedFields(before: object, after: object): Record<string, unknown> | undefined {
  const old = new Map(Object.entries(before))
  const changed = Object.entries(after).filter(
    ([name, value]) => canonicalJson(old.get(name)) !== canonicalJson(value),
  )
  const gone = [...old.keys()].filter((name) => !Object.hasOwn(after, name)).map((name) => [name, null])
  const all = [...changed, ...gone]
  return all.length > 0 ? Object.fromEntries(all) : undefined
}
