import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Respond = (request: IncomingMessage, response: ServerResponse) => void

/** A local server that acts as a company's site, with responses by path. */
export async function openCompanySite(answers: Record<string, string | Respond>) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    asked.push(path)
    const answer = answers[path]
    if (typeof answer === 'function') return answer(request, response)
    const mediaType = path.endsWith('.css')
      ? 'text/css'
      : path.endsWith('.svg')
        ? 'image/svg+xml'
        : 'text/html'
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': mediaType }).end(answer ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    domain: `127.0.0.1:${port}`,
    /** The requested paths. */
    asked,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export const lumenlyLogo =
  '<svg xmlns="http://www.w3.org/2000/svg" width="140" height="32" viewBox="0 0 140 32"><circle cx="16" cy="16" r="12" fill="#5b2be0"/><rect x="40" y="10" width="90" height="12" fill="#14132b"/></svg>'

/** A typical company site. */
export const lumenly: Record<string, string> = {
  '/': `<!doctype html><html lang="en-GB"><head><title>Lumenly | Light for halls that never close</title>
    <meta name="description" content="Lumenly plans and fits lighting for warehouses that never close. Ask us for a measurement.">
    <meta name="theme-color" content="#5b2be0"><link rel="stylesheet" href="/site.css"><link rel="icon" href="/icon.svg" type="image/svg+xml"></head>
    <body><header><a href="/"><img src="/logo.svg" alt="Lumenly"></a></header><h1>The same light. Half the bill.</h1></body></html>`,
  '/site.css': `:root{--color-primary:#5b2be0;--accent:#f5a623}body{font-family:"Inter",sans-serif;color:#14132b;background:#fff}
    a{color:#5b2be0}.btn{background:rgb(245, 166, 35)}`,
  '/logo.svg': lumenlyLogo,
  '/icon.svg': lumenlyLogo,
}
