import { type Document, diffDocuments, type Operation } from '../../document/index.ts'
import { inDocumentThread, mostInline } from './worker.ts'

/** Both documents as JSON text. */
export type Compared = { before: string; after: string }

export function compareTexts({ before, after }: Compared): Operation[] {
  return diffDocuments(JSON.parse(before), JSON.parse(after))
}

/** The operations that turn one document into another; those of large ones are found in a thread. */
export async function compareDocuments(
  tenantId: string,
  before: Document,
  after: Document,
): Promise<Operation[]> {
  const texts = { before: JSON.stringify(before), after: JSON.stringify(after) }
  if (Math.max(texts.before.length, texts.after.length) <= mostInline) return diffDocuments(before, after)
  return await inDocumentThread(tenantId, 'compare', compareTexts, texts)
}
