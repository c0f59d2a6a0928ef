import { type IncomingHttpHeaders, request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

export type VisitorResponse = { status: number; headers: IncomingHttpHeaders; text: string; bytes: Buffer }
type VisitOptions = { method?: string; headers?: Record<string, string>; body?: string | Uint8Array }

/** Requests a path of a host like a browser; `fetch` would set the Host header and normalise the path. */
export function visit(
  baseUrl: string,
  host: string,
  path: string,
  { method = 'GET', headers = {}, body }: VisitOptions = {},
): Promise<VisitorResponse> {
  const { hostname, port } = new URL(baseUrl)
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, path, method, headers: { host, ...headers }, agent: false },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk) => chunks.push(chunk))
        answer.on('end', () => {
          const bytes = Buffer.concat(chunks)
          const text = bytes.length === 0 ? '' : decode(bytes, answer.headers['content-encoding'])
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, bytes })
        })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

function decode(bytes: Buffer, encoding: string | undefined): string {
  if (encoding === 'br') return brotliDecompressSync(bytes).toString()
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString()
}
