import type { CustomValues, Document, Metadata, Operation } from '../../document/index.ts'
import type { PastVersion } from './history.ts'

/** What a caller pointed at while writing; changes keep to that block. */
export type SelectedElement = { blockId?: string; path?: string; text?: string }

/** A piece of knowledge with the source that a statement made of it must name. */
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
  /** The version this message asked for or answered; null when that version no longer exists. */
  versionNumber: number | null
  /** What an agent's answer did to the document; empty for a user's message and where nothing changed. */
  operations?: Operation[]
}

/** The name of the audience where the document is the page's own, which every audience's page starts from. */
export const allAudiences = 'All audiences'

/** Everything an agent gets to see. What people and visitors wrote is data here, never instructions. */
export type AgentContext = {
  /** The instruction itself. */
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
    /** Of the page; what the document has goes before it. */
    metadata?: Metadata
    actions: { actionId: string; purpose: string; buttonTitle: string; url: string }[]
  }
  brand: { name: string; primaryColor: string; font: string }
  audience: { audienceId: string; name: string; supplementaryContext: string | null }
  person: { personId: string; name: string | null; email: string | null; fields?: CustomValues } | undefined
  account: { accountId: string; name: string | null; domain: string; fields?: CustomValues } | undefined
  /** What is known of person and account, newest first. */
  notes: Note[]
  /** What was said before, oldest first. */
  conversation: Turn[]
  /** The versions that have a document, oldest first: what undo, redo and going back lead to. */
  history?: readonly PastVersion[]
  searchAssets(query: string): Promise<Asset[]>
  /** The document of an earlier version; undefined where there is none of this number. */
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
 * What an agent says and does, as it comes. Operations apply one after the other, each to what the last one left. A
 * `step` is told when one begins: for a model, a call of it; what a step cost is told when that is known.
 */
export type AgentOutput =
  | { type: 'text'; text: string }
  | { type: 'operation'; operation: Operation }
  /** At most three messages that would probably do what was meant; each is one the agent understands. */
  | { type: 'suggestions'; suggestions: string[] }
  | { type: 'step' }
  | { type: 'usage'; inputTokens: number; outputTokens: number }

/**
 * Turns a message into operations and a reply. It has no power beyond that: it can't publish, link or reach the
 * network. The caller validates what it yields. It ends early when the signal is aborted.
 */
export type Agent = {
  /** The language model behind it, as `provider:name`; the built-in agent has none. */
  model: string | undefined
  run(context: AgentContext, signal: AbortSignal): AsyncGenerator<AgentOutput, void>
}

/** Why a run came to nothing, in a sentence for the person who asked; `details` are for the operator's log. */
export class AgentFailure extends Error {
  readonly details: object | undefined

  constructor(message: string, details?: object) {
    super(message)
    this.details = details
  }
}
