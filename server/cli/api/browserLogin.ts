import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { newRecipient } from '../../../shared/sealing.ts'
import { SignInError } from '../output.ts'
import { openBrowser } from './open.ts'

const minutes = 5

/**
 * Gets a key from the console: a page there asks the user and sends the key, encrypted, to this machine only. The
 * service stores nothing meanwhile, and the URL is useless without this process.
 */
export async function loginByBrowser(url: string): Promise<string> {
  const { publicKey, open } = await newRecipient()
  const received = Promise.withResolvers<string>()
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1')
    const sealed = pathname === '/connected' ? searchParams.get('sealed') : null
    open(sealed ?? '').then(
      (key) => {
        response.writeHead(200, headers).end(page('Your terminal is connected', 'You can close this window.'))
        received.resolve(key)
      },
      // Other pages in the browser may call this port, but can't encrypt anything for it.
      () => response.writeHead(404, headers).end(page('Nothing is here', 'Run foyer login again.')),
    )
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const timer = setTimeout(
    () => received.reject(new SignInError(`Nobody confirmed within ${minutes} minutes.`)),
    minutes * 60_000,
  )
  try {
    const port = String((server.address() as AddressInfo).port)
    const address = `${url}/console/terminal?${new URLSearchParams({ port, publicKey, machine: hostname() })}`
    process.stderr.write(`Confirm in the browser: ${address}\n`)
    if (process.stderr.isTTY) openBrowser(address)
    return await received.promise
  } finally {
    clearTimeout(timer)
    server.close()
    server.closeIdleConnections()
  }
}

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  connection: 'close',
}

function page(title: string, text: string): string {
  return `<!doctype html><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title} · Foyer</title>
<style>body{font:16px/1.5 system-ui,sans-serif;display:grid;place-content:center;min-height:90vh;text-align:center}h1{font-size:1.25rem;margin:0}p{margin:.25rem 0;opacity:.7}</style>
<h1>${title}</h1><p>${text}</p>
`
}
