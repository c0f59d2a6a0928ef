import type { Block, Document, Metadata, Theme } from '../../document/index.ts'
import type { Draft } from './edit.ts'

/** Undoes the change from `before` to `after`, keeping later changes. */
export function revert(current: Draft, before: Draft, after: Draft): Draft {
  const document = {
    ...current.document,
    theme: fieldsBack(current.document.theme, before.document.theme, after.document.theme) as Theme,
  }
  document.blocks = blocksBack(document, before.document, after.document)
  const metadata = fieldsBack(
    current.document.metadata ?? {},
    before.document.metadata ?? {},
    after.document.metadata ?? {},
  ) as Metadata
  return { document: { ...document, metadata } }
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Restores the fields that the change set, unless they were set again later. */
function fieldsBack(current: object, before: object, after: object): object {
  const [now, old, made] = [current, before, after] as Record<string, unknown>[]
  const result: Record<string, unknown> = { ...now }
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (same(old?.[name], made?.[name]) || !same(now?.[name], made?.[name])) continue
    if (old?.[name] === undefined) delete result[name]
    else result[name] = old[name]
  }
  return result
}

function blocksBack(current: Document, before: Document, after: Document): Block[] {
  const old = new Map(before.blocks.map((block) => [block.id, block]))
  const made = new Map(after.blocks.map((block) => [block.id, block]))
  let blocks = current.blocks.filter(({ id }) => old.has(id) || !made.has(id))
  blocks = blocks.map((block) => {
    const [one, other] = [old.get(block.id), made.get(block.id)]
    if (!one || !other || same(one, other)) return block
    if (same(block, other)) return one
    return {
      ...block,
      props: fieldsBack(block.props, one.props, other.props),
      sources: same(block.sources, other.sources) ? one.sources : block.sources,
    } as Block
  })
  const ids = (list: Block[], among: Map<string, Block>) =>
    list.flatMap(({ id }) => (among.has(id) ? [id] : []))
  const common = new Map([...old].filter(([id]) => made.has(id)))
  const present = new Map(blocks.map((block) => [block.id, block]))
  const moved = !same(ids(before.blocks, common), ids(after.blocks, common))
  if (moved && same(ids(blocks, common), ids(after.blocks, present))) {
    const order = before.blocks.flatMap(({ id }) => present.get(id) ?? [])
    const queue = order.filter(({ id }) => common.has(id))
    blocks = blocks.map((block) => (common.has(block.id) ? (queue.shift() as Block) : block))
  }
  for (const block of before.blocks)
    if (!made.has(block.id) && !blocks.some(({ id }) => id === block.id))
      blocks = putBack(blocks, block, before.blocks)
  return blocks
}

/** Inserts a block at its old position: after the nearest block above it that still exists. */
export function putBack(blocks: Block[], block: Block, old: Block[]): Block[] {
  const place = old.findIndex(({ id }) => id === block.id)
  for (let index = place - 1; index >= 0; index--) {
    const at = blocks.findIndex(({ id }) => id === old[index]?.id)
    if (at !== -1) return blocks.toSpliced(at + 1, 0, block)
  }
  return [block, ...blocks]
}
