import type { Operation } from '../../document/index.ts'
import { findAssets } from '../assets/queries.ts'
import { gatherFacts, getAudience } from '../audiences/queries.ts'
import { getBrand } from '../brands/queries.ts'
import type { AppContext } from '../context.ts'
import type { Reader } from '../database/database.ts'
import { getRequest, listMessages } from '../messages/queries.ts'
import { getPage } from '../pages/queries.ts'
import { getPageDocument, getRevision, listRevisions } from '../pages/revisions.ts'
import { findDocumentByNumber, readDocument } from '../versions/documents.ts'
import { findStartingVersion, listEarlierDocuments, listVersions } from '../versions/queries.ts'
import type { AudienceVersion } from '../versions/schema.ts'
import { type AgentContext, allAudiences, type Note, type SelectedElement, type Turn } from './agent.ts'
import { listNotes } from './notes.ts'
import type { PageMessageInput } from './pageMessageSchema.ts'

const mostMessages = 40
const mostVersions = 100

/** The agent's input for one run, read with a few index lookups. */
export async function gatherContext(
  { db: { read: db } }: Pick<AppContext, 'db'>,
  tenantId: string,
  pageId: string,
  version: AudienceVersion,
): Promise<AgentContext & { startedFrom: string }> {
  const { audienceId, versionId } = version
  const [{ text: message, selectedElement }, audience, facts, page, start] = await Promise.all([
    getRequest(db, tenantId, versionId),
    getAudience(db, tenantId, pageId, audienceId),
    gatherFacts(db, tenantId, audienceId),
    getPage(db, tenantId, pageId),
    findStartingVersion(db, tenantId, version),
  ])
  if (!start?.documentHash) throw new Error(`the audience ${audienceId} has no version to begin from`)
  const current = { versionNumber: start.versionNumber, documentHash: start.documentHash }
  const owners = { accountId: facts.account?.accountId, personId: facts.person?.personId }
  const [document, brand, notes, conversation, earlier] = await Promise.all([
    readDocument(db, tenantId, start.documentHash),
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
    // After an undone release the current version is not the newest one; the last change was then the return to it.
    history: earlier.at(-1)?.versionNumber === current.versionNumber ? earlier : [...earlier, current],
    startedFrom: start.versionId,
    searchAssets: (query) => searchAssets(db, tenantId, query),
    readVersion: (versionNumber) => findDocumentByNumber(db, tenantId, audienceId, versionNumber),
  }
}

/** The agent's input for the page's own document: it applies to all audiences, and its versions are revisions. */
export async function gatherPageContext(
  { db: { read: db } }: Pick<AppContext, 'db'>,
  tenantId: string,
  pageId: string,
  { message, selectedElement, conversation = [] }: PageMessageInput,
): Promise<AgentContext & { hash: string; revision: number }> {
  const [page, { document, hash, revision }, revisions] = await Promise.all([
    getPage(db, tenantId, pageId),
    getPageDocument(db, tenantId, pageId),
    listRevisions(db, tenantId, pageId, { limit: mostVersions, after: undefined }),
  ])
  return {
    message,
    ...(selectedElement ? { selectedElement: toSelected(selectedElement) } : {}),
    document,
    hash,
    revision,
    page,
    brand: await getBrand(db, tenantId, page.brandId),
    audience: { audienceId: pageId, name: allAudiences, supplementaryContext: null },
    person: undefined,
    account: undefined,
    notes: [],
    conversation: conversation.map(({ author, text, revision: made, operations }) => ({
      author,
      text,
      versionNumber: made ?? null,
      operations: (operations ?? []) as Operation[],
    })),
    history: revisions.map((one) => ({ versionNumber: one.revision, documentHash: one.hash })).toReversed(),
    searchAssets: (query) => searchAssets(db, tenantId, query),
    readVersion: async (number) => {
      if (number < 1 || number > revision) return undefined
      return (await getRevision(db, tenantId, pageId, number)).document
    },
  }
}

async function searchAssets(db: Reader, tenantId: string, query: string) {
  const found = await findAssets(db, tenantId, query, 10)
  return found.map(({ assetId, name, purpose, aiDescription, type }) => ({
    assetId,
    name,
    purpose,
    aiDescription,
    type,
  }))
}

/** The messages before this run, oldest first. */
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

/** Callers may send anything here; values other than text are ignored. */
function toSelected(given: object): SelectedElement {
  const fields = given as Record<string, unknown>
  return Object.fromEntries(
    ['blockId', 'path', 'text'].flatMap((name) =>
      typeof fields[name] === 'string' ? [[name, fields[name]]] : [],
    ),
  )
}
