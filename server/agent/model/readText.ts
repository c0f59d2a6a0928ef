import { randomUUID } from 'node:crypto'
import { ReadableStream } from 'node:stream/web'
import { type LanguageModel, wrapLanguageModel } from 'ai'
import { AgentFailure } from '../agent.ts'
import { mostText } from '../limits.ts'
import { isBroken } from './failure.ts'
import { readTextCalls } from './textCalls.ts'

type Middleware = Exclude<Parameters<typeof wrapLanguageModel>[0]['middleware'], readonly unknown[]>
type Streamed = Awaited<
  ReturnType<Parameters<NonNullable<Middleware['wrapStream']>>[0]['doStream']>
>['stream']
type ModelPart = Streamed extends AsyncIterable<infer P> ? P : never

/** Marks a call written as text that can't be parsed. */
export const brokenCall = '\u0000broken call'

/** The finish reason of an answer that was cut off after complete calls: by its length, or by the connection. */
export const cutReasons = { length: 'cut off: length', other: 'cut off' } as const

/**
 * Parses calls that a model writes as text, drops its thoughts, and keeps the complete calls of an answer that was cut
 * off, which the SDK would not execute. Texts are collected until complete; nothing shows them earlier.
 */
export function readText(model: LanguageModel): LanguageModel {
  const middleware: Middleware = {
    wrapStream: async ({ doStream, params }) => {
      const { stream, ...rest } = await doStream()
      const names = new Set((params.tools ?? []).map(({ name }) => name))
      return { stream: ReadableStream.from(readParts(stream, names)) as Streamed, ...rest }
    },
  }
  return wrapLanguageModel({ model: model as never, middleware })
}

async function* readParts(stream: Streamed, names: ReadonlySet<string>): AsyncGenerator<ModelPart> {
  const texts = new Map<string, string>()
  /** Held back: calls that were cut off themselves, and the interruption of the answer. */
  const held: ModelPart[] = []
  /** Inputs of calls that the provider has not marked as complete. */
  const inputs = new Map<string, { toolName: string; input: string }>()
  let calls = 0
  try {
    for await (const part of stream) {
      if (part.type === 'tool-input-start') inputs.set(part.id, { toolName: part.toolName, input: '' })
      if (part.type === 'tool-input-delta') addInput(inputs, part)
      if (part.type === 'tool-call') inputs.delete(part.toolCallId)
      if (part.type === 'text-start') texts.set(part.id, '')
      else if (part.type === 'text-delta') gather(texts, part)
      else if (part.type === 'text-end') yield* toParts(part, texts.get(part.id) ?? '', names)
      else if (part.type === 'tool-call' && !isJson(part.input)) held.push(part)
      else if (part.type === 'error' && isBroken(part.error)) held.push(part)
      else if (part.type !== 'finish') {
        if (part.type === 'tool-call') calls++
        yield part
      } else if (calls > 0 && isCut(part, held))
        yield { ...part, finishReason: toCut(part.finishReason.unified) }
      else yield* [...held, part]
    }
  } catch (error) {
    const complete = [...inputs].filter(([, { input }]) => isJson(input))
    if (calls + complete.length === 0 || !isBroken(error)) throw error
    for (const [toolCallId, call] of complete) yield { type: 'tool-call', toolCallId, ...call }
    yield { type: 'finish', usage: unknownUsage, finishReason: toCut('other') }
  }
}

/** The SDK executes the calls of an answer that ends with this reason. */
function toCut(reason: string) {
  return { unified: 'tool-calls', raw: cutReasons[reason === 'length' ? 'length' : 'other'] } as const
}

const none = undefined
const unknownUsage = {
  inputTokens: { total: none, noCache: none, cacheRead: none, cacheWrite: none },
  outputTokens: { total: none, text: none, reasoning: none },
}

function gather(texts: Map<string, string>, { id, delta }: ModelPart & { type: 'text-delta' }) {
  const text = (texts.get(id) ?? '') + delta
  if (text.length > mostText) throw new AgentFailure('The language model’s answer was too long.')
  texts.set(id, text)
}

function addInput(
  inputs: Map<string, { input: string }>,
  { id, delta }: ModelPart & { type: 'tool-input-delta' },
) {
  const call = inputs.get(id)
  if (call) call.input += delta
}

function isCut(
  { finishReason: { unified, raw } }: ModelPart & { type: 'finish' },
  held: ModelPart[],
): boolean {
  const isOpen = raw === undefined && !['stop', 'tool-calls', 'content-filter'].includes(unified)
  return unified === 'length' || isOpen || held.some(({ type }) => type === 'error')
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function toParts(
  end: ModelPart & { type: 'text-end' },
  given: string,
  names: ReadonlySet<string>,
): ModelPart[] {
  const { text, calls, isBroken } = readTextCalls(given, names)
  const said = isBroken ? `${text}${brokenCall}` : text
  const { id } = end
  return [
    ...(said === '' ? [] : [{ type: 'text-start', id }, { type: 'text-delta', id, delta: said }, end]),
    ...calls.map(({ name, input }) => ({
      type: 'tool-call',
      toolCallId: `text-${randomUUID()}`,
      toolName: name,
      input: JSON.stringify(input),
    })),
  ] as ModelPart[]
}
