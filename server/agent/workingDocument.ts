import { labelOf } from '../../builtin-agent/label.ts'
import { AlreadySo, Refusal } from '../../builtin-agent/refusal.ts'
import { readSelection, type Selection } from '../../builtin-agent/selection.ts'
import {
  agentMetadata,
  applyOperation,
  type Block,
  type Change,
  completeBlock,
  type Document,
  findLocked,
  hashDocument,
  type Metadata,
  type Operation,
} from '../../document/index.ts'
import type { AgentContext } from './agent.ts'

export type { Change } from '../../document/index.ts'

/** The page while a message is processed: every change is applied here before it is returned. */
export class WorkingDocument {
  readonly context: AgentContext
  /** The selection; undefined if there is none, or it is no longer on the page. */
  readonly selection: Selection | undefined
  document: Document
  /** Applied but not yet returned. */
  operations: Operation[] = []
  protected hash: string

  constructor(context: AgentContext) {
    this.context = context
    this.document = context.document
    this.hash = hashDocument(context.document)
    const selection = readSelection(context.selectedElement, context.document)
    this.selection = this.find(selection?.blockId) && selection
  }

  /** Metadata that override those of the page. */
  get metadata(): Metadata {
    return this.document.metadata ?? {}
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

  /** Applies a change, or throws the reason why it can't. */
  change(change: Change) {
    this.refuseOutsideSelection(change)
    refuseOtherMetadata(change)
    this.refuseLocked(change)
    const complete = change.type === 'addBlock' ? { ...change, block: completeBlock(change.block) } : change
    const operation = { ...complete, documentHash: this.hash } as Operation
    const document = applyOperation(this.document, operation)
    const hash = hashDocument(document)
    if (hash === this.hash) throw new AlreadySo('That is how it is already.')
    this.document = document
    this.hash = hash
    this.operations.push(operation)
  }

  private refuseLocked(change: Change) {
    const locked = findLocked(this.document, change)
    if (locked)
      throw new Refusal(`The page has locked ${labelOf(locked, this.document)}, so it stays as it is here.`)
    if (change.type === 'updateBlock' && change.locked !== undefined)
      throw new Refusal('Blocks are locked in the content of the page, not for one audience.')
  }

  /** Only the selection may change; new blocks may only be added beside it. */
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

function refuseOtherMetadata(change: Change) {
  if (change.type !== 'setMetadata') return
  const allowed: readonly string[] = agentMetadata
  const other = Object.keys(change.metadata).find((field) => !allowed.includes(field))
  if (other) throw new Refusal(`${other} can be changed in the settings of the page, not by an agent.`)
}
