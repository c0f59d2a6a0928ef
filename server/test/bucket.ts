import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A minimal S3 server: signed PUT, also in parts, GET with a range, and DELETE, with the bucket in the path. */
export async function openBucket() {
  const objects = new Map<string, Buffer>()
  /** The parts of unfinished uploads. */
  const uploads = new Map<string, Map<number, Buffer>>()
  const requests: { method: string; key: string; status: number }[] = []
  let failures = 0
  let failedPart: string | undefined
  const server = createServer(async (request, response) => {
    const { pathname: key, searchParams } = new URL(request.url ?? '', 'http://s3')
    const uploadId = searchParams.get('uploadId')
    const body = await buffer(request)
    const answer = (status: number, content: Buffer | string = '', headers = {}) => {
      requests.push({ method: request.method ?? '', key, status })
      response.writeHead(status, headers).end(content)
    }
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=reader/')) return answer(403)
    if (failures > 0 && (failedPart === undefined || searchParams.get('partNumber') === failedPart)) {
      failures--
      return answer(500)
    }
    if (request.method === 'POST' && searchParams.has('uploads')) {
      const opened = `upload-${requests.length}`
      uploads.set(opened, new Map())
      return answer(200, `<R><UploadId>${opened}</UploadId></R>`, { 'content-type': 'application/xml' })
    }
    if (uploadId !== null) return answer(...takePart(request.method, key, uploadId, searchParams, body))
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
  /** A part, the end of an upload, which names its parts, or its cancellation. */
  const takePart = (
    method: string | undefined,
    key: string,
    uploadId: string,
    search: URLSearchParams,
    body: Buffer,
  ): [number, string?, object?] => {
    const parts = uploads.get(uploadId)
    if (!parts) return [404]
    if (method === 'PUT') {
      const number = Number(search.get('partNumber'))
      parts.set(number, body)
      return [200, '', { etag: `"${number}-${body.length}"` }]
    }
    uploads.delete(uploadId)
    if (method === 'DELETE') return [204]
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)</g)].map(([, number]) => Number(number))
    objects.set(key, Buffer.concat(named.map((number) => parts.get(number) ?? Buffer.alloc(0))))
    return [200, '<R/>', { 'content-type': 'application/xml' }]
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    objects,
    uploads,
    requests,
    /** The settings of a service that uses it. */
    settings: {
      S3_BUCKET: 'foyer-files',
      S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      S3_ACCESS_KEY_ID: 'reader',
      S3_SECRET_ACCESS_KEY: 'secret',
    },
    /** Fails the next requests, or the next ones that send this part. */
    failNext(count: number, part?: number) {
      failures = count
      failedPart = part?.toString()
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
