import { apiBase, consoleHeaders, type HttpMethod, send } from './client.ts'

/** Calls the console's own endpoints outside of the API: sign-in and the user's profile. */
export async function callConsole<T>(method: HttpMethod, path: string, body?: unknown): Promise<T> {
  const response = await send(`${apiBase}${path}`, {
    method,
    headers: body === undefined ? consoleHeaders : { ...consoleHeaders, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return response.status === 204 ? (undefined as T) : await response.json()
}
