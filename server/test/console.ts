import assert from 'node:assert/strict'

export type ConsoleAnswer = { status: number; body: any; headers: Headers }
type Sent = { method?: string; body?: unknown; headers?: Record<string, string> }

/** What a browser adds to a request that the console makes. */
export const fromConsole = { 'sec-fetch-site': 'same-origin', 'x-foyer-console': '1' }

/** A browser as far as the server can tell: it keeps the cookie and says where its requests come from. */
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
