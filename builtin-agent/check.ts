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
import type { OpenPage } from './page.ts'

/** The operations that turn a page into a draft, or the reason why they are refused. */
type Checked = { operations: Operation[]; document: Document } | { reason: string }

/** The result of a check is kept, as a draft is checked when it is read and again when it is carried out. */
type CheckedDraft = { before: Document; selected: Block | undefined; checked: Checked }
const known = new WeakMap<Document, CheckedDraft>()

/** Checks a draft before it is stored: it is valid, differs from the page, keeps to the selection and respects locks. */
export function check(page: OpenPage, draft: Draft): Checked {
  const { document: before, selected } = page
  const found = known.get(draft.document)
  if (found && found.before === before && found.selected === selected) return found.checked
  const checked = checkDraft(page, draft)
  known.set(draft.document, { before, selected, checked })
  return checked
}

function checkDraft(page: OpenPage, draft: Draft): Checked {
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

/** With a selection, only the selected block may change, and new blocks may only stand beside it. */
function leavesSelection(page: OpenPage, operations: Operation[]): string | undefined {
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
    // The diff may express a move of the selected block as a move of its neighbour.
    if (operation.type === 'moveBlock' && operations.length === 1) continue
    return `You selected ${name}, so I left everything else as it is.`
  }
  return undefined
}
