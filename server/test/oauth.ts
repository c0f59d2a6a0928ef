import { createServer } from 'node:https'
import { type AddressInfo, createServer as createPlainServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { certificate } from './certificate.ts'
import { fromConsole } from './console.ts'

export const publicUrl = 'https://foyer.example'
export const redirectUri = 'http://127.0.0.1:33418/done'

/** A free port, for a service whose public address names it. */
export async function findPort(): Promise<number> {
  const server = createPlainServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A browser that is signed in to the console and follows the redirects of an authorisation. */
export function openAuthorisingBrowser(baseUrl: string, sessionCookie: string, origin = publicUrl) {
  const jar = new Map([[sessionCookie.split('=', 1)[0] as string, sessionCookie]])
  const send = async (url: string, init: RequestInit = {}) => {
    const cookie = [...jar.values()].join('; ')
    const headers = { ...init.headers, cookie }
    const answer = await fetch(url.replace(origin, baseUrl), { ...init, headers, redirect: 'manual' })
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ''] = set.split(';', 1)
      jar.set(pair.split('=', 1)[0] as string, pair)
    }
    return answer
  }
  /** Opens the address of an app; returns the address of its request at the console. */
  const open = async (address: string): Promise<string> => {
    const answer = await send(address)
    const location = answer.headers.get('location') ?? ''
    if (!location.includes('/console/api/connect/'))
      throw new Error(`${answer.status} ${location} ${await answer.text()}`)
    return new URL(location, origin).href
  }
  const read = async (request: string) => {
    const answer = await send(`${request}/request`, { headers: fromConsole })
    return { status: answer.status, body: await answer.json() }
  }
  /** Decides, and returns the status and where the browser ends up. */
  const decide = async (request: string, scope: string | null) => {
    const decided = await send(`${request}/decision`, {
      method: 'POST',
      headers: { ...fromConsole, 'content-type': 'application/json' },
      body: JSON.stringify({ scope }),
    })
    const body = await decided.json()
    if (decided.status !== 200) return { status: decided.status, body }
    const resumed = await send(body.location)
    return { status: resumed.status, body, location: new URL(resumed.headers.get('location') ?? '') }
  }
  return { open, read, decide }
}

/** Publishes the metadata of an app over TLS, which this process trusts from then on. */
export async function publishApp(metadata: object = {}) {
  setDefaultCACertificates([...getCACertificates(), certificate.cert])
  let asked = 0
  const server = createServer(certificate, (_request, response) => {
    asked++
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ client_id: clientId, client_name: 'Fieldnote', ...document, ...metadata }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const clientId = `https://localhost:${port}/app.json`
  const document = { redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' }
  return {
    clientId,
    asked: () => asked,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
