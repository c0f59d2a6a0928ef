import { type Calls, Client, isProblem, readProblem, type SendOptions, sendCall } from '../../sdk/index.ts'
import { confirmIdentity } from './confirmation.ts'
import { reportNoAnswer } from './connection.ts'
import { inPlainWords, noAnswer } from './problem.ts'

export const apiBase = '/console/api'
/** Protects against cross-site requests: forms on other sites can't set this header. */
export const consoleHeaders = { 'x-foyer-console': '1' }

/** Sends a request; responses other than successes are thrown as a `ProblemError`. */
export async function send(url: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    reportNoAnswer()
    throw noAnswer()
  })
  if (response.ok) return response
  const problem = inPlainWords(await readProblem(response))
  if (isProblem(problem, 'confirmation_required') && (await confirmIdentity())) return await send(url, init)
  throw problem
}

/** The SDK's client, authenticated by the session cookie. TanStack Query does the retries. */
export const client = new Client({
  url: apiBase,
  headers: consoleHeaders,
  fetch: send,
  retryForMs: 0,
  timeoutMs: 0,
})

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type PathOf<M extends HttpMethod> = {
  [C in keyof Calls]: C extends `${M} ${infer P}` ? P : never
}[keyof Calls]
type CallOf<M extends HttpMethod, P> = P extends string ? Calls[Extract<`${M} ${P}`, keyof Calls>] : never
type CallInput<C> = Pick<C, Extract<keyof C, 'params' | 'body'>> & Pick<SendOptions, 'signal' | 'keepalive'>
type CallResponse<C> = C extends { data: infer D } ? { data: D; response: Response } : never
type ApiMethod<M extends HttpMethod> = <P extends PathOf<M>>(
  path: P,
  ...given: CallOf<M, P> extends { params: object } | { body: unknown }
    ? [CallInput<CallOf<M, P>>]
    : [CallInput<CallOf<M, P>>?]
) => Promise<CallResponse<CallOf<M, P>>>
type CallInit = {
  params?: {
    path?: Record<string, unknown>
    query?: Record<string, unknown>
    header?: Record<string, string>
  }
  body?: unknown
} & Pick<SendOptions, 'signal' | 'keepalive'>

function apiMethod<M extends HttpMethod>(method: M): ApiMethod<M> {
  const ask = async (path: string, { params = {}, body, ...options }: CallInit = {}) => {
    const { header } = params
    const all = { ...options, ...(header && { headers: header }) }
    const response = await sendCall(client, `${method} ${path}`, { params, body }, all)
    return { data: response.status === 204 ? undefined : await response.json(), response }
  }
  // The types of `Calls` define the parameters of each path.
  return ask as unknown as ApiMethod<M>
}

/** The whole API, by method and path. Unwrap its responses with `ask`. */
export const api = {
  GET: apiMethod('GET'),
  POST: apiMethod('POST'),
  PUT: apiMethod('PUT'),
  PATCH: apiMethod('PATCH'),
  DELETE: apiMethod('DELETE'),
}

/** Returns the data of a response; failures are thrown as a `ProblemError`. */
export async function ask<T>(answer: Promise<{ data: T }>): Promise<T> {
  return (await answer).data
}
