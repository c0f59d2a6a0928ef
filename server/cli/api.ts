import { setTimeout as sleep } from 'node:timers/promises'
import { Problem, type ProblemCode, problems } from '../../shared/problem.ts'
import { loadConfig } from '../config/config.ts'
import { StartError } from '../start/startError.ts'

/** How long to retry when the service does not respond, from the first failure on. */
const patienceMs = 60_000
const timeoutMs = 60_000

/** The service and key from the options, or else the settings. */
export function connectApi({ url, key }: { url?: string; key?: string }, scope: 'write' | 'publish'): Api {
  const { publicUrl, port, apiKey } = loadConfig()
  const found = key ?? apiKey
  if (!found)
    throw new StartError(`An API key with the ${scope} scope is required. Use --key, or set FOYER_API_KEY.`)
  return new Api((url ?? publicUrl ?? `http://localhost:${port}`).replace(/(?<!\/)\/+$/, ''), found)
}

/** Calls the API of a running service, and retries while it is restarting or unreachable. */
export class Api {
  readonly #url: string
  readonly #key: string

  constructor(url: string, key: string) {
    this.#url = url
    this.#key = key
  }

  get<T>(path: string, stop?: AbortSignal): Promise<T> {
    return this.#send(path, undefined, stop)
  }

  post<T>(path: string, body: object | FormData): Promise<T> {
    return this.#send(path, body)
  }

  async #send<T>(path: string, body?: object | FormData, stop?: AbortSignal): Promise<T> {
    const giveUpAt = Date.now() + patienceMs
    for (let hasAnswered = false; ; ) {
      const answer = await this.#try(path, body, stop).catch((error) => error as Error)
      stop?.throwIfAborted()
      if (answer instanceof Response) {
        hasAnswered = true
        if (answer.ok) return (await answer.json()) as T
        if (answer.status !== 503 && answer.status !== 429) throw await toProblem(answer)
      }
      // A mistyped URL fails immediately; watching a batch survives a short outage.
      const isFirst = body !== undefined && !hasAnswered
      if (isFirst || Date.now() > giveUpAt) throw await this.#unreachable(answer)
      await sleep(1_000, undefined, stop ? { signal: stop } : {}).catch(() => stop?.throwIfAborted())
    }
  }

  async #try(
    path: string,
    body: object | FormData | undefined,
    stop: AbortSignal | undefined,
  ): Promise<Response> {
    const isJson = body !== undefined && !(body instanceof FormData)
    return await fetch(`${this.#url}/v0${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-api-key': this.#key, ...(isJson && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as FormData) }),
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(stop ? [stop] : [])]),
    })
  }

  async #unreachable(answer: Response | Error): Promise<Error> {
    if (answer instanceof Response) return await toProblem(answer)
    return new StartError(`${this.#url} can’t be reached. Start Foyer, or set its URL with --url.`)
  }
}

async function toProblem(answer: Response): Promise<Error> {
  const { code, detail } = (await answer.json().catch(() => ({}))) as { code?: string; detail?: string }
  if (code !== undefined && code in problems) return new Problem(code as ProblemCode, detail ?? '')
  return new StartError(`${answer.url} responded with ${answer.status}. Check that this is the URL of Foyer.`)
}
