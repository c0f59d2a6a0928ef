import { hashDocument } from '../../documents/hash.ts'
import { type Metadata, patchMetadata } from '../../documents/metadata.ts'
import { applyOperation, type Operation, validateOperation } from '../../documents/operations.ts'
import type { Block, Document } from '../../documents/schema.ts'
import { Problem } from '../../http/problem.ts'
import type { AgentContext } from '../agent.ts'
import type { BlockReference } from './blockSlots.ts'
import { labelOf } from './label.ts'
import type { Reading } from './phrases.ts'
import { Refusal } from './refusal.ts'
import { readSelection, type Selection } from './selection.ts'
import type { Token } from './tokens.ts'

/** An operation without the hash, which the desk puts in. */
export type Change = Operation extends infer T ? (T extends unknown ? Omit<T, 'documentHash'> : never) : never

type Mark = {
  document: Document
  metadata: Metadata
  hash: string
  count: number
  mentioned: string | undefined
}

/** The page as it stands while a message is worked on: every change is tried here before anybody hears of it. */
export class Desk {
  readonly context: AgentContext
  readonly selection: Selection | undefined
  document: Document
  metadata: Metadata
  /** Done and not handed out yet. */
  operations: Operation[] = []
  /** The block that was spoken of last: what “it” may mean. */
  mentioned: string | undefined
  /** The text of it that was spoken of, where it was one. */
  mentionedPath: string | undefined
  /** The version gone back to in this message. */
  restored: number | undefined
  private hash: string
  /** Blocks already looked up in the words of a wish; patterns ask for the same ones again and again. */
  private lookups = new WeakMap<Token[], Map<number, Reading<BlockReference>[]>>()

  constructor(context: AgentContext) {
    this.context = context
    this.document = context.document
    this.metadata = context.metadata
    this.hash = hashDocument(context.document)
    this.selection = readSelection(context.selectedElement, context.document)
  }

  get blocks(): Block[] {
    return this.document.blocks
  }

  find(blockId: string | undefined): Block | undefined {
    return blockId === undefined ? undefined : this.blocks.find(({ id }) => id === blockId)
  }

  get selected(): Block | undefined {
    return this.find(this.selection?.blockId)
  }

  /** Applies a change, or throws why not. */
  change(change: Change) {
    this.refuseOutsideSelection(change)
    const operation = { ...change, documentHash: this.hash } as Operation
    if (operation.type === 'setMetadata') {
      validateOperation(operation)
      const metadata = patchMetadata(this.metadata, operation.metadata)
      if (JSON.stringify(metadata) === JSON.stringify(this.metadata))
        throw new Refusal('That is how it is already.')
      this.metadata = metadata
    } else {
      const document = applyOperation(this.document, operation)
      const hash = hashDocument(document)
      if (hash === this.hash) throw new Refusal('That is how it is already.')
      this.document = document
      this.hash = hash
    }
    this.operations.push(operation)
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
    const { document, metadata, hash, mentioned } = this
    return { document, metadata, hash, mentioned, count: this.operations.length }
  }

  /** Takes back what was done since. */
  reset({ document, metadata, hash, mentioned, count }: Mark) {
    this.document = document
    this.metadata = metadata
    this.hash = hash
    this.mention(mentioned)
    this.operations.length = count
  }

  /** What was pointed at is all that may change; something new may only be put beside it. */
  private refuseOutsideSelection(change: Change) {
    if (!this.selection) return
    const selected = this.selected
    if (!selected) throw new Refusal('What you selected is no longer there, so I change nothing else.')
    const name = labelOf(selected, this.document)
    if (change.type === 'setTheme' || change.type === 'setMetadata')
      throw new Refusal(
        `You selected ${name}, and this would change the whole page. Ask again with nothing selected.`,
      )
    const place = this.blocks.indexOf(selected)
    const above = this.blocks[place - 1]?.id ?? null
    if (change.type === 'addBlock') {
      if (change.afterId === selected.id || change.afterId === above) return
      throw new Refusal(`You selected ${name}, so I add nothing elsewhere.`)
    }
    if (change.blockId !== selected.id)
      throw new Refusal(
        `You selected ${name}, so I left ${labelOf(this.find(change.blockId), this.document)} as it is.`,
      )
  }
}
