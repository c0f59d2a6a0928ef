import { connect, isProblem, readProblem } from '../../sdk/index.ts'
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

/** The whole API, authenticated by the session cookie. TanStack Query does the retries. */
export const api = connect({
  url: apiBase,
  headers: consoleHeaders,
  fetch: send,
  retryForMs: 0,
  timeoutMs: 0,
})

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
