import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

/** The body of a request; undefined if it exceeds the limit or the client disconnects. */
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
    // Always emitted, also after an error; the promise may be settled already.
    request.on('close', () => resolve(undefined))
  })
}

/** Whether a form was posted from another site, so not by a visitor of this one. */
export function isFromElsewhere(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}
