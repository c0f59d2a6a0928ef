import assert from 'node:assert/strict'

export type ConsoleAnswer = { status: number; body: any; headers: Headers }
type Sent = { method?: string; body?: unknown; headers?: Record<string, string> }

/** Headers of requests from the console. */
export const fromConsole = { 'sec-fetch-site': 'same-origin', 'x-foyer-console': '1' }

/** Behaves like a browser: keeps the cookie and sends origin headers. */
export function openBrowser(baseUrl: string, always: Record<string, string> = {}) {
  /** By name. The console has one for the session and one for the steps of a sign-in. */
  const jar = new Map<string, string>()
  const cookie = () => [...jar.values()].find((one) => one.includes('foyer-console')) ?? ''
  const send = async (path: string, { method = 'GET', body, headers = {} }: Sent = {}) => {
    const answer = await fetch(`${baseUrl}/console/api${path}`, {
      method,
      headers: {
        ...fromConsole,
        ...always,
        ...(jar.size > 0 ? { cookie: [...jar.values()].join('; ') } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ''] = set.split(';', 1)
      const [name = ''] = pair.split('=', 1)
      if (/Max-Age=0\b/.test(set)) jar.delete(name)
      else jar.set(name, pair)
    }
    const text = await answer.text()
    return { status: answer.status, body: text && JSON.parse(text), headers: answer.headers } as ConsoleAnswer
  }
  return {
    send,
    cookie,
    signIn: async (key: string) => {
      const answer = await send('/session', { method: 'POST', body: { key } })
      assert.equal(answer.status, 201, JSON.stringify(answer.body))
      return answer
    },
  }
}
