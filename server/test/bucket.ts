import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A minimal S3 server: signed PUT, GET with a range, and DELETE, with the bucket in the path. */
export async function openBucket() {
  const objects = new Map<string, Buffer>()
  const requests: { method: string; key: string; status: number }[] = []
  let failures = 0
  const server = createServer(async (request, response) => {
    const key = new URL(request.url ?? '', 'http://s3').pathname
    const body = await buffer(request)
    const answer = (status: number, content: Buffer | string = '', headers = {}) => {
      requests.push({ method: request.method ?? '', key, status })
      response.writeHead(status, headers).end(content)
    }
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=reader/')) return answer(403)
    if (failures > 0) {
      failures--
      return answer(500)
    }
    if (request.method === 'PUT') {
      objects.set(key, body)
      return answer(200)
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return answer(204)
    }
    const found = objects.get(key)
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    if (!found)
      return answer(404, '<Error><Code>NoSuchKey</Code></Error>', { 'content-type': 'application/xml' })
    if (start && end) return answer(206, found.subarray(Number(start), Number(end) + 1))
    answer(200, found)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    objects,
    requests,
    /** The settings of a service that uses it. */
    settings: {
      S3_BUCKET: 'foyer-files',
      S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      S3_ACCESS_KEY_ID: 'reader',
      S3_SECRET_ACCESS_KEY: 'secret',
    },
    failNext(count: number) {
      failures = count
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
