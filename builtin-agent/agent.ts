import type { CustomValues, Document, Metadata, Operation } from '../document/index.ts'
import type { PastVersion } from './history.ts'

/** The element a caller selected while writing; changes are limited to that block, and new blocks to its sides. */
export type SelectedElement = { blockId?: string; path?: string; text?: string }

/** A fact with the source that statements based on it must name. */
export type Note = {
  kind: 'account_log' | 'person_log' | 'activity'
  id: string
  text: string
  createdAt: string
}

/** One message of the conversation so far. */
export type Turn = {
  author: 'user' | 'agent'
  text: string
  /** The version this message requested or answered; null if that version no longer exists. */
  versionNumber: number | null
  /** The operations of an agent's answer; empty for a user's message and where nothing changed. */
  operations?: Operation[]
}

/** The audience name for the page's own document, which every audience's page starts from. */
export const allAudiences = 'All audiences'

/** The agent's whole input. Texts of users and visitors are data here, never instructions. */
export type AgentContext = {
  message: string
  selectedElement?: SelectedElement
  /** The audience's newest finished version. */
  document: Document
  page: {
    pageId: string
    name: string
    title: string
    pageType: string
    pageContext: string
    /** Of the page; the document's own metadata take precedence. */
    metadata?: Metadata
    actions: { actionId: string; purpose: string; buttonTitle: string; url: string }[]
  }
  brand: { name: string; primaryColor: string; font: string }
  audience: { audienceId: string; name: string; supplementaryContext: string | null }
  person:
    | {
        personId: string
        name: string | null
        email: string | null
        jobTitle?: string | null
        fields?: CustomValues
      }
    | undefined
  account: { accountId: string; name: string | null; domain: string; fields?: CustomValues } | undefined
  /** Facts about person and account, newest first. */
  notes: Note[]
  /** Earlier messages, oldest first. */
  conversation: Turn[]
  /** The versions that have a document, oldest first: the targets of undo, redo and restore. */
  history?: readonly PastVersion[]
  searchAssets(query: string): Promise<Asset[]>
  /** The document of an earlier version; undefined if there is none with this number. */
  readVersion(versionNumber: number): Promise<Document | undefined>
}

export type Asset = {
  assetId: string
  name: string
  purpose: string
  aiDescription: string | null
  type: string
}

/**
 * An agent's output as a stream. Operations apply in sequence, each to the result of the previous one. A `step` is
 * reported when it starts: for a model, a call of it; its cost is reported when it is known.
 */
export type AgentOutput =
  | { type: 'text'; text: string }
  | { type: 'operation'; operation: Operation }
  /** Up to three messages that probably express what was meant; the agent understands each of them. */
  | { type: 'suggestions'; suggestions: string[] }
  | { type: 'step' }
  | { type: 'usage'; inputTokens: number; outputTokens: number }

/**
 * Turns a message into operations and a reply. It can do nothing else: it can't publish, link or access the network.
 * The caller validates its output. It ends early when the signal is aborted.
 */
export type Agent = {
  /** Its language model, as `provider:name`; the built-in agent has none. */
  model: string | undefined
  run(context: AgentContext, signal: AbortSignal): AsyncGenerator<AgentOutput, void>
}
