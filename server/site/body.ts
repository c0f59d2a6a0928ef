import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

/** The body of a request; undefined when it is over the limit, or when the sender went away. */
export function readBody(request: IncomingMessage, most: number): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    if (Number(request.headers['content-length']) > most) return resolve(undefined)
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= most) return void chunks.push(chunk)
      request.removeAllListeners('data').resume()
      resolve(undefined)
    })
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)))
    // Comes in any case, at the latest after an error; nobody is told of that who does not ask.
    request.on('close', () => resolve(undefined))
  })
}

/** What is posted from a page of another site was not sent by anybody who visits this one. */
export function isFromElsewhere(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}
