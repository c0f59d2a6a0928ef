import { randomUUID } from 'node:crypto'
import { type LanguageModel, wrapLanguageModel } from 'ai'
import { AgentFailure } from '../agent.ts'
import { mostText } from '../limits.ts'
import { readTextCalls } from './textCalls.ts'

type Middleware = Exclude<Parameters<typeof wrapLanguageModel>[0]['middleware'], readonly unknown[]>
type Streamed = Awaited<
  ReturnType<Parameters<NonNullable<Middleware['wrapStream']>>[0]['doStream']>
>['stream']
type Part = Streamed extends ReadableStream<infer P> ? P : never

/** Stands for a call that was written as text and can't be read. */
export const brokenCall = '\u0000broken call'

/**
 * Makes calls of those that a model writes as text, and drops its thoughts. Texts are gathered until they are complete; nobody
 * would be shown them earlier.
 */
export function readText(model: LanguageModel): LanguageModel {
  const middleware: Middleware = {
    wrapStream: async ({ doStream, params }) => {
      const { stream, ...rest } = await doStream()
      const names = new Set((params.tools ?? []).map(({ name }) => name))
      return { stream: stream.pipeThrough(gatherTexts(names)), ...rest }
    },
  }
  return wrapLanguageModel({ model: model as never, middleware })
}

function gatherTexts(names: ReadonlySet<string>): TransformStream<Part, Part> {
  const texts = new Map<string, string>()
  return new TransformStream({
    transform(part, controller) {
      if (part.type === 'text-start') texts.set(part.id, '')
      else if (part.type === 'text-delta') {
        const text = (texts.get(part.id) ?? '') + part.delta
        if (text.length > mostText)
          controller.error(new AgentFailure('The language model’s answer was too long.'))
        texts.set(part.id, text)
      } else if (part.type === 'text-end') {
        for (const one of toParts(part, texts.get(part.id) ?? '', names)) controller.enqueue(one)
      } else controller.enqueue(part)
    },
  })
}

function toParts(end: Part & { type: 'text-end' }, given: string, names: ReadonlySet<string>): Part[] {
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
  ] as Part[]
}
