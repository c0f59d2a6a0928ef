import assert from 'node:assert/strict'

export type ConsoleAnswer = { status: number; body: any; headers: Headers }
type Sent = { method?: string; body?: unknown; headers?: Record<string, string> }

/** Headers of requests from the console. */
export const fromConsole = { 'sec-fetch-site': 'same-origin', 'x-foyer-console': '1' }

/** Behaves like a browser: keeps the cookie and sends origin headers. */
export function openBrowser(baseUrl: string) {
  let cookie = ''
  const send = async (path: string, { method = 'GET', body, headers = {} }: Sent = {}) => {
    const answer = await fetch(`${baseUrl}/console/api${path}`, {
      method,
      headers: {
        ...fromConsole,
        ...(cookie ? { cookie } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const [set] = answer.headers.getSetCookie()
    if (set !== undefined) cookie = /Max-Age=0\b/.test(set) ? '' : (set.split(';', 1)[0] as string)
    const text = await answer.text()
    return { status: answer.status, body: text && JSON.parse(text), headers: answer.headers } as ConsoleAnswer
  }
  return {
    send,
    cookie: () => cookie,
    signIn: async (key: string) => {
      const answer = await send('/session', { method: 'POST', body: { key } })
      assert.equal(answer.status, 201, JSON.stringify(answer.body))
      return answer
    },
  }
}
