import {
  isStepCount,
  type LanguageModel,
  type ModelMessage,
  type StepResult,
  streamText,
  type ToolSet,
} from 'ai'
import { type ModelConfig, modelName } from '../../config/modelConfig.ts'
import type { Agent, AgentContext, AgentOutput } from '../agent.ts'
import { mostSteps } from '../limits.ts'
import { WorkingDocument } from '../workingDocument.ts'
import { Facts } from './facts.ts'
import { toFailure } from './failure.ts'
import { nudge, withoutPreamble } from './honesty.ts'
import { Listener } from './listener.ts'
import { instructions, presentContext } from './prompt.ts'
import { openProvider } from './provider.ts'
import { makeTools, readingTools } from './tools.ts'

/** With the SDK's waits of 2, 4, 8 and 16 seconds, or those that the provider asks for, up to a minute each. */
const mostRetries = 4

/** Every step of a run begins with the same words; marked so, Anthropic's models read them once. */
const kept = { anthropic: { cacheControl: { type: 'ephemeral' } } } as const

/** The agent that asks a language model, which works with tools and answers in the same step. */
export async function openModelAgent(
  config: ModelConfig,
  { maxRetries = mostRetries, fetch }: { maxRetries?: number; fetch?: typeof globalThis.fetch } = {},
): Promise<Agent> {
  const model = await openProvider(config, fetch)
  return {
    model: modelName(config),
    run: (context, signal) => work(model, { ...config, maxRetries }, context, signal),
  }
}

async function* work(
  model: LanguageModel,
  { maxRetries, ...config }: ModelConfig & { maxRetries: number },
  context: AgentContext,
  signal: AbortSignal,
): AsyncGenerator<AgentOutput, void> {
  const working = new WorkingDocument(context)
  const facts = new Facts(context)
  const listener = new Listener(working)
  const tools = makeTools(working, facts, listener)
  const content = presentContext(context, facts, working.selected?.id)
  const messages: ModelMessage[] = [{ role: 'user', content, providerOptions: kept }]
  for (let isLast = false; !signal.aborted; isLast = true) {
    const result = streamText({
      model,
      instructions: { role: 'system', content: instructions, providerOptions: kept },
      messages,
      tools,
      // One after the other, in the order they were asked for: each change builds on the one before.
      toolCallConcurrency: 1,
      stopWhen: [isStepCount(mostSteps), ({ steps }) => listener.hearEnd(endsRun(steps.at(-1)))],
      maxRetries,
      abortSignal: signal,
      // Nothing of a page or its audience is kept with the provider.
      providerOptions: { openai: { store: false } },
      onError: () => {},
    })
    try {
      for await (const part of result.stream) yield* listener.hear(part)
      if (signal.aborted) return
      if (isLast || !listener.claimsInVain) break
      messages.push(...(await result.responseMessages), { role: 'user', content: nudge })
    } catch (error) {
      if (signal.aborted) return
      throw listener.fault ?? toFailure(error, config)
    }
  }
  if (!signal.aborted) yield* listener.end()
}

/**
 * Whether a step with calls was the last: all of them succeeded, none was to look something up, and the answer came with
 * them. A text that only announces what comes next is no answer.
 */
export function endsRun(
  step: Pick<StepResult<ToolSet>, 'content' | 'text' | 'toolCalls'> | undefined,
): boolean {
  if (!step || step.toolCalls.length === 0) return false
  if (step.content.some(({ type }) => type === 'tool-error')) return false
  if (step.toolCalls.some(({ toolName }) => readingTools.has(toolName))) return false
  return step.toolCalls.some(({ toolName }) => toolName === 'reply') || withoutPreamble(step.text) !== ''
}
