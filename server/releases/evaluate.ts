import { hash } from 'node:crypto'
import {
  type Block,
  completeDocument,
  type Decision,
  type Document,
  type Facts,
  fillForAudience,
  hashPart,
  joinHashes,
  type MergeConflict,
  mergeDocuments,
  movedIds,
} from '../../document/index.ts'
import { canonicalJson } from '../../shared/canonicalJson.ts'
import { type CheckedPage, findBlockers } from '../versions/blockers.ts'
import { listNewSources, type NamedSource } from '../versions/sources.ts'
import type { ConflictPolicy } from './choices.ts'

/**
 * The page that many audiences are compared with. Documents are JSON text, because parsing is most of the work and
 * happens in the thread.
 */
export type Evaluation = {
  /** The page's document to release; undefined when drafts are published unchanged. */
  base: string | undefined
  /** Facts shared by all audiences of the page. */
  facts: Pick<Facts, 'brand' | 'page'>
  page: Pick<CheckedPage, 'actions' | 'headerActionId'>
  policy: ConflictPolicy
  /** By hash. */
  documents: Record<string, string>
  subjects: ReleaseSubject[]
}

/** An audience: the version a release starts from, the base of that version, and the published version. */
export type ReleaseSubject = {
  audienceId: string
  facts: Pick<Facts, 'person' | 'account'>
  actionUrlOverride: string | null
  documentHash: string
  baseHash: string
  publishedHash: string
  decisions: StoredDecision[]
}

export type StoredDecision = { conflictId: string; sidesHash: string; decision: Decision }

export type NotedConflict = MergeConflict & { sidesHash: string }

export type StoredJson = { hash: string; json: string }

export type EvaluatedSubject = {
  audienceId: string
  /** Ignores decisions: `conflicts` if any decision is required. */
  state: 'current' | 'behind' | 'conflicts'
  /** The page's current document with the placeholders filled in for the audience. */
  base: StoredJson
  /** The document that the release would publish. */
  result: StoredJson
  /** Parts that both sides changed, with the side that the policy takes. */
  conflicts: NotedConflict[]
  /** How many of them the policy leaves undecided. */
  undecided: number
  /** How much the result differs from the version it starts from. */
  changes: number
  changedBlocks: string[]
  isPersonalised: boolean
  blockers: string[]
  newSources: NamedSource[]
}

export function evaluateAll(evaluation: Evaluation): EvaluatedSubject[] {
  const read = openDocuments(evaluation.documents)
  const base = evaluation.base === undefined ? undefined : parse(evaluation.base)
  return evaluation.subjects.map((subject) => evaluate(evaluation, base, subject, read))
}

type ReadDocument = (hash: string) => Document

function evaluate(
  evaluation: Evaluation,
  page: Document | undefined,
  subject: ReleaseSubject,
  read: ReadDocument,
): EvaluatedSubject {
  const document = read(subject.documentHash)
  const was = read(subject.baseHash)
  const isPersonalised = subject.documentHash !== subject.baseHash
  const base = page ? fillForAudience(page, { ...evaluation.facts, ...subject.facts }) : was
  // Documents from before list items had ids get them when they are read, so their stored hash is outdated.
  const baseHash = page ? hashOf(base) : subject.baseHash
  const isCurrent = baseHash === subject.baseHash || baseHash === hashOf(was)
  const { result, conflicts, undecided } = isCurrent
    ? { result: document, conflicts: [], undecided: 0 }
    : merge(evaluation.policy, subject, { was, base, audience: document })
  const isOpen = conflicts.some(({ isLocked }) => !isLocked)
  return {
    audienceId: subject.audienceId,
    state: isCurrent ? 'current' : isOpen ? 'conflicts' : 'behind',
    base: isCurrent ? { hash: subject.baseHash, json: '' } : { hash: baseHash, json: JSON.stringify(base) },
    result: isCurrent
      ? { hash: subject.documentHash, json: '' }
      : { hash: hashOf(result), json: JSON.stringify(result) },
    conflicts: conflicts.map(({ isLocked: _, ...conflict }) => conflict),
    undecided,
    changes: isCurrent ? 0 : countChanges(document, result),
    changedBlocks: isPersonalised ? changedBlocks(was, document) : [],
    isPersonalised,
    ...check(evaluation, subject, result, read(subject.publishedHash)),
  }
}

type Merged = {
  result: Document
  conflicts: (NotedConflict & { isLocked: boolean })[]
  undecided: number
}

function merge(
  policy: ConflictPolicy,
  { documentHash, baseHash, decisions }: ReleaseSubject,
  sides: { was: Document; base: Document; audience: Document },
): Merged {
  // An unedited audience gets exactly the page's document.
  if (documentHash === baseHash) return { result: sides.base, conflicts: [], undecided: 0 }
  const asked = new Set<string>()
  let undecided = 0
  const { document: result, conflicts } = mergeDocuments(sides, (conflict) => {
    asked.add(conflict.conflictId)
    if (policy === 'keep' || policy === 'take') return policy
    const found =
      policy === 'decided' && decisions.find(({ conflictId }) => conflictId === conflict.conflictId)
    return found && found.sidesHash === hashSides(conflict) ? found.decision : 'keep'
  })
  const noted = conflicts.map((conflict) => {
    const sidesHash = hashSides(conflict)
    // In locked blocks the page's side wins without a decision. A page over the size limit can't be resolved by a
    // decision.
    const isLocked = !asked.has(conflict.conflictId) && conflict.place.part !== 'size'
    const { decision } =
      decisions.find((one) => one.conflictId === conflict.conflictId && one.sidesHash === sidesHash) ?? {}
    const made = policy === 'decided' ? decision : policy === 'skip' ? undefined : policy
    // If the document with both changes is too large, the only possible decision is `keep`.
    const isSettled = conflict.place.part === 'size' ? made === 'keep' : made !== undefined
    if (!isLocked && !isSettled) undecided++
    return { ...conflict, sidesHash, isLocked }
  })
  return { result, conflicts: noted, undecided }
}

/** A decision applies as long as both sides of the conflict are unchanged. */
function hashSides({ was = null, base = null, audience = null }: MergeConflict): string {
  return hash('sha256', canonicalJson([was, base, audience]))
}

function check(evaluation: Evaluation, subject: ReleaseSubject, result: Document, published: Document) {
  const { actionUrlOverride } = subject
  return {
    blockers: findBlockers(result, { ...evaluation.page, actionUrlOverride }).map(({ message }) => message),
    newSources: listNewSources(result, published, hashOfPart),
  }
}

/** Counts added, removed, changed and moved blocks; theme and metadata count as one each. */
function countChanges(before: Document, after: Document): number {
  const blocks = new Map(before.blocks.map((block) => [block.id, block]))
  const kept = new Set(after.blocks.map(({ id }) => id).filter((id) => blocks.has(id)))
  const moved = movedIds(
    before.blocks.map(({ id }) => id).filter((id) => kept.has(id)),
    after.blocks.map(({ id }) => id).filter((id) => kept.has(id)),
  )
  const changed = after.blocks.filter((block) => {
    const old = blocks.get(block.id)
    return !old || moved.has(block.id) || hashOfPart(old) !== hashOfPart(block)
  })
  const others = [
    canonicalJson(before.theme) !== canonicalJson(after.theme),
    metadataOf(before) !== metadataOf(after),
  ]
  return changed.length + (before.blocks.length - kept.size) + others.filter(Boolean).length
}

function metadataOf({ metadata = {} }: Document): string {
  return canonicalJson(metadata)
}

const partHashes = new WeakMap<object, string>()

/** Blocks without placeholders are the same object for every audience, so each is hashed once. */
function hashOfPart(part: Document['theme'] | Block | NonNullable<Document['metadata']>): string {
  let known = partHashes.get(part)
  if (known === undefined) {
    known = hashPart(part)
    partHashes.set(part, known)
  }
  return known
}

/** The hash of a document, equal to `hashDocument`. */
function hashOf({ theme, blocks, metadata }: Document): string {
  return joinHashes(hashOfPart(theme), blocks.map(hashOfPart), metadata && hashOfPart(metadata))
}

/** The blocks of the page that the audience changed or removed. */
function changedBlocks(was: Document, document: Document): string[] {
  const blocks = new Map(document.blocks.map((block) => [block.id, block]))
  return was.blocks
    .filter((block) => {
      const mine = blocks.get(block.id)
      return !mine || contentOf(mine) !== contentOf(block)
    })
    .map(({ id }) => id)
}

/** The visible content of a block: everything but its sources. */
function contentOf({ sources: _, ...block }: Block): string {
  return canonicalJson(block)
}

/** Caches parsed documents: most audiences share them, or use one in several roles. */
function openDocuments(texts: Record<string, string>): ReadDocument {
  const parsed = new Map<string, Document>()
  return (hash) => {
    const known = parsed.get(hash)
    if (known) return known
    const text = texts[hash]
    if (text === undefined) throw new Error(`the document ${hash} was not given`)
    const document = parse(text)
    parsed.set(hash, document)
    return document
  }
}

function parse(text: string): Document {
  return completeDocument(JSON.parse(text) as Document)
}
