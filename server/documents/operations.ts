import { type Static, Type } from 'typebox'
import { invalid, invalidInput, Problem } from '../http/problem.ts'
import { closed, Enum, Nullable } from '../http/schema.ts'
import { judgeBy } from '../http/validation.ts'
import { ItemId } from './blocks/props.ts'
import { hashDocument } from './hash.ts'
import { completeBlock } from './ids.ts'
import { changeItem, withoutNulls } from './items.ts'
import { MetadataPatch, patchMetadata } from './metadata.ts'
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

const AddBlock = Type.Object(
  { type: Enum(['addBlock']), documentHash, block: Type.Unsafe<Block>(free), afterId },
  { ...closed, title: 'AddBlock' },
)
const UpdateBlock = Type.Object(
  {
    type: Enum(['updateBlock']),
    documentHash,
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
  },
  { ...closed, title: 'UpdateBlock' },
)
const MoveBlock = Type.Object(
  { type: Enum(['moveBlock']), documentHash, blockId: BlockId, afterId },
  { ...closed, title: 'MoveBlock' },
)
const RemoveBlock = Type.Object(
  { type: Enum(['removeBlock']), documentHash, blockId: BlockId },
  { ...closed, title: 'RemoveBlock' },
)
const SetTheme = Type.Object(
  {
    type: Enum(['setTheme']),
    documentHash,
    theme: Type.Unsafe<{ [K in keyof Theme]?: Theme[K] | null }>({
      ...free,
      description: 'What changes; null gives a part back to the brand.',
    }),
  },
  { ...closed, title: 'SetTheme' },
)
const list = Type.String({
  maxLength: 40,
  description: 'Name of the list in the props of the block: items, plans, fields, rows …',
})
const afterItem = Nullable(
  Type.String({ ...ItemId, description: 'The item it comes after; null for the first place.' }),
)
const AddItem = Type.Object(
  {
    type: Enum(['addItem']),
    documentHash,
    blockId: BlockId,
    list,
    item: Type.Unsafe<Record<string, unknown>>(free),
    afterId: afterItem,
  },
  { ...closed, title: 'AddItem' },
)
const UpdateItem = Type.Object(
  {
    type: Enum(['updateItem']),
    documentHash,
    blockId: BlockId,
    list,
    itemId: ItemId,
    props: Type.Unsafe<Record<string, unknown>>({
      ...free,
      description: 'The fields of the item that change, each whole; null takes one away.',
    }),
  },
  { ...closed, title: 'UpdateItem' },
)
const MoveItem = Type.Object(
  { type: Enum(['moveItem']), documentHash, blockId: BlockId, list, itemId: ItemId, afterId: afterItem },
  { ...closed, title: 'MoveItem' },
)
const RemoveItem = Type.Object(
  { type: Enum(['removeItem']), documentHash, blockId: BlockId, list, itemId: ItemId },
  { ...closed, title: 'RemoveItem' },
)
const SetMetadata = Type.Object(
  { type: Enum(['setMetadata']), documentHash, metadata: MetadataPatch },
  { ...closed, title: 'SetMetadata' },
)

/** Every kind of operation by its name. */
export const operationKinds = {
  addBlock: AddBlock,
  updateBlock: UpdateBlock,
  moveBlock: MoveBlock,
  removeBlock: RemoveBlock,
  addItem: AddItem,
  updateItem: UpdateItem,
  moveItem: MoveItem,
  removeItem: RemoveItem,
  setTheme: SetTheme,
  setMetadata: SetMetadata,
}
const judges = new Map(Object.entries(operationKinds).map(([name, schema]) => [name, judgeBy(schema)]))

/** A small change of a document. An agent, an editor and a diff all speak in these. */
export type Operation = {
  [K in keyof typeof operationKinds]: Static<(typeof operationKinds)[K]>
}[keyof typeof operationKinds]
export const Operation = Type.Unsafe<Operation>({ anyOf: Object.values(operationKinds) })

/** An operation that does not say yet which document it is for. */
export type Change = Operation extends infer T ? (T extends unknown ? Omit<T, 'documentHash'> : never) : never

export function validateOperation(value: unknown): Operation {
  const type = typeof value === 'object' && value !== null ? (value as { type?: unknown }).type : undefined
  const judge = typeof type === 'string' ? judges.get(type) : undefined
  if (!judge) throw invalid('/type', `must be one of ${Object.keys(operationKinds).join(', ')}`)
  const errors = judge(value)
  if (errors.length > 0) throw invalidInput(errors)
  return value as Operation
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

function change(document: Document, operation: Operation): Document {
  const { blocks } = document
  switch (operation.type) {
    case 'addBlock': {
      refuse(blockErrors(operation.block), '/block')
      const block = completeBlock(operation.block)
      if (blocks.some(({ id }) => id === block.id)) throw invalid('/block/id', 'is the id of another block')
      if (blocks.length >= mostBlocks) throw invalid('/block', `is one more than ${mostBlocks} blocks`)
      return { ...document, blocks: insert(blocks, block, operation.afterId) }
    }
    case 'updateBlock': {
      const block = find(blocks, operation.blockId)
      const { props, sources = block.sources } = operation
      const { hidden = block.hidden, locked = block.locked } = operation
      const { id, type } = block
      const updated = {
        id,
        type,
        props: withoutNulls({ ...block.props, ...props }),
        sources,
        ...(hidden ? { hidden } : {}),
        ...(locked ? { locked } : {}),
      } as Block
      return replace(document, block, updated)
    }
    case 'moveBlock': {
      const block = find(blocks, operation.blockId)
      const others = blocks.filter((other) => other !== block)
      return { ...document, blocks: insert(others, block, operation.afterId) }
    }
    case 'removeBlock': {
      const block = find(blocks, operation.blockId)
      return { ...document, blocks: blocks.filter((other) => other !== block) }
    }
    case 'addItem':
    case 'updateItem':
    case 'moveItem':
    case 'removeItem': {
      const block = find(blocks, operation.blockId)
      return replace(document, block, changeItem(block, operation))
    }
    case 'setMetadata': {
      const { metadata: before, ...rest } = document
      const metadata = patchMetadata(before ?? {}, operation.metadata)
      return Object.keys(metadata).length > 0 ? { ...rest, metadata } : rest
    }
    case 'setTheme': {
      const theme = withoutNulls({ ...document.theme, ...operation.theme })
      refuse(themeErrors(theme))
      return { ...document, theme }
    }
  }
}

function find(blocks: Block[], id: string): Block {
  const block = blocks.find((candidate) => candidate.id === id)
  if (!block) throw invalid('/blockId', 'names no block of the document')
  return block
}

function insert(blocks: Block[], block: Block, afterId: string | null): Block[] {
  const index = afterId === null ? 0 : blocks.findIndex(({ id }) => id === afterId) + 1
  if (index === 0 && afterId !== null) throw invalid('/afterId', 'names no other block of the document')
  return blocks.toSpliced(index, 0, block)
}

function replace(document: Document, block: Block, changed: Block): Document {
  refuse(blockErrors(changed))
  const updated = completeBlock(changed)
  return { ...document, blocks: document.blocks.map((other) => (other === block ? updated : other)) }
}

function refuse(errors: { path: string; message: string }[], at = '') {
  if (errors.length > 0) throw invalidInput(errors.map((error) => ({ ...error, path: at + error.path })))
}
