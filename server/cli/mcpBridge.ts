import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

type McpMessage = {
  jsonrpc: '2.0'
  id?: string | number
  method?: string
  params?: { name?: string; uri?: string; requestId?: string | number; _meta?: Record<string, unknown> }
  result?: { protocolVersion?: string }
}

const versionKey = 'io.modelcontextprotocol/protocolVersion'

/**
 * Forwards messages from a client's standard input to a running service, and the responses back. Its only state is the
 * negotiated version, which HTTP requires in a header of every request, and the requests that can be cancelled.
 */
export class McpBridge {
  readonly #url: string
  readonly #key: string
  readonly #output: Writable
  readonly #open = new Map<string | number, AbortController>()
  #version: string | undefined

  constructor({ url, key, output }: { url: string; key: string; output: Writable }) {
    this.#url = `${url}/mcp`
    this.#key = key
    this.#output = output
  }

  /** Ends with the input, after all pending responses. */
  async run(input: Readable): Promise<void> {
    const sent = new Set<Promise<void>>()
    for await (const line of createInterface({ input })) {
      const message = read(line)
      if (!message) continue
      const sending = this.#pass(message).finally(() => sent.delete(sending))
      sent.add(sending)
      // With clients of the 2025 version, the version is known after `initialize`.
      if (message.method === 'initialize') await sending
    }
    await Promise.all(sent)
  }

  async #pass(message: McpMessage): Promise<void> {
    const { id, method, params } = message
    const cancelled = method === 'notifications/cancelled' ? params?.requestId : undefined
    // Clients of the 2026 version cancel by closing the stream, those of 2025 by this message.
    if (cancelled !== undefined && this.#version === undefined) return this.#open.get(cancelled)?.abort()
    const controller = new AbortController()
    if (id !== undefined) this.#open.set(id, controller)
    try {
      await this.#send(message, controller.signal)
    } catch (error) {
      if (id !== undefined && !controller.signal.aborted) this.#fail(id, (error as Error).message)
    } finally {
      if (id !== undefined) this.#open.delete(id)
    }
  }

  async #send(message: McpMessage, signal: AbortSignal): Promise<void> {
    const answer = await fetch(this.#url, {
      method: 'POST',
      headers: { ...this.#headersOf(message), 'x-api-key': this.#key },
      body: JSON.stringify(message),
      signal,
    }).catch(() => {
      throw new Error(`${this.#url} can’t be reached. Start Foyer, or name another service with --service.`)
    })
    const type = answer.headers.get('content-type') ?? ''
    if (type.startsWith('text/event-stream')) return await this.#relay(answer)
    const text = await answer.text()
    if (type.startsWith('application/json') && text.includes('"jsonrpc"')) return this.#answer(text)
    if (answer.ok) return
    const { detail } = (read(text) ?? {}) as { detail?: string }
    throw new Error(detail ?? `${this.#url} responded with ${answer.status}.`)
  }

  #headersOf({ method, params }: McpMessage): Record<string, string> {
    const version = (params?._meta?.[versionKey] as string | undefined) ?? this.#version
    const name = params?.name ?? params?.uri
    return {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(version !== undefined && { 'mcp-protocol-version': version }),
      ...(method !== undefined && { 'mcp-method': method }),
      ...(name !== undefined && { 'mcp-name': encodeURI(name) }),
    }
  }

  async #relay(answer: Response): Promise<void> {
    let rest = ''
    for await (const text of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const events = (rest + text).split(/\r?\n\r?\n/)
      rest = events.pop() ?? ''
      for (const event of events) {
        const data = event.split(/\r?\n/).filter((line) => line.startsWith('data:'))
        if (data.length > 0) this.#answer(data.map((line) => line.slice(5).trim()).join('\n'))
      }
    }
  }

  #answer(text: string): void {
    const message = read(text)
    if (!message) return
    this.#version ??= message.result?.protocolVersion
    this.#output.write(`${JSON.stringify(message)}\n`)
  }

  #fail(id: string | number, message: string): void {
    const error = { code: -32603, message }
    this.#output.write(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`)
  }
}

function read(text: string): McpMessage | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
