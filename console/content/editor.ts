import { canonicalJson } from '../../shared/canonicalJson.ts'
import { applyChange, ChangeError, invertChange } from '../../shared/changes.ts'
import { isTransient, ProblemError } from '../api/problem.ts'
import type { Block, Change, Document } from '../documents/document.ts'
import type { UnsavedStore } from './unsaved.ts'

/*
 * The editor of a document. Changes are shown at once and saved in the background, one request at a time.
 *
 *   saved --(edit)--> unsaved --(1 s without an edit)--> saving --(response)--> saved, or unsaved if edits came meanwhile
 *   saving --(no response)--> failed --(1 to 5 s)--> saving
 *   saving --(412)--> saved, if the stored document is what was sent: only the response was lost
 *                 \-> conflict --(keep mine)--> saving, on top of theirs
 *                             \--(take theirs)--> saved
 *
 * Unsaved edits are also kept in the browser's storage, so that a reload or a crash loses nothing.
 */

export type SavedDocument = { document: Document; hash: string; revision: number }
export type RemoteDocument = SavedDocument & { madeBy: string | null }

/** How a document is loaded and saved. */
export type Transport = {
  load: () => Promise<RemoteDocument>
  save: (changes: Change[], hash: string, after: Document) => Promise<{ hash: string; revision: number }>
  /** Saves only on request, as each save of an audience's page creates a version. */
  isManual?: boolean
}

export type SaveState =
  | { kind: 'saved'; at: number | undefined }
  | { kind: 'unsaved' | 'saving' }
  | { kind: 'failed'; error: unknown; retryAt: number | undefined }
  | { kind: 'conflict'; theirs: RemoteDocument }

export type EditorState = {
  document: Document
  revision: number
  save: SaveState
  canUndo: boolean
  canRedo: boolean
}

/** An undo step: its changes, and those that revert it. */
type UndoStep = { changes: Change[]; inverses: Change[]; key: string | undefined; at: number }

const saveAfterMs = 1_000
/** Edits of the same text within this time are one step. */
const sameStepMs = 1_500
const mostSteps = 500
const retryPausesMs = [1_000, 2_000, 5_000]

export class DocumentEditor {
  private readonly transport: Transport
  private readonly store: UnsavedStore
  private readonly listeners = new Set<() => void>()
  /** The newest document known to be stored. */
  private base: SavedDocument
  private document: Document
  private sending: Change[] = []
  private pending: Change[] = []
  private undoSteps: UndoStep[] = []
  private redoSteps: UndoStep[] = []
  private save: SaveState = { kind: 'saved', at: undefined }
  private timer: ReturnType<typeof setTimeout> | undefined
  private failures = 0
  private onRefused: (error: ProblemError) => void = () => {}
  /** Replaced by a new object after every change, as `useSyncExternalStore` compares by identity. */
  state: EditorState

  constructor(transport: Transport, loaded: SavedDocument, store: UnsavedStore) {
    this.transport = transport
    this.store = store
    this.base = loaded
    this.document = loaded.document
    for (const change of store.read()) this.pending.push(...this.apply(change))
    this.state = this.describe()
    if (this.pending.length === 0) return
    this.save = { kind: 'unsaved' }
    this.state = this.describe()
    this.scheduleSave(0)
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  getState = () => this.state

  /** Registers a callback for changes that the service rejects and the editor reverts. */
  onRejected(run: (error: ProblemError) => void) {
    this.onRefused = run
  }

  /**
   * Applies changes as one undo step. Steps with the same key in quick succession are merged; with `isOneStep`, all
   * with the same key are, and a step whose edits cancel out is dropped.
   */
  change(changes: Change[], key?: string, { isOneStep = false } = {}) {
    const step = this.applyStep(changes, key)
    if (step.changes.length === 0) return
    const last = this.undoSteps.at(-1)
    if (key !== undefined && last?.key === key && (isOneStep || step.at - last.at < sameStepMs)) {
      last.changes = joinChanges([...last.changes, ...step.changes])
      last.inverses = joinChanges([...step.inverses, ...last.inverses])
      last.at = step.at
      if (isOneStep && canonicalJson(last.changes) === canonicalJson(last.inverses)) this.undoSteps.pop()
    } else this.undoSteps = [...this.undoSteps, step].slice(-mostSteps)
    this.redoSteps = []
    this.changed()
  }

  undo() {
    const step = this.undoSteps.pop()
    if (step) this.revertStep(step, this.redoSteps)
  }

  redo() {
    const step = this.redoSteps.pop()
    if (step) this.revertStep(step, this.undoSteps)
  }

  private revertStep(step: UndoStep, onto: UndoStep[]) {
    const back = this.applyStep(step.inverses, undefined)
    if (back.changes.length > 0) onto.push(back)
    this.changed()
  }

  /** Receives a newer revision by another user. Without unsaved changes, it is shown at once. */
  receiveRemote(theirs: RemoteDocument) {
    // Other sittings always create a new revision, so an equal or older number was read before the last save.
    if (theirs.revision <= this.base.revision || this.sending.length > 0) return
    if (this.pending.length > 0) this.setSave({ kind: 'conflict', theirs })
    else this.takeTheirs(theirs)
  }

  keepMine() {
    if (this.save.kind !== 'conflict') return
    this.base = this.save.theirs
    this.rebuild()
    this.setSave({ kind: 'unsaved' })
    void this.flush()
  }

  takeTheirs(
    theirs: RemoteDocument | undefined = this.save.kind === 'conflict' ? this.save.theirs : undefined,
  ) {
    if (!theirs) return
    this.base = theirs
    this.pending = []
    this.document = theirs.document
    this.undoSteps = []
    this.redoSteps = []
    this.setSave({ kind: 'saved', at: Date.now() })
  }

  /** Saves pending changes and waits for the response; false if they could not be saved. */
  async saveAndWait(): Promise<boolean> {
    await this.flush()
    if (this.sending.length > 0)
      await new Promise<void>((resolve) => {
        const stop = this.subscribe(() => {
          if (this.sending.length > 0) return
          stop()
          resolve()
        })
      })
    // Edits made during the request.
    if (this.pending.length > 0 && this.save.kind === 'unsaved') return await this.saveAndWait()
    return this.save.kind === 'saved'
  }

  /** Saves pending changes without waiting for the pause in typing. */
  async flush(): Promise<void> {
    clearTimeout(this.timer)
    if (this.sending.length > 0 || this.save.kind === 'conflict') return
    if (this.pending.length === 0) return this.setSave({ kind: 'saved', at: Date.now() })
    this.sending = joinChanges(this.pending)
    this.pending = []
    this.setSave({ kind: 'saving' })
    try {
      await this.send()
    } catch (error) {
      await this.failed(error)
    }
  }

  private async send() {
    const after = this.sending.reduce(applyFitting, this.base.document)
    const { hash, revision } = await this.transport.save(this.sending, this.base.hash, after)
    this.sent(hash, revision)
  }

  private sent(hash: string, revision: number) {
    this.base = { document: this.sending.reduce(applyFitting, this.base.document), hash, revision }
    this.sending = []
    this.failures = 0
    this.setSave(this.pending.length > 0 ? { kind: 'unsaved' } : { kind: 'saved', at: Date.now() })
    if (this.pending.length > 0) this.scheduleSave(saveAfterMs)
  }

  private async failed(error: unknown): Promise<void> {
    if (error instanceof ProblemError && error.status === 412) return await this.resolveStale(error)
    if (error instanceof ProblemError && error.status === 400) return await this.dropRejected(error)
    this.pending = [...this.sending, ...this.pending]
    this.sending = []
    if (!isTransient(error) && !(error instanceof ProblemError && error.status === 429))
      return this.setSave({ kind: 'failed', error, retryAt: undefined })
    const pause = retryPausesMs[Math.min(this.failures++, retryPausesMs.length - 1)] ?? saveAfterMs
    this.scheduleSave(pause)
    this.setSave({ kind: 'failed', error, retryAt: this.transport.isManual ? undefined : Date.now() + pause })
  }

  private async resolveStale(error: ProblemError): Promise<void> {
    const theirs = await this.transport.load().catch(() => undefined)
    if (!theirs) return await this.failed(new ProblemError({ status: 0, title: error.title }))
    const sent = this.sending.reduce(applyFitting, this.base.document)
    if (canonicalJson(sent) === canonicalJson(theirs.document)) return this.sent(theirs.hash, theirs.revision)
    this.pending = [...this.sending, ...this.pending]
    this.sending = []
    this.setSave({ kind: 'conflict', theirs })
  }

  /**
   * Finds the rejected change by sending changes one by one, and merged ones prop by prop, so that only the invalid
   * one is dropped.
   */
  private async dropRejected(error: ProblemError): Promise<void> {
    const [only, ...others] = this.sending
    const [first, ...rest] = only && others.length === 0 ? splitChange(only) : this.sending
    if (rest.length > 0 && first) {
      this.sending = [first]
      this.pending = [...rest, ...this.pending]
      try {
        await this.send()
      } catch (again) {
        await this.failed(again)
      }
      if (this.save.kind === 'unsaved') await this.flush()
      return
    }
    this.sending = []
    this.rebuild()
    this.setSave(this.pending.length > 0 ? { kind: 'unsaved' } : { kind: 'saved', at: Date.now() })
    this.onRefused(error)
    if (this.pending.length > 0) this.scheduleSave(0)
  }

  private rebuild() {
    this.document = this.base.document
    this.pending = this.pending.flatMap((change) => this.apply(change))
  }

  private applyStep(changes: Change[], key: string | undefined): UndoStep {
    const step: UndoStep = { changes: [], inverses: [], key, at: Date.now() }
    for (const change of changes) {
      const before = this.document
      const done = this.apply(change)
      step.changes.push(...done)
      step.inverses.unshift(...done.map((one) => invertChange<Block>(before, one)))
    }
    this.pending.push(...step.changes)
    return step
  }

  /** Applies a change to the document and returns it; empty if it doesn't apply. */
  private apply(change: Change): Change[] {
    const after = applyFitting(this.document, change)
    if (after === this.document) return []
    this.document = after
    return [change]
  }

  private changed() {
    if (this.save.kind !== 'conflict') {
      if (this.save.kind !== 'saving') this.save = { kind: 'unsaved' }
      this.scheduleSave(saveAfterMs)
    }
    this.tell()
  }

  private setSave(save: SaveState) {
    this.save = save
    this.tell()
  }

  private scheduleSave(pauseMs: number) {
    clearTimeout(this.timer)
    if (this.transport.isManual) return
    this.timer = setTimeout(() => void this.flush(), pauseMs)
  }

  private tell() {
    this.keepUnsaved()
    this.state = this.describe()
    for (const listener of this.listeners) listener()
  }

  private describe(): EditorState {
    return {
      document: this.document,
      revision: this.base.revision,
      save: this.save,
      canUndo: this.undoSteps.length > 0,
      canRedo: this.redoSteps.length > 0,
    }
  }

  private keepUnsaved() {
    this.store.write(joinChanges([...this.sending, ...this.pending]))
  }
}

function applyFitting(document: Document, change: Change): Document {
  try {
    return applyChange<Block, Document>(document, change)
  } catch (error) {
    if (error instanceof ChangeError || error instanceof TypeError) return document
    throw error
  }
}

/** Merges consecutive changes of the same text, so that typing is sent once and not letter by letter. */
function joinChanges(changes: Change[]): Change[] {
  const joined: Change[] = []
  for (const change of changes) {
    const last = joined.at(-1)
    const both = last && joinTwo(last, change)
    if (both) joined[joined.length - 1] = both
    else joined.push(change)
  }
  return joined
}

/** Splits a change of several props into one change per prop. */
function splitChange(change: Change): Change[] {
  if (change.type !== 'updateBlock' && change.type !== 'updateItem') return [change]
  const props = Object.entries(change.props)
  if (props.length < 2) return [change]
  return props.map(([name, value], place) =>
    // Other parts of the change go with the first prop.
    place === 0 || change.type === 'updateItem'
      ? { ...change, props: { [name]: value } }
      : { type: 'updateBlock', blockId: change.blockId, props: { [name]: value } },
  )
}

function joinTwo(first: Change, second: Change): Change | undefined {
  if (first.type === 'updateBlock' && second.type === 'updateBlock' && first.blockId === second.blockId)
    return { ...first, ...second, props: { ...first.props, ...second.props } }
  if (
    first.type === 'updateItem' &&
    second.type === 'updateItem' &&
    first.blockId === second.blockId &&
    first.list === second.list &&
    first.itemId === second.itemId
  )
    return { ...second, props: { ...first.props, ...second.props } }
  if (first.type === 'setTheme' && second.type === 'setTheme')
    return { type: 'setTheme', theme: { ...first.theme, ...second.theme } }
  return undefined
}
