import { noAnswer, ProblemError, readProblem } from './problem.ts'

export type ConnectOptions = {
  /** The URL of the service: `https://foyer.example`. */
  url: string
  /** An API key. The console omits it, as its session is a cookie. */
  key?: string
  /** Sent with every request. */
  headers?: Record<string, string>
  /** Used instead of the global `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** The time limit of a request; 60 s by default. Uploads, exports and event streams have no limit. */
  timeoutMs?: number
  /** How long failed requests are retried if that is safe; 30 s by default, 0 for never. */
  retryForMs?: number
}

export type SendOptions = {
  method?: string
  query?: Record<string, unknown>
  /** JSON, or a form. A function returns a new body for each attempt. */
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Whether a second execution has no further effect. True for GET, PUT and DELETE by default. */
  isRepeatable?: boolean
  timeoutMs?: number
  /** Whether the browser completes the request when its page is closed. */
  keepalive?: boolean
}

const firstPauseMs = 250
const longestPauseMs = 8_000
/** The service is overloaded or restarting, or a proxy can't reach it. */
const passingStatuses = [502, 503, 504]

/** Sends requests to one service. Responses other than successes are thrown as a `ProblemError`. */
export class Client {
  readonly url: string
  readonly #options: ConnectOptions

  constructor(options: ConnectOptions) {
    this.url = options.url.replace(/\/$/, '')
    this.#options = options
  }

  /** Sent with every request: the key, and the headers of the options. */
  get headers(): Record<string, string> {
    const { key, headers } = this.#options
    return { ...(key && { 'x-api-key': key }), ...headers }
  }

  /** Sends a request to a path below `/v0`, and retries it if that is safe and may succeed. */
  async send(path: string, options: SendOptions = {}): Promise<Response> {
    const { method = 'GET', signal } = options
    const isRepeatable = options.isRepeatable ?? ['GET', 'PUT', 'DELETE'].includes(method)
    let [giveUpAt, wasLost] = [0, false]
    for (let attempt = 0; ; attempt++) {
      const answer = await this.#try(path, method, options)
      if (answer instanceof Response && answer.ok) return answer
      const { status } = answer
      // An earlier attempt deleted it, but its response was lost.
      if (wasLost && method === 'DELETE' && status === 404) return new Response(null, { status: 204 })
      wasLost ||= status === 0
      giveUpAt ||= performance.now() + (this.#options.retryForMs ?? 30_000)
      const mayRetry = status === 429 || (isRepeatable && (status === 0 || passingStatuses.includes(status)))
      const pauseMs = mayRetry ? pauseBefore(attempt, answer) : Number.POSITIVE_INFINITY
      if (performance.now() + pauseMs > giveUpAt)
        throw answer instanceof Response ? await readProblem(answer) : answer
      await sleep(pauseMs, signal)
    }
  }

  async #try(path: string, method: string, options: SendOptions): Promise<Response | ProblemError> {
    const { fetch: send = fetch, timeoutMs = 60_000 } = this.#options
    const { signal, query = {} } = options
    const limitMs = options.timeoutMs ?? timeoutMs
    const limit = limitMs > 0 ? AbortSignal.timeout(limitMs) : undefined
    const signals = [signal, limit].filter((one) => one !== undefined)
    const url = `${this.url}/v0${path}${toSearch(query)}`
    const body = typeof options.body === 'function' ? options.body() : options.body
    const isJson = body !== undefined && ![FormData, Blob, ReadableStream].some((one) => body instanceof one)
    const init: RequestInit & { duplex?: 'half' } = {
      method,
      headers: {
        ...(isJson && { 'content-type': 'application/json' }),
        ...this.headers,
        ...options.headers,
      },
      // A redirect would carry the key to another host.
      redirect: 'manual',
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as BodyInit) }),
      ...(body instanceof ReadableStream && { duplex: 'half' }),
      ...(options.keepalive && { keepalive: true }),
      ...(signals.length > 0 && { signal: AbortSignal.any(signals) }),
    }
    try {
      return await send(url, init)
    } catch (error) {
      signal?.throwIfAborted()
      return error instanceof ProblemError ? error : noAnswer(this.url, error)
    }
  }
}

/** The JSON of a response; undefined if it has no body. */
export async function readAnswer(answer: Response): Promise<unknown> {
  return answer.status === 204 ? undefined : await answer.json()
}

/** A list is sent as a repeated parameter: `?pageId=a&pageId=b`. */
function toSearch(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined && one !== null)
      .map((one) => [name, String(one)]),
  )
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
}

/** The delay that the service asks for, or one that doubles with each attempt, half of it random. */
function pauseBefore(attempt: number, answer: Response | ProblemError): number {
  const asked = answer instanceof Response ? Number(answer.headers.get('retry-after')) : 0
  if (asked > 0) return asked * 1_000
  return Math.min(firstPauseMs * 2 ** attempt, longestPauseMs) * (0.5 + Math.random() / 2)
}

export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
