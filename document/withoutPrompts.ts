import { hasPrompt, withDefaults } from '../shared/prompts.ts'
import { media } from '../shared/strings.ts'
import type { BlockType } from './blocks/block.ts'
import { blockTypes } from './blocks/index.ts'
import type { Block, Document } from './schema.ts'

type PrunedSchema = {
  properties?: Record<string, PrunedSchema>
  required?: string[]
  items?: PrunedSchema
  minItems?: number
  contentMediaType?: string
}

const types = new Map<string, BlockType>(blockTypes.map((type) => [type.name, type]))

/** Props that introduce a section or set its appearance. A block with no other props left is not shown. */
const frame = new Set(['eyebrow', 'heading', 'intro', 'note', 'tone', 'layout', 'width', 'submitLabel'])

/**
 * The document for visitors: with the defaults of prompts, and without hidden blocks and everything that contains another
 * prompt. A paragraph is removed alone; any other text is removed with what requires it: its item, its button, or its
 * block.
 */
export function withoutPrompts(document: Document): Document {
  return {
    ...document,
    blocks: document.blocks.flatMap((block) => (block.hidden ? [] : (blockWithoutPrompts(block) ?? []))),
  }
}

function blockWithoutPrompts(block: Block): Block | undefined {
  const type = types.get(block.type)
  if (!type || !JSON.stringify(block.props).includes('prompt')) return block
  const props = prune(type.props as PrunedSchema, block.props) as Block['props'] | undefined
  if (props === block.props) return block
  if (!props || Object.keys(props).every((name) => frame.has(name)) || type.check?.(props).length)
    return undefined
  return { ...block, props } as Block
}

/** A copy without prompts; the value itself if it has none; undefined if nothing is left. */
function prune(schema: PrunedSchema, value: unknown): unknown {
  if (typeof value === 'string') return pruneText(schema, value)
  if (Array.isArray(value)) return pruneList(schema, value)
  if (typeof value !== 'object' || value === null) return value
  const pruned = Object.entries(value).map(([name, item]) => {
    return [name, item, prune(schema.properties?.[name] ?? {}, item)] as const
  })
  if (pruned.every(([, before, after]) => before === after)) return value
  if (pruned.some(([name, , after]) => after === undefined && schema.required?.includes(name)))
    return undefined
  const kept = pruned.filter(([, , after]) => after !== undefined)
  return kept.length > 0 ? Object.fromEntries(kept.map(([name, , after]) => [name, after])) : undefined
}

function pruneText({ contentMediaType }: PrunedSchema, written: string): string | undefined {
  const text = withDefaults(written)
  if (!hasPrompt(text)) return text
  if (contentMediaType !== media.paragraphs) return undefined
  const kept = text.split(/\n{2,}/).filter((paragraph) => !hasPrompt(paragraph))
  return kept.some((paragraph) => paragraph.trim() !== '') ? kept.join('\n\n') : undefined
}

/** A list that requires several items, such as the cells of a row, is removed as a whole. */
function pruneList({ items = {}, minItems = 0 }: PrunedSchema, list: unknown[]): unknown[] | undefined {
  const pruned = list.map((item) => prune(items, item))
  if (pruned.every((item, index) => item === list[index])) return list
  const kept = pruned.filter((item) => item !== undefined)
  if (minItems > 1 && kept.length < list.length) return undefined
  return kept.length >= Math.max(1, minItems) ? kept : undefined
}
