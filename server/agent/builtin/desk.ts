import type { Document } from '../../documents/schema.ts'
import { Problem } from '../../http/problem.ts'
import { AgentDesk, type Change } from '../desk.ts'
import { Refusal } from '../refusal.ts'
import type { BlockReference } from './blockSlots.ts'
import type { Reading } from './phrases.ts'
import type { Token } from './tokens.ts'

export type { Change } from '../desk.ts'

type Mark = {
  document: Document
  hash: string
  count: number
  mentioned: string | undefined
}

/** A desk that remembers what was spoken of, and can take back a wish that failed halfway. */
export class Desk extends AgentDesk {
  /** The block that was spoken of last: what “it” may mean. */
  mentioned: string | undefined
  /** The text of it that was spoken of, where it was one. */
  mentionedPath: string | undefined
  /** The version gone back to in this message. */
  restored: number | undefined
  /** Blocks already looked up in the words of a wish; patterns ask for the same ones again and again. */
  private lookups = new WeakMap<Token[], Map<number, Reading<BlockReference>[]>>()

  override change(change: Change) {
    super.change(change)
    this.mention('blockId' in change ? change.blockId : this.mentioned)
  }

  /** A change that does not matter where it changes nothing. */
  changeIfNeeded(change: Change): boolean {
    const count = this.operations.length
    try {
      this.change(change)
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof Problem)) throw error
    }
    return this.operations.length > count
  }

  known(tokens: Token[], at: number): Reading<BlockReference>[] | undefined {
    return this.lookups.get(tokens)?.get(at)
  }

  know(tokens: Token[], at: number, found: Reading<BlockReference>[]) {
    const places = this.lookups.get(tokens) ?? new Map()
    this.lookups.set(tokens, places.set(at, found))
  }

  /** Names the block that “it” means from now on. */
  mention(blockId: string | undefined, path?: string) {
    this.mentioned = blockId
    this.mentionedPath = path
    this.lookups = new WeakMap()
  }

  mark(): Mark {
    const { document, hash, mentioned } = this
    return { document, hash, mentioned, count: this.operations.length }
  }

  /** Takes back what was done since. */
  reset({ document, hash, mentioned, count }: Mark) {
    this.document = document
    this.hash = hash
    this.mention(mentioned)
    this.operations.length = count
  }
}
