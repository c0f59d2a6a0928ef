import { type Static, type TSchema, Type } from 'typebox'
import { applyChange } from '../../shared/changes.ts'
import { type InputError, invalid, invalidInput, Problem } from '../web/problem.ts'
import { closed, Enum, Nullable } from '../web/schema.ts'
import { judgeBy } from '../web/validation.ts'
import { ItemId } from './blocks/props.ts'
import { hashDocument } from './hash.ts'
import { completeBlock } from './ids.ts'
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
/** Blocks, props and themes are judged by what they become, so a patch only needs to be an object here. */
const free = { additionalProperties: true, type: 'object' }

const list = Type.String({
  maxLength: 40,
  description: 'Name of the list in the props of the block: items, plans, fields, rows …',
})
const afterItem = Nullable(
  Type.String({ ...ItemId, description: 'The item it comes after; null for the first place.' }),
)

/** The fields of every kind of operation by its name, besides `type` and `documentHash`. */
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

/** Every kind of operation by its name. */
export const operationKinds = mapKinds((name, title) =>
  Type.Object({ type: Enum([name]), documentHash, ...kinds[name].properties }, { ...closed, title }),
)

/** The same for a request that names the document they are made for in another way. */
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

/** A change that does not say which document it is for. */
export type Change = { [K in Kind]: { type: K } & Static<(typeof kinds)[K]> }[Kind]
export const Change = Type.Unsafe<Change>({ anyOf: Object.values(changeKinds) })

/** A small change of a document. An agent, an editor and a diff all speak in these. */
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

/** The document after one operation; the one given stays as it is. Throws 409 when it was made for another. */
export function applyOperation(document: Document, operation: Operation): Document {
  validateOperation(operation)
  if (hashDocument(document) !== operation.documentHash)
    throw new Problem('document_changed', 'The operation was made for a document with another hash.')
  const changed = change(document, operation)
  const size = sizeError(changed)
  if (size) throw invalidInput([size])
  return changed
}

/** The document after all operations, each made for the document that the ones before it leave. */
export function applyOperations(document: Document, operations: Operation[]): Document {
  return operations.reduce(applyOperation, document)
}

/**
 * The document after changes that a caller sent, applied in order. The first one that is wrong refuses all, with its
 * place in the list as the path.
 */
export function applyChanges(document: Document, changes: unknown[], at: string): Document {
  const changed = changes.reduce<Document>((before, value, index) => {
    try {
      return change(before, judge<Change>(changeJudges, value))
    } catch (error) {
      throw error instanceof Problem ? under(`${at}/${index}`, error) : error
    }
  }, document)
  const size = sizeError(changed)
  if (size) throw invalidInput([{ ...size, path: at }])
  return changed
}

function under(at: string, problem: Problem): Problem {
  const errors = problem.members.errors as InputError[] | undefined
  return errors ? invalidInput(errors.map((error) => ({ ...error, path: at + error.path }))) : problem
}

function change(document: Document, change: Change): Document {
  if (change.type === 'addBlock') {
    refuse(blockErrors(change.block), '/block')
    if (document.blocks.length >= mostBlocks) throw invalid('/block', `is one more than ${mostBlocks} blocks`)
    const complete = { ...change, block: completeBlock(change.block) }
    return fitting(() => applyChange<Block, Document>(document, complete))
  }
  if ('list' in change) refuseUnknownList(document, change)
  const changed = fitting(() => applyChange<Block, Document>(document, change))
  if (change.type === 'setTheme') refuse(themeErrors(changed.theme))
  return 'blockId' in change ? checkBlock(changed, change.blockId) : changed
}

function refuseUnknownList({ blocks }: Document, { blockId, list }: Extract<Change, { list: string }>) {
  const block = blocks.find(({ id }) => id === blockId)
  if (block) refuseList(block, list)
}

/** Judges the block that a change was made to, and gives ids to new items. */
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
