import type { Block, Document, Metadata, Source, Theme } from '../../document/index.ts'
import type { Node } from '../nodes.ts'
import type { OpenPage } from '../page.ts'
import { Refusal } from '../refusal.ts'

/** The document that an edit produces. Operations are derived from the difference. */
export type Draft = { document: Document }

export function draftOf({ document }: OpenPage): Draft {
  return { document }
}

/** Sets the value of a node; undefined removes it. */
export function setNode(draft: Draft, node: Node, value: unknown): Draft {
  if (node.kind === 'theme')
    return {
      document: {
        ...draft.document,
        theme: without({ ...draft.document.theme, [node.prop]: value }) as Theme,
      },
    }
  if (node.kind === 'meta')
    return {
      document: {
        ...draft.document,
        metadata: without({ ...draft.document.metadata, [node.prop]: value }) as Metadata,
      },
    }
  return setPath(draft, node.block?.id ?? '', node.path, value)
}

function setPath(draft: Draft, blockId: string, path: string, value: unknown): Draft {
  return mapBlock(
    draft,
    blockId,
    (block) => ({ ...block, props: put(block.props, path.split('/'), value) }) as Block,
  )
}

export function mapBlock(draft: Draft, blockId: string, change: (block: Block) => Block): Draft {
  const blocks = draft.document.blocks.map((block) => (block.id === blockId ? change(block) : block))
  return { document: { ...draft.document, blocks } }
}

function put(at: unknown, [name = '', ...rest]: string[], value: unknown): unknown {
  if (Array.isArray(at)) {
    const index = Number(name)
    if (rest.length === 0 && value === undefined) return at.toSpliced(index, 1)
    return at.with(index, rest.length === 0 ? value : put(at[index], rest, value))
  }
  const fields = { ...(at as Record<string, unknown> | undefined) }
  return without({ ...fields, [name]: rest.length === 0 ? value : put(fields[name], rest, value) })
}

function without(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** Sets a list. If it becomes empty, an optional one is removed; otherwise the edit is refused. */
export function setList(draft: Draft, list: Node, items: unknown[]): Draft {
  const least = list.schema.minItems ?? 0
  if (items.length < least && items.length > 0) throw new Refusal(`There have to be at least ${least}.`)
  const most = list.schema.maxItems ?? Number.POSITIVE_INFINITY
  if (items.length > most) throw new Refusal(`At most ${most} fit there.`)
  return setNode(draft, list, items.length === 0 ? undefined : items)
}

export function removeBlocks(draft: Draft, ids: string[]): Draft {
  const blocks = draft.document.blocks.filter(({ id }) => !ids.includes(id))
  return { document: { ...draft.document, blocks } }
}

/** Inserts a block after another; null is the top of the page. */
export function insertBlock(draft: Draft, block: Block, afterId: string | null): Draft {
  const rest = draft.document.blocks.filter(({ id }) => id !== block.id)
  const at = afterId === null ? 0 : rest.findIndex(({ id }) => id === afterId) + 1
  return { document: { ...draft.document, blocks: rest.toSpliced(at, 0, block) } }
}

export function addSources(draft: Draft, blockId: string, sources: Source[]): Draft {
  return mapBlock(
    draft,
    blockId,
    (block) => ({ ...block, sources: merge([...block.sources, ...sources]) }) as Block,
  )
}

function merge(sources: Source[]): Source[] {
  return [
    ...new Map(sources.map((source) => [`${source.kind} ${source.id} ${source.field}`, source])).values(),
  ]
}
