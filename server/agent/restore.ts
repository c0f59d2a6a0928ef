import { AlreadySo, Refusal } from '../../builtin-agent/refusal.ts'
import { type Document, diffDocuments } from '../../document/index.ts'
import type { Change, WorkingDocument } from './workingDocument.ts'

/** Restores the document of a version. With a block selected, only that block. */
export function restore(document: Document, number: number, working: WorkingDocument): void {
  const { selected } = working
  const old = selected && document.blocks.find(({ id, type }) => id === selected.id && type === selected.type)
  if (selected && !old) throw new Refusal(`Version ${number} has no such block.`)
  const wanted = old
    ? { ...working.document, blocks: working.blocks.map((block) => (block === selected ? old : block)) }
    : document
  const operations = diffDocuments(working.document, wanted)
  if (operations.length === 0) throw new AlreadySo(`The page is as it was in version ${number} already.`)
  for (const { documentHash: _, ...change } of operations) working.change(change as Change)
}
