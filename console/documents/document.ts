import type { DifferenceKind } from '../../browser/stage/messages.ts'
import { applyChange, ChangeError, type DocumentChange } from '../../shared/changes.ts'
import type { Shape } from '../api/schema.ts'

export type Document = Shape<'Document'>
export type Block = Document['blocks'][number]
export type Operation = Shape<'VersionDiff'>['operations'][number]
/** Operations in messages and responses, which the API describes as arbitrary objects. */
export function toOperations(objects: readonly object[] | null | undefined): Operation[] {
  return (objects ?? []) as Operation[]
}
/** An operation without the document's hash, which the request adds. */
export type Change = DocumentChange<Block>

/**
 * The document after an operation received from the service. An operation that doesn't apply, for example because an
 * earlier one was missed, leaves the document unchanged.
 */
export function applyOperation(document: Document, operation: Operation): Document {
  try {
    // The API describes the block in it as an arbitrary object.
    return applyChange<Block, Document>(document, operation as Change)
  } catch (error) {
    if (error instanceof ChangeError) return document
    throw error
  }
}

/** Blocks that were added, changed or moved. */
export function changedBlocks(before: Document | undefined, after: Document): string[] {
  if (!before) return []
  const old = new Map(before.blocks.map((block) => [block.id, block]))
  const changed = after.blocks.filter((block) => !isSame(old.get(block.id), block)).map(({ id }) => id)
  return changed.length > 0 ? changed : movedBlock(before, after)
}

function isSame(a: Block | undefined, b: Block): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

function movedBlock(before: Document, after: Document): string[] {
  const [from, to] = [before.blocks.map(({ id }) => id), after.blocks.map(({ id }) => id)]
  if (from.length !== to.length) return []
  const place = from.findIndex((id, index) => to[index] !== id)
  const [down, up] = [from[place], to[place]]
  if (down === undefined || up === undefined) return []
  const without = (ids: string[]) => ids.filter((id) => id !== down).join()
  return [without(from) === without(to) ? down : up]
}

/** The text at a path such as `/items/0/title` in the props of a block. */
export function textAt(block: Block, path: string): string | undefined {
  const found = steps(path).reduce<unknown>(
    (value, step) => (value as Record<string, unknown> | undefined)?.[step],
    block.props,
  )
  return typeof found === 'string' ? found : undefined
}

/** The document with the text at a path replaced; an empty text removes the prop or list item. */
export function withText(document: Document, blockId: string, path: string, text: string): Document {
  const change = (value: unknown, [step, ...rest]: string[]): unknown => {
    if (step === undefined) return text
    if (Array.isArray(value)) {
      const index = Number(step)
      if (rest.length === 0 && text === '') return value.toSpliced(index, 1)
      return value.with(index, change(value[index], rest))
    }
    const { [step]: old, ...others } = value as Record<string, unknown>
    return rest.length === 0 && text === '' ? others : { ...(value as object), [step]: change(old, rest) }
  }
  return {
    ...document,
    blocks: document.blocks.map((block) =>
      block.id === blockId ? { ...block, props: change(block.props, steps(path)) as never } : block,
    ),
  }
}

function steps(path: string): string[] {
  return path.split('/').filter(Boolean)
}

/** The kind of change for each block that operations touch, except removed ones, which can't be marked. */
export function differencesOf(operations: Operation[]): Record<string, DifferenceKind> {
  const found: Record<string, DifferenceKind> = {}
  for (const operation of operations) {
    if (operation.type === 'addBlock') found[String(operation.block.id)] = 'added'
    else if (operation.type === 'moveBlock') found[operation.blockId] ??= 'moved'
    else if ('blockId' in operation && found[operation.blockId] !== 'added')
      found[operation.blockId] = 'changed'
  }
  return found
}
