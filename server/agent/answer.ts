import { applyOperation, type Document, type Operation, refuseLocked } from '../../document/index.ts'
import { characterError } from '../../shared/characters.ts'
import { Problem } from '../../shared/problem.ts'
import type { Config } from '../config/config.ts'
import { mostSuggestions } from '../messages/schema.ts'
import { type Agent, type AgentContext, AgentFailure, type AgentOutput } from './agent.ts'
import { longestSuggestion, mostOperations, mostSteps, mostText } from './limits.ts'

type Cost = { durationMs: number; inputTokens?: number; outputTokens?: number; model: string | undefined }

/** The agent's output so far. */
export type AgentAnswer = {
  text: string
  operations: Operation[]
  suggestions: string[]
  /** The document with the operations applied; undefined before the agent starts. */
  draft: Document | undefined
  steps: number
  cost: Cost
}

/** Receives an answer piece by piece. */
type Listener = { add(type: 'text' | 'operation' | 'suggestions', data: object): void }

export function emptyAnswer(model: string | undefined): AgentAnswer {
  return {
    text: '',
    operations: [],
    suggestions: [],
    draft: undefined,
    steps: 0,
    cost: { durationMs: 0, model },
  }
}

/** Runs an agent and validates its output, until it is done, fails or the signal is aborted. */
export async function collectAnswer(
  agent: Agent,
  task: AgentContext,
  answer: AgentAnswer,
  signal: AbortSignal,
  listener: Listener,
): Promise<void> {
  answer.draft = task.document
  const over = new AbortController()
  const outputs = agent.run(task, AbortSignal.any([signal, over.signal]))
  const aborted = whenAborted(signal)
  try {
    for (;;) {
      const next = await Promise.race([outputs.next(), aborted])
      signal.throwIfAborted()
      if (!next || next.done) return refuseLocked(task.document, answer.draft)
      applyOutput(next.value, answer, listener)
    }
  } finally {
    // Aborts the agent's pending requests.
    over.abort()
  }
}

function applyOutput(output: AgentOutput, answer: AgentAnswer, listener: Listener) {
  switch (output.type) {
    case 'text':
      answer.text += output.text
      if (answer.text.length > mostText) throw new AgentFailure('The agent’s answer was too long.')
      return listener.add('text', { text: output.text })
    case 'operation':
      if (answer.operations.length >= mostOperations)
        throw new AgentFailure(`The agent made more than ${mostOperations} changes.`)
      answer.draft = applyOperation(answer.draft as Document, output.operation)
      answer.operations.push(output.operation)
      return listener.add('operation', { operation: output.operation })
    case 'suggestions':
      answer.suggestions = output.suggestions.filter(isSuggestion).slice(0, mostSuggestions)
      return listener.add('suggestions', { suggestions: answer.suggestions })
    case 'step':
      if (++answer.steps > mostSteps)
        throw new AgentFailure(`The agent did not finish within ${mostSteps} steps. Ask for less at a time.`)
      return
    case 'usage':
      answer.cost.inputTokens = (answer.cost.inputTokens ?? 0) + output.inputTokens
      answer.cost.outputTokens = (answer.cost.outputTokens ?? 0) + output.outputTokens
  }
}

/** A suggestion is sent as a message when a user selects it. */
function isSuggestion(text: unknown): boolean {
  return (
    typeof text === 'string' &&
    text.trim() !== '' &&
    text.length <= longestSuggestion &&
    !characterError(text)
  )
}

/** Lets the caller continue if an agent ignores the signal. */
function whenAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    else signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
}

/** The text of a failure for users: what they can do, and its cause only if it was written for them. */
export function describeFailure(
  error: unknown,
  { agentTimeoutSeconds }: Pick<Config, 'agentTimeoutSeconds'>,
): string {
  if (error instanceof AgentFailure) return `${error.message} The page was not changed.`
  if (error instanceof Problem && error.code === 'block_locked')
    return 'That would change a block that the page has locked. Unlock it in the content of the page first. The page was not changed.'
  if (error instanceof Problem) return `That did not work: ${error.message} The page was not changed.`
  if ((error as Error)?.name === 'TimeoutError')
    return `That took longer than ${agentTimeoutSeconds} seconds, so it was stopped. The page was not changed. Try a smaller change.`
  return 'Something went wrong on our side. The page was not changed. Send the message again.'
}

export function failureLog(error: unknown): object {
  return error instanceof AgentFailure ? { reason: error.message, details: error.details } : { err: error }
}
