import { type TSchema, Type } from 'typebox'
import { ClosedObject, Nullable } from '../../../shared/typebox.ts'

/*
 * The inputs of each tool. Props, items and themes are plain objects here: the reference in the instructions describes
 * them, and every call is validated with the schemas of the document. Their full schemas took half of the prompt.
 */

const text = (description?: string) => Type.String(description ? { description } : {})
const free = (description: string) => Type.Unsafe<object>({ type: 'object', description })
const blockId = text()
const list = text('Name of the list: items, plans, fields, …')
const itemId = text()
const afterId = (what: string) => Nullable(text(`${what} it comes after; null for the first place.`))
const sources = Type.Optional(
  Type.Array(Type.String(), { description: 'Facts it rests on, such as ["f1"].' }),
)

const itemSources = Type.Optional(
  Type.Array(Type.String(), { description: 'Facts it rests on; they join those of the block.' }),
)

const dropItems = Type.Optional(
  Type.Boolean({ description: 'True only to drop the entries that a list leaves out.' }),
)

export const inputs = {
  addBlock: input({
    type: text(),
    props: free('As in the reference.'),
    sources,
    afterId: afterId('The block'),
  }),
  updateBlock: input({
    blockId,
    props: free('Only what changes; null takes a field away.'),
    sources: Type.Optional({
      ...Type.Array(Type.String()),
      description: 'All facts the block rests on afterwards; left out, they stay as they are.',
    } as TSchema),
    dropItems,
  }),
  moveBlock: input({ blockId, afterId: afterId('The block') }),
  removeBlock: input({ blockId }),
  addItem: input({
    blockId,
    list,
    item: free('Its fields, as in the reference.'),
    afterId: Type.Optional(afterId('The item')),
    sources: itemSources,
  }),
  updateItem: input({
    blockId,
    list,
    itemId,
    props: free('Only what changes; null takes a field away.'),
    sources: itemSources,
    dropItems,
  }),
  moveItem: input({ blockId, list, itemId, afterId: afterId('The item') }),
  removeItem: input({ blockId, list, itemId }),
  setTheme: input({ theme: free('Only what changes; null gives a part back to the brand.') }),
  setMetadata: input({ metadata: free('Only what changes; null takes a field away.') }),
  undo: input({}),
  redo: input({}),
  restoreVersion: input({ versionNumber: Type.Integer() }),
  findAssets: input({ query: text('Words that must all occur; empty for the newest.') }),
  describeTypes: input({ types: Type.Array(Type.String()) }),
  reply: input({
    text: text(),
    suggestions: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Up to three messages to offer, where it is unclear what was meant.',
      }),
    ),
  }),
}

/**
 * Tools that models with a small context don't get: updateBlock can reorder lists, and going back further than undo is
 * rare.
 */
const forLargeContexts = new Set(['moveItem', 'redo', 'restoreVersion'])

/**
 * The same with fewer words: each field is described once, and optional fields in the instructions or when they are
 * needed.
 */
export const shortInputs = shorten(inputs as Record<string, ToolSchema>)

type ToolSchema = { required?: string[]; properties: Record<string, { description?: string }> }

function shorten(all: Record<string, ToolSchema>): Record<string, object> {
  const said = new Set<string>()
  const shortened = Object.entries(all)
    .filter(([name]) => !forLargeContexts.has(name))
    .map(([name, { required = [], properties }]) => {
      const fields = Object.entries(properties).map(([field, { description, ...schema }]) => {
        if (!description || said.has(description) || !required.includes(field)) return [field, schema]
        said.add(description)
        return [field, { ...schema, description }]
      })
      return [name, { type: 'object', required, properties: Object.fromEntries(fields) }]
    })
  return Object.fromEntries(shortened)
}

function input(properties: Record<string, TSchema>): object {
  return JSON.parse(JSON.stringify(ClosedObject(properties)))
}
