import type { Row } from '../../../builtin-agent/evaluation/judge.ts'
import type { Operation } from '../../../document/index.ts'
import { type Agent, type AgentContext, AgentFailure } from '../agent.ts'

/** A response of a model's endpoint, as sent. */
export type EndpointAnswer = {
  status: number
  contentType: string
  body: string
  /** Whether the connection broke before the end. */
  isCut?: true
}

/** The outcome of one message. */
export type RecordedRun = {
  operations: Operation[]
  reply: string
  suggestions: string[]
  hasFailed: boolean
  calls: number
  /** As counted by the endpoint. */
  inputTokens: number
  outputTokens: number
}

/**
 * A recorded conversation with a model: the initial page, and for each message the responses of the endpoint and the
 * outcome.
 */
export type RecordedConversation = {
  row: Row
  model: string
  runs: { answers: EndpointAnswer[]; outcome: RecordedRun }[]
}

/** Runs an agent on one message. A failed run changes nothing, as in the service. */
export async function runOnce(agent: Agent, context: AgentContext): Promise<RecordedRun> {
  const outcome: RecordedRun = {
    operations: [],
    reply: '',
    suggestions: [],
    hasFailed: false,
    calls: 0,
    inputTokens: 0,
    outputTokens: 0,
  }
  try {
    for await (const output of agent.run(context, new AbortController().signal)) {
      if (output.type === 'operation') outcome.operations.push(output.operation)
      if (output.type === 'text') outcome.reply += output.text
      if (output.type === 'suggestions') outcome.suggestions = output.suggestions
      if (output.type === 'step') outcome.calls++
      if (output.type === 'usage') {
        outcome.inputTokens += output.inputTokens
        outcome.outputTokens += output.outputTokens
      }
    }
  } catch (error) {
    if (!(error instanceof AgentFailure)) throw error
    Object.assign(outcome, { operations: [], suggestions: [], reply: error.message, hasFailed: true })
  }
  return outcome
}

/** Calls an endpoint and records its responses, except errors that the caller retries. */
export class EndpointRecorder {
  answers: EndpointAnswer[] = []

  fetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'error' })
    const { status } = response
    const contentType = response.headers.get('content-type') ?? 'application/json'
    const { body, isCut } = await readBody(response)
    if (status < 500 && ![408, 409, 429].includes(status))
      this.answers.push({ status, contentType, body, ...(isCut ? { isCut } : {}) })
    return toResponse({ status, contentType, body, ...(isCut ? { isCut } : {}) })
  }

  /** Returns the responses recorded since the last call. */
  take(): EndpointAnswer[] {
    return this.answers.splice(0)
  }
}

/** Sends recorded responses, in order, and keeps the requests. */
export class Replayer {
  readonly #answers: EndpointAnswer[]
  readonly requests: string[] = []

  constructor(answers: EndpointAnswer[]) {
    this.#answers = [...answers]
  }

  fetch: typeof fetch = async (_, init) => {
    this.requests.push(String(init?.body))
    const answer = this.#answers.shift()
    return toResponse(answer ?? { status: 400, contentType: 'text/plain', body: 'nothing more was recorded' })
  }
}

async function readBody(response: Response): Promise<{ body: string; isCut?: true }> {
  const decoder = new TextDecoder()
  let body = ''
  try {
    for await (const chunk of response.body ?? []) body += decoder.decode(chunk, { stream: true })
    return { body }
  } catch {
    return { body, isCut: true }
  }
}

function toResponse({ status, contentType, body, isCut }: EndpointAnswer): Response {
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(body))
    },
    pull(controller) {
      if (isCut) controller.error(new TypeError('terminated'))
      else controller.close()
    },
  })
  return new Response(stream, { status, headers: { 'content-type': contentType } })
}

/** Four characters per token: close enough for English and JSON with any tokenizer, and the same for all models. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4)
}

/** The tokens of a request's content: its tools as JSON and every text, without the escaping of JSON inside JSON. */
export function estimateRequest(body: string): number {
  const { tools = [], ...rest } = JSON.parse(body) as { tools?: object[] }
  return estimateTokens(JSON.stringify(tools) + stringsIn(rest).join(''))
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
