import { type Client, type SendOptions, sleep } from './client.ts'
import { isProblem } from './problem.ts'
import type { Shape } from './shapes.ts'

/** An event while an agent works on a version. */
export type RunEvent = { id: string; versionId: string } & (
  | { type: 'text'; text: string }
  | { type: 'operation'; operation: Record<string, unknown> }
  | { type: 'suggestions'; suggestions: string[] }
  | { type: 'status'; status: Shape<'AudienceVersion'>['status'] }
  | { type: 'error'; message: string }
)

export type WatchOptions = Pick<SendOptions, 'signal'> & {
  /** The id of the last event received: the stream continues after it. */
  lastEventId?: string
  /** Called after each connection, also after a lost one. */
  onOpen?: () => void
}

const pauseMs = 1_000

/** Yields the events of an audience until the caller stops iterating or aborts. Reconnects without missing events. */
export async function* watchEvents(
  client: Client,
  pageId: string,
  audienceId: string,
  { signal, lastEventId, onOpen }: WatchOptions = {},
): AsyncGenerator<RunEvent, void> {
  const path = `/pages/${encodeURIComponent(pageId)}/audiences/${encodeURIComponent(audienceId)}/events`
  const stopped = new AbortController()
  const signals = AbortSignal.any([stopped.signal, ...(signal ? [signal] : [])])
  let last = lastEventId
  try {
    for (;;) {
      const headers: Record<string, string> = last === undefined ? {} : { 'last-event-id': last }
      const { body } = await client.send(path, { headers, signal: signals, timeoutMs: 0 })
      onOpen?.()
      try {
        for await (const { id, event, data } of parseEvents(body)) {
          last = id ?? last
          if (event && data) yield { ...JSON.parse(data), type: event, id: last }
        }
      } catch (error) {
        if (signals.aborted || isProblem(error) || error instanceof SyntaxError) throw error
      }
      await sleep(pauseMs, signals)
    }
  } finally {
    stopped.abort()
  }
}

type EventFields = { id?: string; event?: string; data?: string }

/** Reads a stream of Server-Sent Events. */
async function* parseEvents(body: ReadableStream<Uint8Array> | null): AsyncGenerator<EventFields> {
  if (body === null) return
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (text + value).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks)
      yield Object.fromEntries(
        block.split('\n').flatMap((line) => {
          const at = line.indexOf(': ')
          return at > 0 ? [[line.slice(0, at), line.slice(at + 2)]] : []
        }),
      )
  }
}
