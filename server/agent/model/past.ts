import { findRedo, findUndo, type PastVersion } from '../../../builtin-agent/history.ts'
import { Refusal } from '../../../builtin-agent/refusal.ts'
import { restore } from '../restore.ts'
import type { WorkingDocument } from '../workingDocument.ts'
import { describeChanges } from './changes.ts'
import type { Guard } from './guard.ts'
import { presentDocument, toJson } from './prompt.ts'

/** Undo, redo and restoring versions within one run; each step starts from the result of the last one. */
export class Past {
  readonly #working: WorkingDocument
  readonly #guard: Guard
  readonly #history: PastVersion[]

  constructor(working: WorkingDocument, guard: Guard) {
    this.#working = working
    this.#guard = guard
    this.#history = [...(working.context.history ?? [])]
  }

  async undo(): Promise<string> {
    const target = findUndo(this.#history)
    if (!target) throw new Refusal('There is nothing to undo: this is the first version.')
    return await this.#goTo(target)
  }

  async redo(): Promise<string> {
    const target = findRedo(this.#history)
    if (!target) throw new Refusal('There is nothing to redo: nothing was undone since the last change.')
    return await this.#goTo(target)
  }

  async restore(number: unknown): Promise<string> {
    const { history = [] } = this.#working.context
    const target = history.find(({ versionNumber }) => versionNumber === Number(number))
    if (!target) throw new Refusal(`Version not found. There are ${numbersOf(history)}.`)
    return await this.#goTo(target)
  }

  async #goTo(target: PastVersion): Promise<string> {
    this.#guard.checkGoingBack()
    const { versionNumber } = target
    const document = await this.#working.context.readVersion(versionNumber)
    if (!document) throw new Refusal('That version can’t be read any more.')
    const { document: before } = this.#working
    restore(document, versionNumber, this.#working)
    this.#history.push(target)
    const { document: after } = this.#working
    return `As in version ${versionNumber}.\n${describeChanges(before, after)}\n${toJson(presentDocument(after))}`
  }
}

function numbersOf(history: readonly PastVersion[]): string {
  return history.length > 0
    ? `the versions ${history.map(({ versionNumber }) => versionNumber).join(', ')}`
    : 'no earlier versions'
}
