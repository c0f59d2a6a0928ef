import { applyOperation, type Document, hashDocument, type Operation } from '../../../document/index.ts'
import type { ModelConfig } from '../../config/modelConfig.ts'
import { type AgentContext, AgentFailure } from '../agent.ts'
import { type Instruction, instructions, scratchDocument } from './checkInstructions.ts'
import { openModelAgent } from './model.ts'

/** What a model made of one instruction on a scratch page. */
export type CheckResult = {
  instruction: string
  works: boolean
  /** Why not, in a sentence; empty when it works. */
  problem: string
  reply: string
  durationMs: number
  calls: number
  inputTokens: number
  outputTokens: number
}

export const mostInstructions = instructions.length

/** Tries a model with instructions, one after the other, each on a fresh scratch page. Nothing is stored. */
export async function* checkModel(
  config: ModelConfig,
  { most = mostInstructions, signal }: { most?: number; signal: AbortSignal },
): AsyncGenerator<CheckResult> {
  // Somebody waits for the result: four retries would take half a minute.
  const agent = await openModelAgent(config, { maxRetries: 1 })
  for (const instruction of instructions.slice(0, most)) {
    const began = performance.now()
    const result: CheckResult = {
      instruction: instruction.message,
      works: false,
      problem: '',
      reply: '',
      durationMs: 0,
      calls: 0,
      inputTokens: 0,
      outputTokens: 0,
    }
    let document = scratchDocument
    try {
      for await (const output of agent.run(contextFor(instruction), signal)) {
        if (output.type === 'operation') document = apply(document, output.operation)
        if (output.type === 'text') result.reply += output.text
        if (output.type === 'step') result.calls++
        if (output.type === 'usage') {
          result.inputTokens += output.inputTokens
          result.outputTokens += output.outputTokens
        }
      }
      result.problem = signal.aborted
        ? 'It took too long.'
        : (instruction.fault(document, result.reply) ?? '')
    } catch (error) {
      if (!(error instanceof AgentFailure)) throw error
      result.problem = error.message
    }
    result.works = result.problem === ''
    result.durationMs = Math.round(performance.now() - began)
    yield result
    if (signal.aborted) return
  }
}

function apply(document: Document, operation: Operation): Document {
  return applyOperation(document, { ...operation, documentHash: hashDocument(document) })
}

function contextFor({ message }: Instruction): AgentContext {
  return {
    message,
    document: scratchDocument,
    page: {
      pageId: 'scratch',
      name: 'Scratch page',
      title: 'Scratch page',
      pageType: 'custom',
      pageContext: '',
      actions: [],
    },
    brand: { name: 'Example', primaryColor: '#1f6f5c', font: 'inter' },
    audience: { audienceId: 'scratch', name: 'Everyone', supplementaryContext: null },
    person: undefined,
    account: undefined,
    notes: [],
    conversation: [],
    searchAssets: async () => [],
    readVersion: async () => undefined,
  }
}
