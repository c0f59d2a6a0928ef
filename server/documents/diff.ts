import { canonicalJson, hashPart, joinHashes } from './hash.ts'
import type { DocumentOperation } from './operations.ts'
import type { Block, Document } from './schema.ts'

type Change = DocumentOperation extends infer T
  ? T extends unknown
    ? Omit<T, 'documentHash'>
    : never
  : never

/**
 * The operations that make `after` out of `before`, block by block from top to bottom: what went, the theme, then
 * what is new, moved or changed. As few blocks as possible move: those outside the longest run that kept its order.
 */
export function diffDocuments(before: Document, after: Document): DocumentOperation[] {
  const steps = new Steps(before)
  const wanted = new Map(after.blocks.map((block) => [block.id, block]))
  const stays = ({ id, type }: Block) => wanted.get(id)?.type === type
  for (const block of before.blocks)
    if (!stays(block)) steps.take({ type: 'removeBlock', blockId: block.id }, (at) => at.remove(block.id))

  const theme = changedFields(before.theme, after.theme)
  if (theme) steps.take({ type: 'setTheme', theme }, (at) => at.setTheme(after))

  const kept = new Map(before.blocks.filter(stays).map((block) => [block.id, block]))
  const settled = inOrder([...kept.keys()], after.blocks)
  let afterId: string | null = null
  for (const block of after.blocks) {
    const { id } = block
    const place = afterId
    const old = kept.get(id)
    if (!old) {
      steps.take({ type: 'addBlock', block, afterId: place }, (at) => at.insert(block, place))
    } else {
      if (!settled.has(id))
        steps.take({ type: 'moveBlock', blockId: id, afterId: place }, (at) => {
          at.remove(id)
          at.insert(old, place)
        })
      const update = updateOf(old, block)
      if (update) steps.take(update, (at) => at.replace(block))
    }
    afterId = id
  }
  return steps.operations
}

/** Gathers operations, each with the hash of what the ones before it left; hashes each block once. */
class Steps {
  readonly operations: DocumentOperation[] = []
  private readonly ids: string[]
  private readonly hashes: Map<string, string>
  private theme: string

  constructor({ theme, blocks }: Document) {
    this.ids = blocks.map(({ id }) => id)
    this.hashes = new Map(blocks.map((block) => [block.id, hashPart(block)]))
    this.theme = hashPart(theme)
  }

  take(change: Change, apply: (at: Steps) => void) {
    const documentHash = joinHashes(
      this.theme,
      this.ids.map((id) => this.hashes.get(id) ?? ''),
    )
    this.operations.push({ ...change, documentHash } as DocumentOperation)
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
}

function updateOf(old: Block, block: Block): Change | undefined {
  const props = changedFields(old.props, block.props)
  const sources = canonicalJson(old.sources) !== canonicalJson(block.sources)
  if (!props && !sources) return undefined
  return {
    type: 'updateBlock',
    blockId: block.id,
    props: props ?? {},
    ...(sources ? { sources: block.sources } : {}),
  }
}

/** The fields that differ, with null for those that are gone. */
function changedFields(before: object, after: object): Record<string, unknown> | undefined {
  const old = new Map(Object.entries(before))
  const changed = Object.entries(after).filter(
    ([name, value]) => canonicalJson(old.get(name)) !== canonicalJson(value),
  )
  const gone = [...old.keys()].filter((name) => !Object.hasOwn(after, name)).map((name) => [name, null])
  const all = [...changed, ...gone]
  return all.length > 0 ? Object.fromEntries(all) : undefined
}

/** The longest run of ids that stand in the same order before and after. */
function inOrder(ids: string[], after: Block[]): Set<string> {
  const places = new Map(after.map(({ id }, place) => [id, place]))
  const runs: { id: string; place: number; before: number; length: number }[] = []
  for (const id of ids) {
    const place = places.get(id) ?? -1
    let before = -1
    for (const [index, run] of runs.entries())
      if (run.place < place && run.length > (runs[before]?.length ?? 0)) before = index
    runs.push({ id, place, before, length: (runs[before]?.length ?? 0) + 1 })
  }
  const run = new Set<string>()
  let at = runs.reduce((best, { length }, index) => (length > (runs[best]?.length ?? 0) ? index : best), -1)
  for (let item = runs[at]; item; item = runs[at]) {
    run.add(item.id)
    at = item.before
  }
  return run
}
