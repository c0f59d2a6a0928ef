import { type Static, type TSchema, Type } from 'typebox'
import { applyChange } from '../shared/changes.ts'
import { judgeBy } from '../shared/judge.ts'
import { type InputError, invalid, invalidInput, Problem } from '../shared/problem.ts'
import { closed, Enum, Nullable } from '../shared/typebox.ts'
import { ItemId } from './blocks/props.ts'
import { hashDocument } from './hash.ts'
import { completeBlock, itemsOf } from './ids.ts'
import { fitting, refuseList } from './items.ts'
import { MetadataPatch } from './metadata.ts'
import { type Block, BlockId, type Document, mostBlocks, Source, type Theme } from './schema.ts'
import { blockErrors, sizeError, themeErrors } from './validate.ts'

const documentHash = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: 'Hash of the document this applies to.',
})
const afterId = Nullable(
  Type.String({ ...BlockId, description: 'The block it comes after; null for the top of the page.' }),
)
/** The results of patches are validated, so a patch itself only needs to be an object. */
const free = { additionalProperties: true, type: 'object' }

const list = Type.String({
  maxLength: 40,
  description: 'Name of the list in the props of the block: items, plans, fields, rows …',
})
const afterItem = Nullable(
  Type.String({ ...ItemId, description: 'The item it comes after; null for the first place.' }),
)

/** The fields of each kind of operation, besides `type` and `documentHash`. */
const kinds = {
  addBlock: Type.Object({ block: Type.Unsafe<Block>(free), afterId }),
  updateBlock: Type.Object({
    blockId: BlockId,
    props: Type.Unsafe<Record<string, unknown>>({
      ...free,
      description: 'The props that change, each whole; null takes one away.',
    }),
    sources: Type.Optional(Type.Array(Source)),
    hidden: Type.Optional(Type.Boolean({ description: 'Whether visitors do without the block.' })),
    locked: Type.Optional(
      Type.Boolean({
        description: 'Only in the document of a page: whether audiences must leave the block as it is.',
      }),
    ),
  }),
  moveBlock: Type.Object({ blockId: BlockId, afterId }),
  removeBlock: Type.Object({ blockId: BlockId }),
  addItem: Type.Object({
    blockId: BlockId,
    list,
    item: Type.Unsafe<Record<string, unknown>>(free),
    afterId: afterItem,
  }),
  updateItem: Type.Object({
    blockId: BlockId,
    list,
    itemId: ItemId,
    props: Type.Unsafe<Record<string, unknown>>({
      ...free,
      description: 'The fields of the item that change, each whole; null takes one away.',
    }),
  }),
  moveItem: Type.Object({ blockId: BlockId, list, itemId: ItemId, afterId: afterItem }),
  removeItem: Type.Object({ blockId: BlockId, list, itemId: ItemId }),
  setTheme: Type.Object({
    theme: Type.Unsafe<{ [K in keyof Theme]?: Theme[K] | null }>({
      ...free,
      description: 'What changes; null gives a part back to the brand.',
    }),
  }),
  setMetadata: Type.Object({ metadata: MetadataPatch }),
}
type Kind = keyof typeof kinds

/** The schemas of operations. */
export const operationKinds = mapKinds((name, title) =>
  Type.Object({ type: Enum([name]), documentHash, ...kinds[name].properties }, { ...closed, title }),
)

/** The same without `documentHash`, for requests that identify the document by `If-Match`. */
const changeKinds = mapKinds((name, title) =>
  Type.Object({ type: Enum([name]), ...kinds[name].properties }, { ...closed, title: `${title}Change` }),
)

function mapKinds(make: (name: Kind, title: string) => TSchema): Record<Kind, TSchema> {
  const entries = (Object.keys(kinds) as Kind[]).map((name) => [
    name,
    make(name, `${name[0]?.toUpperCase()}${name.slice(1)}`),
  ])
  return Object.fromEntries(entries)
}

const judgesOf = (schemas: Record<Kind, TSchema>) =>
  new Map(Object.entries(schemas).map(([name, schema]) => [name, judgeBy(schema)]))
const operationJudges = judgesOf(operationKinds)
const changeJudges = judgesOf(changeKinds)

/** An operation without `documentHash`. */
export type Change = { [K in Kind]: { type: K } & Static<(typeof kinds)[K]> }[Kind]
export const Change = Type.Unsafe<Change>({ anyOf: Object.values(changeKinds) })

/** A small change of a document, used by agents, editors and diffs. */
export type Operation = Change & { documentHash: string }
export const Operation = Type.Unsafe<Operation>({ anyOf: Object.values(operationKinds) })

export function validateOperation(value: unknown): Operation {
  return judge<Operation>(operationJudges, value)
}

function judge<T>(judges: ReturnType<typeof judgesOf>, value: unknown): T {
  const type = typeof value === 'object' && value !== null ? (value as { type?: unknown }).type : undefined
  const judge = typeof type === 'string' ? judges.get(type) : undefined
  if (!judge) throw invalid('/type', `must be one of ${Object.keys(kinds).join(', ')}`)
  const errors = judge(value)
  if (errors.length > 0) throw invalidInput(errors)
  return value as T
}

/** Returns the changed document without modifying the given one. Throws 409 if the operation is for another document. */
export function applyOperation(document: Document, operation: Operation): Document {
  validateOperation(operation)
  if (hashDocument(document) !== operation.documentHash)
    throw new Problem('document_changed', 'The operation was made for a document with another hash.')
  const changed = change(document, operation)
  const size = sizeError(changed)
  if (size) throw invalidInput([size])
  return changed
}

/** Applies operations in order; each is for the result of the previous ones. */
export function applyOperations(document: Document, operations: Operation[]): Document {
  return operations.reduce(applyOperation, document)
}

/**
 * Applies a caller's changes in order. Throws on the first invalid one, with its index in the path. Each changed block is
 * validated once, after its last change, so that a thousand changes of a large block cost little more than one.
 */
export function applyChanges(document: Document, changes: unknown[], at: string): Document {
  let changed = document
  const altered = new Map<string, Map<string, number>>()
  for (const [index, value] of changes.entries())
    changed = within(`${at}/${index}`, () => {
      const step = judge<Change>(changeJudges, value)
      if (changesContent(step)) recordContentChange(altered, step, index)
      return apply(changed, step)
    })
  for (const [blockId, indexes] of altered)
    changed = within(
      (path) => `${at}/${indexes.get(path.split('/')[2] ?? '') ?? indexes.get('')}`,
      () => checkBlock(changed, blockId),
    )
  const size = sizeError(changed)
  if (size) throw invalidInput([{ ...size, path: at }])
  return changed
}

/** Records the last change of a block (under an empty name) and of each of its props. */
function recordContentChange(
  altered: Map<string, Map<string, number>>,
  step: ContentChange,
  index: number,
): void {
  const indexes = altered.get(step.blockId) ?? new Map<string, number>()
  altered.set(step.blockId, indexes)
  for (const name of ['', ...('list' in step ? [step.list] : Object.keys(step.props))])
    indexes.set(name, index)
}

/** Runs `work` and prefixes the paths of its input errors with `place`. */
function within<T>(place: string | ((path: string) => string), work: () => T): T {
  try {
    return work()
  } catch (error) {
    const errors = error instanceof Problem ? (error.members.errors as InputError[] | undefined) : undefined
    if (!errors) throw error
    const placeOf = (path: string) => (typeof place === 'string' ? place : place(path))
    throw invalidInput(errors.map((one) => ({ ...one, path: placeOf(one.path) + one.path })))
  }
}

function change(document: Document, change: Change): Document {
  const changed = apply(document, change)
  return changesContent(change) ? checkBlock(changed, change.blockId) : changed
}

type ContentChange = Extract<Change, { type: 'updateBlock' } | { list: string }>

/** Whether a change affects the content of a block, which must then be validated. */
function changesContent(change: Change): change is ContentChange {
  return change.type === 'updateBlock' || 'list' in change
}

/** Applies a change without validating the changed block. */
function apply(document: Document, change: Change): Document {
  if (change.type === 'addBlock') {
    refuse(blockErrors(change.block), '/block')
    if (document.blocks.length >= mostBlocks) throw invalid('/block', `is one more than ${mostBlocks} blocks`)
    const complete = { ...change, block: completeBlock(change.block) }
    return fitting(() => applyChange<Block, Document>(document, complete))
  }
  if ('list' in change) refuseUnknownList(document, change)
  const changed = fitting(() => applyChange<Block, Document>(document, change))
  if (change.type === 'setTheme') refuse(themeErrors(changed.theme))
  return changed
}

/** An earlier change of the same request may have replaced the list by another value. */
function refuseUnknownList({ blocks }: Document, { blockId, list }: Extract<Change, { list: string }>) {
  const block = blocks.find(({ id }) => id === blockId)
  if (!block) return
  refuseList(block, list)
  const items: unknown = itemsOf(block, list)
  const isList = Array.isArray(items) && items.every((item) => typeof item === 'object' && item !== null)
  if (!isList) throw invalid('/list', 'is not a list of objects')
}

/** Validates a changed block and adds ids of new items. */
function checkBlock(document: Document, blockId: string): Document {
  const block = document.blocks.find(({ id }) => id === blockId)
  if (!block) return document
  refuse(blockErrors(block))
  const complete = completeBlock(block)
  if (complete === block) return document
  return { ...document, blocks: document.blocks.map((other) => (other === block ? complete : other)) }
}

function refuse(errors: { path: string; message: string }[], at = '') {
  if (errors.length > 0) throw invalidInput(errors.map((error) => ({ ...error, path: at + error.path })))
}
