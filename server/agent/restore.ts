import { diffDocuments } from '../documents/diff.ts'
import type { Document } from '../documents/schema.ts'
import type { AgentDesk, Change } from './desk.ts'
import { Refusal } from './refusal.ts'

/** Makes the page what it was in a version. With a block selected, that block alone goes back. */
export function restore(document: Document, number: number, desk: AgentDesk): void {
  const { selected } = desk
  const old = selected && document.blocks.find(({ id, type }) => id === selected.id && type === selected.type)
  if (selected && !old) throw new Refusal(`Version ${number} has no such block.`)
  const wanted = old
    ? { ...desk.document, blocks: desk.blocks.map((block) => (block === selected ? old : block)) }
    : document
  const operations = diffDocuments(desk.document, wanted)
  if (operations.length === 0) throw new Refusal(`The page is as it was in version ${number} already.`)
  for (const { documentHash: _, ...change } of operations) desk.change(change as Change)
}
