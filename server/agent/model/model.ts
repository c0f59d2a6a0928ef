import { type FinishReason, isStepCount, type LanguageModel, streamText } from 'ai'
import type { ModelConfig } from '../../modelConfig.ts'
import { type Agent, type AgentContext, AgentFailure, type AgentOutput } from '../agent.ts'
import { AgentDesk } from '../desk.ts'
import { mostSteps } from '../limits.ts'
import { toFailure } from './failure.ts'
import { instructions, presentContext } from './prompt.ts'
import { openProvider } from './provider.ts'
import { makeTools } from './tools.ts'

/** With the SDK's waits of 2, 4, 8 and 16 seconds, or those that the provider asks for, up to a minute each. */
const mostRetries = 4
/** Twice what the largest document comes to. */
const mostToolInput = 1024 * 1024

/** Every step of a run begins with the same words; marked so, Anthropic's models read them once. */
const kept = { anthropic: { cacheControl: { type: 'ephemeral' } } } as const

/** The agent that asks a language model, which works with tools until it has nothing more to do. */
export async function openModelAgent(config: ModelConfig): Promise<Agent> {
  const model = await openProvider(config)
  return {
    model: `${config.provider}:${config.name}`,
    run: (context, signal) => work(model, config, context, signal),
  }
}

async function* work(
  model: LanguageModel,
  config: ModelConfig,
  context: AgentContext,
  signal: AbortSignal,
): AsyncGenerator<AgentOutput, void> {
  const desk = new AgentDesk(context)
  if (desk.selection && !desk.selected) {
    yield {
      type: 'text',
      text: 'What you selected is no longer on this page, so I changed nothing. Select it again and ask once more.',
    }
    return
  }
  const listener = new Listener(desk)
  const { stream } = streamText({
    model,
    instructions: { role: 'system', content: instructions, providerOptions: kept },
    messages: [{ role: 'user', content: presentContext(context, desk.selected?.id), providerOptions: kept }],
    tools: makeTools(desk, (error) => listener.fail(error)),
    // One after the other, in the order they were asked for: each change builds on the one before.
    toolCallConcurrency: 1,
    stopWhen: isStepCount(mostSteps),
    maxRetries: mostRetries,
    abortSignal: signal,
    // Nothing of a page or its audience is kept with the provider.
    providerOptions: { openai: { store: false } },
    onError: () => {},
  })
  try {
    for await (const part of stream) yield* listener.hear(part)
  } catch (error) {
    if (signal.aborted) return
    throw listener.fault ?? toFailure(error, config)
  }
  if (!signal.aborted) yield* listener.end()
}

type Part = ReturnType<typeof streamText>['stream'] extends AsyncIterable<infer P> ? P : never

/** Makes what an agent says and does of what comes from the SDK. */
class Listener {
  readonly #desk: AgentDesk
  #said = false
  #between = false
  #changes = 0
  #failedCalls = 0
  #toolInput = 0
  #finish: { reason: FinishReason; raw: string | undefined } | undefined
  fault: unknown

  constructor(desk: AgentDesk) {
    this.#desk = desk
  }

  fail(error: unknown) {
    this.fault ??= error
  }

  *hear(part: Part): Generator<AgentOutput> {
    switch (part.type) {
      case 'start-step':
        yield { type: 'step' }
        break
      case 'text-start':
        this.#between = this.#said
        break
      case 'text-delta':
        yield* this.#say(part.text)
        break
      case 'tool-input-delta':
        this.#toolInput += part.delta.length
        if (this.#toolInput > mostToolInput)
          throw new AgentFailure('The language model answered without end.')
        break
      case 'tool-error':
        this.#failedCalls++
        break
      case 'finish-step': {
        const { inputTokens = 0, outputTokens = 0 } = part.usage
        this.#finish = { reason: part.finishReason, raw: part.rawFinishReason }
        yield { type: 'usage', inputTokens, outputTokens }
        break
      }
      case 'error':
        throw part.error
    }
    if (this.fault) throw this.fault
    for (const operation of this.#desk.operations.splice(0)) {
      this.#changes++
      yield { type: 'operation', operation }
    }
  }

  *#say(text: string): Generator<AgentOutput> {
    // Text reaches a column of PostgreSQL, which takes neither of these.
    const words = text.replaceAll('\0', '').toWellFormed()
    if (words === '') return
    if (this.#between) yield { type: 'text', text: '\n\n' }
    this.#between = false
    this.#said = true
    yield { type: 'text', text: words }
  }

  /** Whether it came to a good end, and a word where the model had none. */
  *end(): Generator<AgentOutput> {
    const { reason, raw } = this.#finish ?? { reason: 'other', raw: undefined }
    if (reason === 'tool-calls')
      throw new AgentFailure(
        `The agent took ${mostSteps} steps without coming to an end. Ask for less at a time.`,
      )
    if (reason === 'length')
      throw new AgentFailure('The language model ran out of room for its answer. Ask for less at a time.')
    if (reason === 'content-filter')
      throw new AgentFailure('The language model declined to work on this. Say it in other words.')
    if (reason !== 'stop' && raw === undefined)
      throw new AgentFailure('The answer of the language model broke off. Send the message again.')
    // A model may well call a thing done that was refused. What it says is its own; this is so.
    if (this.#said && this.#changes === 0 && this.#failedCalls > 0)
      yield { type: 'text', text: '\n\nNothing on the page was changed.' }
    if (this.#said) return
    if (this.#changes === 0)
      throw new AgentFailure('The language model gave no answer. Send the message again.')
    yield {
      type: 'text',
      text: this.#changes === 1 ? 'I made one change.' : `I made ${this.#changes} changes.`,
    }
  }
}
