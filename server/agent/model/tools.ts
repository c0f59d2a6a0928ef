import { jsonSchema, type ToolSet, tool } from 'ai'
import { AlreadySo, Refusal } from '../../../builtin-agent/refusal.ts'
import {
  type Block,
  type BlockTypeName,
  completeBlock,
  type Item,
  itemsOf,
  type MetadataPatch,
  newBlockId,
  type Source,
  type Theme,
} from '../../../document/index.ts'
import { characterError } from '../../../shared/characters.ts'
import { Problem } from '../../../shared/problem.ts'
import type { WorkingDocument } from '../workingDocument.ts'
import { describeChanges } from './changes.ts'
import { refuseLowContrast } from './contrast.ts'
import type { NumberedFacts } from './facts.ts'
import type { FailedCall } from './failedCalls.ts'
import { Guard, stringsOf } from './guard.ts'
import {
  type Fields,
  findBlock,
  findItem,
  findList,
  knownFields,
  nameBlock,
  nameOf,
  readAfterId,
  readBlock,
  readObject,
  readProps,
  readSources,
} from './input.ts'
import { mergeProps } from './mergeProps.ts'
import { Past } from './past.ts'
import { toJson } from './prompt.ts'
import { describeTypes, typeNames } from './reference.ts'
import { Rejection } from './rejection.ts'
import { inputs } from './schemas.ts'
import { itemWithoutMarkup, withoutMarkup } from './texts.ts'

/** Enough to correct a call. */
const mostFaults = 10

export type ToolName = keyof typeof inputs
/** Lookups, which a model makes before it continues; after any other tool it may be done. */
export const readingTools: ReadonlySet<string> = new Set<ToolName>(['findAssets', 'describeTypes'])

export type Reply = { text: string; suggestions: string[] }

type Hooks = {
  /** Receives an error that is not caused by the model; it ends the run. */
  onFault(error: unknown): void
  onReply(reply: Reply): void
  /** Receives a refused call, so that the answer can be checked against it. */
  onFailed(call: FailedCall): void
}

/**
 * The tools of a model. A call is tried on the working document: an invalid one changes nothing and returns what is
 * wrong and what the valid choices are; a valid one returns the changes.
 */
export function makeTools(
  working: WorkingDocument,
  facts: NumberedFacts,
  { onFault, onReply, onFailed }: Hooks,
  schemas: Record<string, object> = inputs,
): ToolSet {
  const guard = new Guard(working, facts)
  const past = new Past(working, guard)
  const makers = {
    ...blockTools(working, facts, guard),
    ...itemTools(working, facts, guard),
    ...pageTools(working, guard),
  }

  const define = (name: ToolName, description: string, act: (input: Fields) => Promise<string> | string) =>
    tool({
      description,
      inputSchema: jsonSchema<Fields>(schemas[name] ?? inputs[name]),
      execute: async (given): Promise<string> => {
        try {
          const input = readObject(given, 'The call')
          for (const text of stringsOf(input)) {
            const error = characterError(text)
            if (error) throw new Refusal(`Texts ${error}.`)
          }
          return await act(input)
        } catch (error) {
          // The page is already as requested.
          if (error instanceof AlreadySo) return error.message
          const reason = error instanceof Rejection ? error.reason : undefined
          onFailed({ name, input: given, reason })
          throw new Error(explain(error, onFault))
        }
      },
    })

  /** A tool that changes the page and returns the differences. */
  const defineChange = (name: keyof typeof makers, description: string) =>
    define(name, description, async (input) => {
      const before = working.document
      await makers[name](input)
      return describeChanges(before, working.document)
    })

  const tools = {
    addBlock: defineChange('addBlock', 'Adds a block.'),
    updateBlock: defineChange('updateBlock', 'Changes fields of a block.'),
    moveBlock: defineChange('moveBlock', 'Moves a block.'),
    removeBlock: defineChange('removeBlock', 'Takes a block off the page.'),
    addItem: defineChange('addItem', 'Adds one item to a list of a block.'),
    updateItem: defineChange('updateItem', 'Changes one item.'),
    moveItem: defineChange('moveItem', 'Moves one item within its list.'),
    removeItem: defineChange('removeItem', 'Takes one item out of its list.'),
    setTheme: defineChange('setTheme', 'Changes colours, font, look or corners of the page.'),
    setMetadata: defineChange('setMetadata', 'Changes what browsers, search and shared links show.'),
    undo: define('undo', 'Takes back the last change of the page, no matter who made it.', () => past.undo()),
    redo: define('redo', 'Brings back what was undone last.', () => past.redo()),
    restoreVersion: define('restoreVersion', 'Makes the page what it was in a version.', (input) =>
      past.restore(input.versionNumber),
    ),
    findAssets: define('findAssets', 'Finds pictures, logos, icons, films and components.', async (input) => {
      const assets = await working.context.searchAssets(String(input.query ?? '').slice(0, 200))
      guard.found(assets.map(({ assetId }) => assetId))
      return toJson({ assets: assets.map(shortened) })
    }),
    describeTypes: define('describeTypes', 'Says what the fields of block types are for.', ({ types }) => {
      const names = (Array.isArray(types) ? types : [types]).map(String)
      return describeTypes(names) || `The types are ${typeNames.join(', ')}.`
    }),
    reply: define(
      'reply',
      'Your answer to the person. Ends the run, so call it after all changes.',
      (input) => {
        const offered = Array.isArray(input.suggestions) ? input.suggestions : []
        const suggestions = offered.filter((one): one is string => typeof one === 'string').slice(0, 3)
        onReply({ text: String(input.text ?? ''), suggestions })
        return 'Sent, unless a call of this step failed.'
      },
    ),
  }
  return Object.fromEntries(Object.entries(tools).filter(([name]) => Object.hasOwn(schemas, name)))
}

function blockTools(working: WorkingDocument, facts: NumberedFacts, guard: Guard) {
  return {
    addBlock(input: Fields) {
      const { type, props: given } = readBlock(input)
      const props = withoutMarkup(type, given)
      const sources = guard.checkBlock(type, props, readSources(input, facts) ?? [])
      const afterId = readAfterId(input, working.blocks.map(nameBlock), {
        fallback: working.blocks.at(-1)?.id ?? null,
      })
      const id = newBlockId(working.document, type as BlockTypeName, props)
      explained(knownFields(type), () =>
        working.change({ type: 'addBlock', block: { id, type, props, sources } as Block, afterId }),
      )
    },
    updateBlock(input: Fields) {
      const block = findBlock(working.document, input)
      const given = readProps(input, 'props', ['blockId', 'id', 'sources', 'dropItems', 'type'])
      const props = withoutMarkup(block.type, mergeProps(block.props, given, input.dropItems === true))
      const named = readSources(input, facts)
      const sources = guard.checkBlock(block.type, props, named ?? block.sources, block)
      guard.checkDropped(block, props)
      const isSame = JSON.stringify(sources) === JSON.stringify(block.sources)
      explained(knownFields(block.type), () =>
        working.change({ type: 'updateBlock', blockId: block.id, props, ...(isSame ? {} : { sources }) }),
      )
    },
    moveBlock(input: Fields) {
      const { id: blockId } = findBlock(working.document, input)
      const afterId = readAfterId(input, working.blocks.map(nameBlock), { moved: blockId })
      working.change({ type: 'moveBlock', blockId, afterId })
    },
    removeBlock(input: Fields) {
      const block = findBlock(working.document, input)
      guard.checkRemoval(block)
      working.change({ type: 'removeBlock', blockId: block.id })
    },
  }
}

function itemTools(working: WorkingDocument, facts: NumberedFacts, guard: Guard) {
  const place = (input: Fields) => {
    const block = findBlock(working.document, { blockId: input.blockId })
    const list = findList(block, input)
    return { block, list, items: itemsOf(block, list).map((item) => ({ id: item.id, name: nameOf(item) })) }
  }
  /** Items have no sources of their own, so theirs are added to those of the block. */
  const addSources = (block: Block, sources: Source[]) => {
    if (sources.length > block.sources.length)
      working.change({ type: 'updateBlock', blockId: block.id, props: {}, sources })
  }
  return {
    addItem(input: Fields) {
      const { block, list, items } = place(input)
      const others = ['blockId', 'list', 'afterId', 'sources', 'itemId']
      const { id: _, ...given } = readProps(input, 'item', others)
      const fields = itemWithoutMarkup(block.type, list, given)
      const sources = guard.checkItem(list, fields, readSources(input, facts) ?? [], block)
      const afterId = readAfterId(input, items, { fallback: items.at(-1)?.id ?? null })
      const item = withId(block, list, fields)
      explained(knownFields(block.type, list), () =>
        working.change({ type: 'addItem', blockId: block.id, list, item, afterId }),
      )
      addSources(block, sources)
    },
    updateItem(input: Fields) {
      const { block, list } = place(input)
      const item = findItem(block, list, input.itemId ?? input.id)
      const others = ['blockId', 'list', 'itemId', 'sources', 'id', 'dropItems']
      const { id: _, ...given } = readProps(input, 'props', others)
      const merged = mergeProps(item, given, input.dropItems === true)
      const props = itemWithoutMarkup(block.type, list, merged)
      const sources = guard.checkItem(list, { id: item.id, ...props }, readSources(input, facts) ?? [], block)
      explained(knownFields(block.type, list), () =>
        working.change({ type: 'updateItem', blockId: block.id, list, itemId: item.id, props }),
      )
      addSources(block, sources)
    },
    moveItem(input: Fields) {
      const { block, list, items } = place(input)
      const { id: itemId } = findItem(block, list, input.itemId ?? input.id)
      const afterId = readAfterId(input, items, { moved: itemId })
      working.change({ type: 'moveItem', blockId: block.id, list, itemId, afterId })
    },
    removeItem(input: Fields) {
      const { block, list } = place(input)
      const item = findItem(block, list, input.itemId ?? input.id)
      guard.checkRemoval(block, item)
      working.change({ type: 'removeItem', blockId: block.id, list, itemId: item.id })
    },
  }
}

function pageTools(working: WorkingDocument, guard: Guard) {
  return {
    setTheme(input: Fields) {
      const theme = readProps(input, 'theme', []) as { [K in keyof Theme]?: Theme[K] | null }
      refuseLowContrast(working.document.theme, theme)
      working.change({ type: 'setTheme', theme })
    },
    setMetadata(input: Fields) {
      const metadata = readProps(input, 'metadata', []) as MetadataPatch
      guard.checkMetadata(metadata)
      working.change({ type: 'setMetadata', metadata })
    },
  }
}

/** The item with its new id. */
function withId(block: Block, list: string, fields: Fields): Item {
  const props = { ...block.props, [list]: [...itemsOf(block, list), fields] }
  return itemsOf(completeBlock({ ...block, props } as Block), list).at(-1) as Item
}

/** Adds the valid choices to the errors of a change. */
function explained(help: string, change: () => void) {
  try {
    change()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new Refusal(`${faultsOf(error)} ${help}`)
  }
}

function shortened<T extends { purpose: string; aiDescription: string | null; name: string }>(asset: T): T {
  const { purpose, aiDescription, name } = asset
  return {
    ...asset,
    name: name.slice(0, 200).toWellFormed(),
    purpose: purpose.slice(0, 300).toWellFormed(),
    aiDescription: aiDescription?.slice(0, 500).toWellFormed() ?? null,
  }
}

/** The error message for the model, without internal errors. */
function explain(error: unknown, onFault: (error: unknown) => void): string {
  if (error instanceof Refusal) return error.message
  if (error instanceof Problem) return faultsOf(error)
  onFault(error)
  return 'Not done.'
}

function faultsOf(problem: Problem): string {
  const errors = (problem.members.errors ?? []) as { path: string; message: string }[]
  const faults = errors.slice(0, mostFaults).map(({ path, message }) => `${path || 'it'} ${message}`)
  return faults.length > 0 ? `Not done: ${faults.join('; ')}.` : problem.message
}
