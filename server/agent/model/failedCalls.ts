import { labelOf, quoted } from '../../../builtin-agent/label.ts'
import {
  type Block,
  type Document,
  findLocked,
  type Item,
  itemsOf,
  listsOf,
} from '../../../document/index.ts'
import { names, titlesOf } from './asked.ts'
import type { Fields } from './input.ts'

/** A refused call; `reason` is written for users, if there is one. */
export type FailedCall = { name: string; input: unknown; reason: string | undefined }

/** A refused change that is still missing at the end, and whether a text mentions it. */
export type MissingChange = { line: string; isMentionedIn(text: string): boolean }

const verbs: Record<string, string> = {
  addBlock: 'added',
  addItem: 'added to',
  updateBlock: 'changed',
  updateItem: 'changed',
  moveBlock: 'moved',
  moveItem: 'moved',
  removeBlock: 'removed',
  removeItem: 'removed',
}

/**
 * The changes of refused calls that the page doesn't have in the end. If a later call made the change, it is not
 * included.
 */
export function missingChanges(
  calls: FailedCall[],
  before: Document,
  after: Document,
  selectedId?: string,
): MissingChange[] {
  const found = new Map<string, MissingChange>()
  for (const { name, input, reason } of calls) {
    const fields = (typeof input === 'object' && input !== null ? input : {}) as Fields
    const block = before.blocks.find(({ id }) => id === (fields.blockId ?? fields.id))
    const verb = verbs[name]
    if (!block || !verb || hasHappened(name, fields, block, after)) continue
    const item = itemOf(block, fields.itemId)
    const what = item ? `${nameOf(item)} in ${labelOf(block, before)}` : labelOf(block, before)
    const why = reasonFor(block, before, selectedId) ?? reason
    const line = name === 'addItem' ? `Nothing was added to ${what}` : `${capitalised(what)} was not ${verb}`
    const isMentionedIn = (text: string) => names(text, block, item)
    found.set(line, { line: `${line}${why ? `: ${why}` : ''}.`, isMentionedIn })
  }
  return [...found.values()]
}

/** Locks and selections are read from the document, as the error of the call may have another reason. */
function reasonFor(block: Block, document: Document, selectedId: string | undefined): string | undefined {
  if (findLocked(document, { blockId: block.id })) return 'the page has locked it'
  return selectedId !== undefined && selectedId !== block.id ? 'another block is selected' : undefined
}

function hasHappened(name: string, fields: Fields, block: Block, { blocks }: Document): boolean {
  const now = blocks.find(({ id }) => id === block.id)
  if (!now) return true
  if (name === 'updateBlock') return differs(block.props, now.props, fields.props)
  if (name === 'moveBlock' || name === 'removeBlock') return false
  if (name === 'addItem') return listsOf(block.type).some((list) => countOf(now, list) > countOf(block, list))
  const [old, item] = [itemOf(block, fields.itemId), itemOf(now, fields.itemId)]
  if (!old || !item) return true
  return name === 'updateItem' && differs(old, item, fields.props)
}

/** Whether one of the fields named in a call has changed. */
function differs(before: object, after: object, named: unknown): boolean {
  const [old, now] = [before as Fields, after as Fields]
  const fields =
    typeof named === 'object' && named !== null ? Object.keys(named) : Object.keys({ ...old, ...now })
  return fields.some((field) => JSON.stringify(old[field]) !== JSON.stringify(now[field]))
}

function itemOf(block: Block, id: unknown): Item | undefined {
  return listsOf(block.type)
    .flatMap((list) => itemsOf(block, list))
    .find((item) => item.id === id)
}

function countOf(block: Block, list: string): number {
  return itemsOf(block, list).length
}

function nameOf(item: Item): string {
  const [title] = titlesOf([item])
  return title ? quoted(title, 40) : 'an item'
}

function capitalised(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}
