import { AsyncLocalStorage } from 'node:async_hooks'
import type { Tx } from '../database/database.ts'
import type { FieldChanges } from './changes.ts'
import type { AccessPath, ActorKind } from './words.ts'

export type Actor = {
  kind: ActorKind
  /** The user, or the key if it belongs to no user. */
  id: string | null
  keyId: string | null
  /** The language model of an agent run. */
  model?: string | null
}

/** The actor of an earlier request, by the key stored with it; null if the key no longer exists. */
export function actorOfKey(keyId: string | null): Actor {
  return keyId === null ? { kind: 'system', id: null, keyId } : { kind: 'key', id: keyId, keyId }
}

/** The actor and origin of a change: the request, command or job in whose transactions the audit log is written. */
export type Cause = {
  tenantId: string
  actor: Actor
  way: AccessPath
  action: string
  requestId: string | null
  address: string
  userAgent: string
  /** Ids in the path of the request; the last one is the object that it changes. */
  ids: string[]
  /** Whether the result is a new object. */
  creates: boolean
  input: object
  /** Fields of the input that are recorded without their values. */
  hidden: readonly string[]
  /** The command line of a command. */
  command?: string
  isRecorded: boolean
}

export const causes = new AsyncLocalStorage<Cause>()

/** Details of a change that the request doesn't contain. */
export type ChangeNote = {
  objectId?: string
  /** The name of the object at the time. */
  label?: string | null
  /** The object before; its fields are compared with those of the request. */
  before?: object
  /** Compared with `before` instead of the request. */
  after?: object
  /** Counts of a bulk operation, or other facts. */
  facts?: Record<string, string | number | boolean | null>
  changes?: FieldChanges
}

const notes = new WeakMap<Tx, ChangeNote>()

/** Adds to the row of the audit log that the current request or command writes with this transaction. */
export function noteChange(tx: Tx, note: ChangeNote): void {
  if (!causes.getStore()) return
  const earlier = notes.get(tx)
  const before = earlier?.before || note.before ? { before: { ...earlier?.before, ...note.before } } : {}
  notes.set(tx, { ...earlier, ...note, ...before })
}

export function noteOf(tx: Tx): ChangeNote | undefined {
  return notes.get(tx)
}

/** The actor of the current request, for work that is done later on their behalf. */
export function presentActor(): Actor | undefined {
  return causes.getStore()?.actor
}
