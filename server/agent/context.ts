import { findAssets } from '../assets/queries.ts'
import { gatherFacts, getAudience } from '../audiences/queries.ts'
import { getBrand } from '../brands/queries.ts'
import type { AppContext } from '../context.ts'
import type { Reader } from '../database/database.ts'
import type { Operation } from '../documents/operations.ts'
import { getRequest, listMessages } from '../messages/queries.ts'
import { getPage } from '../pages/queries.ts'
import { findDocumentByNumber, readDocument } from '../versions/documents.ts'
import { findEarlierVersion, listEarlierDocuments, listVersions } from '../versions/queries.ts'
import type { AudienceVersion } from '../versions/schema.ts'
import type { AgentContext, Note, SelectedElement, Turn } from './agent.ts'
import { listNotes } from './notes.ts'

const mostMessages = 40
const mostVersions = 100

/** Everything the agent gets to see for one run, read in a few look-ups by index. */
export async function gatherContext(
  { db: { read: db } }: Pick<AppContext, 'db'>,
  tenantId: string,
  pageId: string,
  version: AudienceVersion,
): Promise<AgentContext> {
  const { audienceId, versionId } = version
  const [{ text: message, selectedElement }, audience, facts, page, last] = await Promise.all([
    getRequest(db, tenantId, versionId),
    getAudience(db, tenantId, pageId, audienceId),
    gatherFacts(db, tenantId, audienceId),
    getPage(db, tenantId, pageId),
    findEarlierVersion(db, tenantId, version),
  ])
  if (!last?.documentHash) throw new Error(`the audience ${audienceId} has no version to begin from`)
  const owners = { accountId: facts.account?.accountId, personId: facts.person?.personId }
  const [document, brand, notes, conversation, history] = await Promise.all([
    readDocument(db, tenantId, last.documentHash),
    getBrand(db, tenantId, page.brandId),
    listNotes(db, tenantId, owners) as Promise<Note[]>,
    listConversation(db, tenantId, audienceId, versionId),
    listEarlierDocuments(db, tenantId, version, mostVersions),
  ])
  return {
    message,
    ...(selectedElement ? { selectedElement: toSelected(selectedElement) } : {}),
    document,
    page,
    brand,
    audience: {
      audienceId,
      name: audience.effectiveName,
      supplementaryContext: version.supplementaryContext,
    },
    person: facts.person && { ...facts.person, email: facts.person.email ?? null },
    account: facts.account,
    notes,
    conversation,
    history,
    searchAssets: async (query) => {
      const found = await findAssets(db, tenantId, query, 10)
      return found.map(({ assetId, name, purpose, aiDescription, type }) => ({
        assetId,
        name,
        purpose,
        aiDescription,
        type,
      }))
    },
    readVersion: (versionNumber) => findDocumentByNumber(db, tenantId, audienceId, versionNumber),
  }
}

/** What was said before this run, oldest first. */
async function listConversation(
  db: Reader,
  tenantId: string,
  audienceId: string,
  versionId: string,
): Promise<Turn[]> {
  const [messages, versions] = await Promise.all([
    listMessages(db, tenantId, audienceId, { limit: mostMessages, after: undefined }),
    listVersions(db, tenantId, audienceId, { limit: mostMessages, after: undefined }),
  ])
  const numbers = new Map(versions.map((version) => [version.versionId, version.versionNumber]))
  return messages
    .filter((message) => message.versionId !== versionId)
    .reverse()
    .map(({ author, text, operations, versionId: of }) => ({
      author,
      text,
      versionNumber: numbers.get(of) ?? null,
      operations: (operations ?? []) as Operation[],
    }))
}

/** Callers may send anything here; what is not text is not looked at. */
function toSelected(given: object): SelectedElement {
  const fields = given as Record<string, unknown>
  return Object.fromEntries(
    ['blockId', 'path', 'text'].flatMap((name) =>
      typeof fields[name] === 'string' ? [[name, fields[name]]] : [],
    ),
  )
}
