import {
  applyOperation,
  type Document,
  fillLine,
  hashDocument,
  hashPart,
  type Operation,
  refuseLocked,
} from '../../document/index.ts'
import { Problem } from '../../shared/problem.ts'
import { preflight } from '../agent/preflight.ts'
import { answerAtOnce } from '../agent/run.ts'
import { describeWorkingAgent } from '../agent/settings.ts'
import { findAssets } from '../assets/queries.ts'
import { gatherFacts } from '../audiences/queries.ts'
import { getBrand } from '../brands/queries.ts'
import type { AppContext } from '../context.ts'
import type { Tx } from '../database/database.ts'
import { getPage } from '../pages/queries.ts'
import { getPageDocument } from '../pages/revisions.ts'
import { findNewestDocument } from '../versions/documents.ts'

/** The result of a message for all audiences of a batch, and the blocks it was computed from. */
export type RowPlan = {
  operations: Operation[]
  reply: string
  /** Hashes of the blocks that operations change, by id. */
  blocks: Record<string, string>
}

/**
 * Interprets a message once for all rows; undefined if the result depends on the row or a language model is used. A
 * message that would change nothing is rejected before the first row is created.
 */
export async function planMessage(
  context: Pick<AppContext, 'db' | 'config' | 'encryption'>,
  tenantId: string,
  pageId: string,
  message: string,
): Promise<RowPlan | undefined> {
  const db = context.db.read
  if ((await describeWorkingAgent(context, db, tenantId)).kind === 'model') return undefined
  const [page, { document }] = await Promise.all([
    getPage(db, tenantId, pageId),
    getPageDocument(db, tenantId, pageId),
  ])
  const brand = await getBrand(db, tenantId, page.brandId)
  const searchAssets = async (query: string) => await findAssets(db, tenantId, query, 10)
  const found = await preflight({ tenantId, message, page, brand, document, searchAssets })
  if (!found.understood) throw notUnderstood(found.reason, found.suggestions)
  if (found.dependsOnRow) return undefined
  return {
    operations: found.operations,
    reply: found.reply,
    blocks: hashesOf(document, found.operations, message),
  }
}

function notUnderstood(reason: string, suggestions: string[]): Problem {
  const text = reason || 'it doesn’t ask for a change to the page.'
  return new Problem(
    'invalid_input',
    `The message would not change any page, so nothing was started. ${text}`,
    {
      errors: [{ path: '/message', message: `would not change any page. ${text}` }],
      ...(suggestions.length > 0 ? { suggestions } : {}),
    },
  )
}

/**
 * Applies the plan to one audience. False if its document differs from the planned one: the agent then handles the
 * message.
 */
export async function carryOutPlan(
  tx: Tx,
  tenantId: string,
  place: { audienceId: string; versionId: string },
  plan: RowPlan,
): Promise<boolean> {
  const before = await findNewestDocument(tx, tenantId, place.audienceId)
  const fits = Object.entries(plan.blocks).every(([blockId, hash]) => {
    const block = before.blocks.find(({ id }) => id === blockId)
    return block !== undefined && hashPart(block) === hash
  })
  const made = fits ? applyPlan(before, plan.operations) : undefined
  if (!made) return false
  // The answer may quote the old text, including placeholders.
  const text = plan.reply.includes('{{')
    ? fillLine(plan.reply, await gatherFacts(tx, tenantId, place.audienceId))
    : plan.reply
  await answerAtOnce(tx, tenantId, place, { text, ...made })
  return true
}

/** The operations adapted to this document, and their result; undefined if they don't fit it. */
function applyPlan(before: Document, planned: Operation[]) {
  try {
    let document = before
    const operations = planned.map((operation) => {
      const fitted = { ...operation, documentHash: hashDocument(document) }
      document = applyOperation(document, fitted)
      return fitted
    })
    refuseLocked(before, document)
    return { document, operations }
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/**
 * Placeholders may have filled in a block differently, so that the plan doesn't fit it. Moving or removing a block, or
 * writing text dictated by the message, doesn't depend on the block's content.
 */
function hashesOf({ blocks }: Document, operations: Operation[], message: string): Record<string, string> {
  const read = new Set(
    operations.flatMap((operation) =>
      'blockId' in operation && !isIndependent(operation, message) ? [operation.blockId] : [],
    ),
  )
  return Object.fromEntries(
    blocks.filter(({ id }) => read.has(id)).map((block) => [block.id, hashPart(block)]),
  )
}

function isIndependent(operation: Operation, message: string): boolean {
  if (operation.type === 'moveBlock' || operation.type === 'removeBlock') return true
  if (operation.type !== 'updateBlock' || operation.sources !== undefined) return false
  return Object.values(operation.props).every((value) => typeof value === 'string' && message.includes(value))
}
