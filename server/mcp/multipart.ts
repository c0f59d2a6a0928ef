import { randomBytes } from 'node:crypto'
import type { InsideRequest } from '../web/insideCalls.ts'

/** The request that uploads a file. */
export function toMultipart(name: string, bytes: Buffer): InsideRequest {
  const boundary = randomBytes(16).toString('hex')
  const safeName = name.replaceAll(/["\\\p{Cc}]/gu, '_')
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${safeName}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  return {
    method: 'POST',
    url: '/v0/files',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}
