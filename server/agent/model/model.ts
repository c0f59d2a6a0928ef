import { type LanguageModel, type ModelMessage, type StepResult, streamText, type ToolSet } from 'ai'
import { type ModelConfig, modelName } from '../../config/modelConfig.ts'
import { type Agent, type AgentContext, AgentFailure, type AgentOutput } from '../agent.ts'
import { mostResumptions, mostSteps } from '../limits.ts'
import { WorkingDocument } from '../workingDocument.ts'
import { NumberedFacts } from './facts.ts'
import { isBroken, toFailure } from './failure.ts'
import { layOut, needsShortForm } from './fit.ts'
import { nudge, withoutPreamble } from './honesty.ts'
import { ModelListener } from './listener.ts'
import { openProvider } from './provider.ts'
import { readText } from './readText.ts'
import { shortInputs } from './schemas.ts'
import { makeTools, readingTools } from './tools.ts'

/** The SDK waits 2, 4, 8 and 16 seconds between them, or as long as the provider asks, up to a minute each. */
const mostRetries = 4

/** Anthropic's models cache the prompt up to here for the next step and the next message. */
const kept = { anthropic: { cacheControl: { type: 'ephemeral' } } } as const

const callAgain =
  'Your call was written as text and could not be read. Make it again with the tools that you have; write no tags or JSON.'

type ModelOptions = ModelConfig & { maxRetries: number }

/** An agent that calls a language model, which uses tools and answers in the same step. */
export async function openModelAgent(
  config: ModelConfig,
  { maxRetries = mostRetries, fetch }: { maxRetries?: number; fetch?: typeof globalThis.fetch } = {},
): Promise<Agent> {
  const model = readText(await openProvider(config, fetch))
  return {
    model: modelName(config),
    run: (context, signal) => work(model, { ...config, maxRetries }, context, signal),
  }
}

async function* work(
  model: LanguageModel,
  config: ModelOptions,
  context: AgentContext,
  signal: AbortSignal,
): AsyncGenerator<AgentOutput, void> {
  const listener = new ModelListener(new WorkingDocument(context))
  const { messages, ...opening } = open(context, config, listener)
  const asked = { nudge: 0, callAgain: 0, resumption: 0 }
  for (let step = 1; !signal.aborted; step++) {
    if (step > mostSteps)
      throw new AgentFailure(`The agent did not finish within ${mostSteps} steps. Ask for less at a time.`)
    const result = streamText({
      model,
      ...opening,
      messages,
      // Sequential, in the order of the calls: each change is based on the one before.
      toolCallConcurrency: 1,
      maxRetries: config.maxRetries,
      abortSignal: signal,
      // The provider stores nothing about a page or its audience.
      providerOptions: { openai: { store: false } },
      onError: () => {},
    })
    const error = yield* readStream(result.stream, listener)
    if (signal.aborted) return
    if (error || listener.isCut) {
      if (listener.fault) throw listener.fault
      if (error && !isBroken(error)) throw toFailure(error, config)
      if (++asked.resumption <= mostResumptions) {
        listener.demandProgress()
        messages.push(...listener.resume())
        continue
      }
      if (error) throw toFailure(error, config)
      break
    }
    const [last] = await result.steps
    const isOver = last?.toolCalls.length === 0 || listener.endStep(endsRun(last))
    const more = isOver ? reminderFor(listener, asked) : undefined
    if (isOver && !more) break
    listener.demandProgress()
    messages.push(...(await result.responseMessages), ...(more ? [more] : []))
  }
  if (!signal.aborted) yield* listener.end()
}

/** The prompt, tools and instructions of a run. */
function open(context: AgentContext, { contextTokens, provider }: ModelOptions, listener: ModelListener) {
  const { working } = listener
  const facts = new NumberedFacts(context)
  const all = makeTools(working, facts, listener)
  const isShort = needsShortForm(contextTokens, all)
  const tools = isShort ? makeTools(working, facts, listener, shortInputs) : all
  const { instructions, parts } = layOut(context, facts, working.selected?.id, {
    contextTokens,
    isShort,
    tools,
  })
  const [known = '', ...rest] = parts
  // Some servers only accept a plain string; the others cache the prompt without markers.
  const content =
    provider === 'anthropic'
      ? [
          { type: 'text' as const, text: known, providerOptions: kept },
          { type: 'text' as const, text: rest.join('') },
        ]
      : parts.join('')
  const messages: ModelMessage[] = [{ role: 'user', content, providerOptions: kept }]
  return {
    messages,
    tools,
    instructions: { role: 'system' as const, content: instructions, providerOptions: kept },
  }
}

/** Passes on the output of a step, and returns the error that interrupted it, if any. */
async function* readStream(
  stream: ReturnType<typeof streamText>['stream'],
  listener: ModelListener,
): AsyncGenerator<AgentOutput, unknown> {
  try {
    for await (const part of stream) yield* listener.receive(part as never)
  } catch (error) {
    return error ?? new Error('the stream broke off')
  }
}

/** One reminder of each kind for a model that stops although its work isn't done. */
function reminderFor(
  listener: ModelListener,
  asked: { nudge: number; callAgain: number },
): ModelMessage | undefined {
  if (listener.hasBrokenCall && asked.callAgain++ === 0) return { role: 'user', content: callAgain }
  if (listener.claimsInVain && asked.nudge++ === 0) return { role: 'user', content: nudge }
  return undefined
}

/**
 * Whether a step with calls was the last one: all succeeded, none was a lookup, and the answer came with them. Text
 * that only announces something is no answer.
 */
export function endsRun(
  step: Pick<StepResult<ToolSet>, 'content' | 'text' | 'toolCalls'> | undefined,
): boolean {
  if (!step || step.toolCalls.length === 0) return false
  if (step.content.some(({ type }) => type === 'tool-error')) return false
  if (step.toolCalls.some(({ toolName }) => readingTools.has(toolName))) return false
  return step.toolCalls.some(({ toolName }) => toolName === 'reply') || withoutPreamble(step.text) !== ''
}
