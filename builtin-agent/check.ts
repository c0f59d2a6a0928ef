import {
  type Block,
  completeDocument,
  type Document,
  diffDocuments,
  type Operation,
  validateDocument,
} from '../document/index.ts'
import { Problem } from '../shared/problem.ts'
import { nothingToChange } from './already.ts'
import { nameOf } from './describe.ts'
import type { Draft } from './operations/edit.ts'
import type { Page } from './page.ts'

/** The operations that make a draft of a page, or why they must not be done. */
type Checked = { operations: Operation[]; document: Document } | { reason: string }

/** A draft is checked where it is read and again where it is carried out. */
type CheckedDraft = { before: Document; selected: Block | undefined; checked: Checked }
const known = new WeakMap<Document, CheckedDraft>()

/** Before anything is stored: the result is valid, differs, keeps to the selection, and spares what should stay. */
export function check(page: Page, draft: Draft): Checked {
  const { document: before, selected } = page
  const found = known.get(draft.document)
  if (found && found.before === before && found.selected === selected) return found.checked
  const checked = checkDraft(page, draft)
  known.set(draft.document, { before, selected, checked })
  return checked
}

function checkDraft(page: Page, draft: Draft): Checked {
  const document = completeDocument(draft.document)
  try {
    validateDocument(document, '', page.document.blocks)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const [first] = (error.members.errors ?? []) as { path: string; message: string }[]
    return { reason: `That can’t be done: ${first ? `it ${first.message}` : error.message}.` }
  }
  const operations: Operation[] = diffDocuments(page.document, document)
  if (operations.length === 0) return { reason: nothingToChange(page) }
  const outside = page.selected ? leavesSelection(page, operations) : undefined
  return outside ? { reason: outside } : { operations, document }
}

/** What was pointed at is all that may change; something new may only be put beside it. */
function leavesSelection(page: Page, operations: Operation[]): string | undefined {
  const { selected } = page
  if (!selected) return undefined
  const block = page.nodes.find((node) => node.kind === 'block' && node.block === selected)
  const name = block ? nameOf(block, page) : 'a section'
  const place = page.document.blocks.indexOf(selected)
  const beside = [selected.id, page.document.blocks[place - 1]?.id ?? null]
  for (const operation of operations) {
    if (operation.type === 'setTheme' || operation.type === 'setMetadata')
      return `You selected ${name}, and this would change the whole page. Ask again with nothing selected.`
    if (
      operation.type === 'addBlock' ? beside.includes(operation.afterId) : operation.blockId === selected.id
    )
      continue
    // Moving the selected block is sometimes written as moving its neighbour.
    if (operation.type === 'moveBlock' && operations.length === 1) continue
    return `You selected ${name}, so I left everything else as it is.`
  }
  return undefined
}
