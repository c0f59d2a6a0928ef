import { generateText } from 'ai'
import { applyOperation, type Document, hashDocument, type Operation } from '../../../document/index.ts'
import type { Config } from '../../config/config.ts'
import type { ModelConfig } from '../../config/modelConfig.ts'
import { type Agent, type AgentContext, AgentFailure } from '../agent.ts'
import { type CheckName, checkNames } from '../setup/checkNames.ts'
import { findLocalModel } from '../setup/discover.ts'
import { costOf, findListedContext, findPrice } from '../setup/prices.ts'
import { type Instruction, instructions } from './checkInstructions.ts'
import { toFailure } from './failure.ts'
import { openModelAgent } from './model.ts'
import { openProvider } from './provider.ts'

/** The result of one instruction on a scratch page. */
export type CheckResult = {
  check: CheckName
  title: string
  instruction: string
  works: boolean
  /** Why it failed, in a sentence; empty if it worked. */
  problem: string
  reply: string
  durationMs: number
  calls: number
  inputTokens: number
  outputTokens: number
  /** In US dollars; null if the price is unknown. */
  cost: number | null
  /** The share of the context window that was used; null if its size is unknown. */
  contextUsed: number | null
}

export type CheckOptions = {
  /** The time limit of each check. */
  limitMs: number
  settings: Pick<Config, 'localPorts' | 'modelPrices'>
  only?: CheckName
  signal?: AbortSignal
}

/**
 * Checks a model with one instruction after the other, each on a new scratch page. Nothing is stored. If the model
 * doesn't answer at all, the other checks are skipped.
 */
export async function* checkModel(
  config: ModelConfig,
  { limitMs, settings, only, signal = new AbortController().signal }: CheckOptions,
): AsyncGenerator<CheckResult> {
  for (const check of only ? [only] : checkNames) {
    const result = blankResult(check, config)
    const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
    const began = performance.now()
    try {
      result.problem = await carryOut(config, result, limit)
      if (limit.aborted) result.problem = 'It took too long.'
    } catch (error) {
      if (!(error instanceof AgentFailure)) throw error
      result.problem = error.message
    }
    result.durationMs = Math.round(performance.now() - began)
    await addFacts(config, settings, result)
    result.works = result.problem === ''
    yield result
    if (signal.aborted || (check === 'answers' && !result.works)) return
  }
}

function blankResult(check: CheckName, { apiKey }: ModelConfig): CheckResult {
  const answers = { title: apiKey ? 'The key is good' : 'Answers', message: 'Answer with the word "ready".' }
  const { title, message } = instructions.find((one) => one.check === check) ?? answers
  return {
    check,
    title,
    instruction: message,
    works: false,
    problem: '',
    reply: '',
    durationMs: 0,
    calls: 0,
    inputTokens: 0,
    outputTokens: 0,
    cost: null,
    contextUsed: null,
  }
}

/** Returns what went wrong; empty if nothing did. */
async function carryOut(config: ModelConfig, result: CheckResult, signal: AbortSignal): Promise<string> {
  const instruction = instructions.find(({ check }) => check === result.check)
  if (!instruction) return await askForAnswer(config, result, signal)
  // A person waits for the result, and four retries would take half a minute.
  const agent = await openModelAgent(config, { maxRetries: 1 })
  const document = await runOn(agent, instruction, result, signal)
  return instruction.fault(document, result.reply) ?? ''
}

async function askForAnswer(config: ModelConfig, result: CheckResult, signal: AbortSignal): Promise<string> {
  const model = await openProvider(config)
  result.calls = 1
  try {
    const prompt = result.instruction
    const { text, usage } = await generateText({ model, prompt, maxRetries: 1, abortSignal: signal })
    result.reply = text
    result.inputTokens = usage.inputTokens ?? 0
    result.outputTokens = usage.outputTokens ?? 0
    return text.trim() || result.outputTokens > 0 ? '' : 'It returned an empty answer.'
  } catch (error) {
    if (signal.aborted) return 'It took too long.'
    throw toFailure(error, config)
  }
}

async function runOn(
  agent: Agent,
  instruction: Instruction,
  result: CheckResult,
  signal: AbortSignal,
): Promise<Document> {
  let document = instruction.page
  for await (const output of agent.run(contextFor(instruction), signal)) {
    if (output.type === 'operation') document = apply(document, output.operation)
    if (output.type === 'text') result.reply += output.text
    if (output.type === 'step') result.calls++
    if (output.type === 'usage') {
      result.inputTokens += output.inputTokens
      result.outputTokens += output.outputTokens
    }
  }
  return document
}

/** The model is loaded by now, so a server on this machine reports the size of its context. */
async function addFacts(config: ModelConfig, settings: CheckOptions['settings'], result: CheckResult) {
  const local = await findLocalModel(config, settings.localPorts)
  const price = findPrice(config, settings.modelPrices, local?.runsElsewhere)
  result.cost = price ? costOf(result, price) : null
  if (result.check !== 'length') return
  const contextTokens = local?.contextTokens ?? findListedContext(config)
  const tokens = result.inputTokens / Math.max(result.calls, 1)
  result.contextUsed = contextTokens ? Math.min(tokens / contextTokens, 1) : null
  const isFull = result.contextUsed !== null && result.contextUsed > 0.97
  if (isFull || /too long/.test(result.problem))
    result.problem = `A long page is too long for its context${contextTokens ? ` of ${contextTokens.toLocaleString('en')} tokens` : ''}. Give the model a larger one, or choose another.`
}

function apply(document: Document, operation: Operation): Document {
  return applyOperation(document, { ...operation, documentHash: hashDocument(document) })
}

function contextFor({ message, page, notes = [] }: Instruction): AgentContext {
  return {
    message,
    document: page,
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
    notes,
    conversation: [],
    searchAssets: async () => [],
    readVersion: async () => undefined,
  }
}
