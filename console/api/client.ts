import createClient from 'openapi-fetch'
import { confirmIdentity } from './confirmation.ts'
import { reportNoAnswer } from './connection.ts'
import { noAnswer, readProblem } from './problem.ts'
import type { paths } from './schema.ts'

export const apiBase = '/console/api'
/** Tells the service that a change comes from the console and not from a form on somebody else's page. */
export const consoleHeaders = { 'x-foyer-console': '1' }

/** Sends a request; what is not a success becomes a `ProblemError`. */
export async function send(request: Request | string, init?: RequestInit): Promise<Response> {
  // A body can be sent once, and some requests are sent again after a confirmation.
  const again = request instanceof Request ? request.clone() : request
  const response = await fetch(request, init).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    reportNoAnswer()
    throw noAnswer()
  })
  if (response.ok) return response
  const problem = await readProblem(response)
  if (problem.code === 'confirmation_required' && (await confirmIdentity())) return await send(again, init)
  throw problem
}

/** The whole API, typed by its OpenAPI document. Take its answers with `ask`. */
export const api = createClient<paths>({
  baseUrl: apiBase,
  headers: consoleHeaders,
  credentials: 'same-origin',
  fetch: (request) => send(request),
})

/** What an operation answers; what goes wrong is thrown as a `ProblemError`. */
export async function ask<T>(answer: Promise<{ data?: T }>): Promise<T> {
  const { data } = await answer
  return data as T
}
