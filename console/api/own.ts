import { apiBase, consoleHeaders, send } from './client.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Calls the console's own endpoints outside of the API: sign-in and the user's profile. */
export async function callConsole<T>(method: Method, path: string, body?: unknown): Promise<T> {
  const response = await send(`${apiBase}${path}`, {
    method,
    headers: body === undefined ? consoleHeaders : { ...consoleHeaders, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return response.status === 204 ? (undefined as T) : await response.json()
}
