import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Finish, type Protocol, paths, type Sse, wires } from './modelProtocols.ts'

/** The model's response to one request. */
export type Turn = {
  /** Streamed first, piece by piece. */
  text?: string[]
  /** Tool calls; a string instead of an object is sent unchanged, even if it is no JSON. */
  calls?: { name: string; input: object | string }[]
  finish?: Finish
  /** An error instead of a reply. */
  status?: number
  headers?: Record<string, string>
  body?: object
  /** After the texts: the connection is cut, the stream ends without its last event, or nothing more is sent. */
  ending?: 'cut' | 'end' | 'hang'
  /** Number of complete calls before a cut or an end; 0 by default. */
  complete?: number
  /** Awaited after the first piece of text. */
  wait?: Promise<void>
  /** Repeats the same text until the client disconnects. */
  endless?: 'text' | 'call'
}

export type ModelRequest = {
  protocol: Protocol
  headers: IncomingHttpHeaders
  body: any
  /** Whether the client disconnected before the reply was complete. */
  left: boolean
}

/** The first user message of a run, in any protocol. */
export function wordsOf(asked: ModelRequest | undefined): string {
  const messages = asked?.body.messages ?? asked?.body.input
  const { content } = messages.find(({ role }: { role: string }) => role === 'user')
  return typeof content === 'string' ? content : content.map(({ text }: { text: string }) => text).join('')
}

let opened: ReturnType<typeof open> | undefined
after(() => opened?.close())

/**
 * The endpoint of a language model on a real port, shared by all tests of a process, so that they can share services.
 * Each request gets the next turn of the script; with `repeat`, the last one is repeated, otherwise it is an error.
 */
export function openModelServer() {
  opened ??= open()
  return opened
}

function open() {
  const asked: ModelRequest[] = []
  let turns: Turn[] = []
  let repeat = false
  const server = createServer(async (request, response) => {
    const protocol = paths[request.url ?? '']
    if (!protocol) return void response.writeHead(404).end('{"error":{"message":"no such path"}}')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const one: ModelRequest = {
      protocol,
      headers: request.headers,
      body: JSON.parse(Buffer.concat(chunks).toString()),
      left: false,
    }
    response.once('close', () => {
      one.left = !response.writableFinished
    })
    asked.push(one)
    const turn = repeat && turns.length === 1 ? turns[0] : turns.shift()
    await answer(response, one, turn ?? { status: 500, headers: { 'x-should-retry': 'false' } })
  })
  const listening = new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const urlOf = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return {
    asked,
    /** Available after a service has started. */
    get url() {
      return urlOf()
    },
    /** Starts a new script and clears the recorded requests. */
    script(...next: Turn[]) {
      turns = next
      repeat = false
      asked.length = 0
    },
    /** The same turn for every request. */
    always(turn: Turn) {
      turns = [turn]
      repeat = true
      asked.length = 0
    },
    async waitFor(what: () => boolean, withinMs = 10_000) {
      for (const deadline = Date.now() + withinMs; !what(); await sleep(10))
        if (Date.now() > deadline) throw new Error('the model was not asked as expected')
    },
    /**
     * The settings of a service that uses it. It starts to listen here, not at import: with a top-level await, the tests
     * of earlier files and their world would end first.
     */
    async settings(protocol: Protocol): Promise<Record<string, string>> {
      await listening
      const isAnthropic = protocol === 'anthropic'
      return {
        AGENT_MODEL: `${protocol}:test-model`,
        [isAnthropic ? 'ANTHROPIC_BASE_URL' : 'OPENAI_BASE_URL']: urlOf(),
        [isAnthropic ? 'ANTHROPIC_API_KEY' : 'OPENAI_API_KEY']: testKey,
      }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export const testKey = 'sk-test-0123456789abcdef'

async function answer(response: ServerResponse, { protocol, body }: ModelRequest, turn: Turn) {
  if (turn.status) {
    const headers = { 'content-type': 'application/json', 'retry-after-ms': '1', ...turn.headers }
    const error = { type: 'api_error', message: `it is all wrong with ${testKey}` }
    return void response
      .writeHead(turn.status, headers)
      .end(JSON.stringify(turn.body ?? { type: 'error', error }))
  }
  if (!body.stream) {
    response.writeHead(200, { 'content-type': 'application/json' })
    return void response.end(JSON.stringify(wires[protocol].whole(turn.text?.join('') ?? '')))
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  await stream(response, protocol, turn)
}

async function stream(response: ServerResponse, protocol: Protocol, turn: Turn) {
  const wire = wires[protocol]
  const { text = [], calls = [], ending } = turn
  const send = (events: Sse[]) => {
    for (const { event, data } of events)
      response.write(
        `${event ? `event: ${event}\n` : ''}data: ${data === '[DONE]' ? data : JSON.stringify(data)}\n\n`,
      )
  }
  send(wire.start())
  let index = 0
  if (text.length > 0) {
    send(wire.openText(index))
    for (const [place, piece] of text.entries()) {
      send(wire.text(index, piece))
      if (place === 0) await turn.wait
    }
    if (turn.endless === 'text') return await forever(response, () => send(wire.text(0, 'x'.repeat(10_000))))
    send(wire.closeText(index++, text.join('')))
  }
  if (ending === 'hang') return
  for (const [at, { name, input }] of calls.entries()) {
    const whole = typeof input === 'string' ? input : JSON.stringify(input)
    const id = `call_${index}_${Math.random().toString(36).slice(2)}`
    const middle = Math.ceil(whole.length / 2)
    send(wire.openCall(index, id, name))
    send(wire.call(index, whole.slice(0, middle)))
    if (turn.endless === 'call') return await forever(response, () => send(wire.call(0, 'x'.repeat(10_000))))
    if (ending && at >= (turn.complete ?? 0)) break
    send(wire.call(index, whole.slice(middle)))
    send(wire.closeCall(index++, id, name, whole))
  }
  // Written data must be sent before the connection is cut.
  if (ending === 'cut') return void setTimeout(() => response.destroy(), 20)
  if (ending !== 'end') send(wire.end(turn.finish ?? (calls.length > 0 ? 'tools' : 'stop')))
  response.end()
}

async function forever(response: ServerResponse, write: () => void) {
  while (!response.destroyed) {
    write()
    await sleep(1)
  }
}
