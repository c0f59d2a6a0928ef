import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { FairQueue } from '../threads/fairQueue.ts'

/**
 * Sends a document that was validated when it was stored. A schema-based serialiser tries fifteen block types for each
 * block, which takes 15 ms for a typical page; this takes 0.05 ms.
 */
export function sendDocument<T extends FastifyReply>(reply: T, body: unknown) {
  return reply.type('application/json; charset=utf-8').serializer(JSON.stringify).send(body)
}

/** Sends JSON that was written elsewhere. */
export function sendJson<T extends FastifyReply>(reply: T, { buffer, byteOffset, byteLength }: Uint8Array) {
  const bytes = Buffer.from(buffer, byteOffset, byteLength)
  return reply.type('application/json; charset=utf-8').send(bytes as never)
}

/** Each export reads and writes rows alternately with all requests; one with a slow reader holds its slot for long. */
export const exporting = new FairQueue({ of: 'exports', atOnce: 32, ofTenant: 2, waiting: 8 })

/** Spreadsheets need it to read a CSV file as UTF-8. */
export const byteOrderMark = '\ufeff'

export async function sendCsv<T extends FastifyReply>(
  reply: T,
  name: string,
  text: string | AsyncIterable<string>,
) {
  return await sendFile(reply, `${name}.csv`, text)
}

const mediaTypes = { csv: 'text/csv; charset=utf-8', jsonl: 'application/jsonl; charset=utf-8' }

/** Sends a file for download. A streamed one counts as an export until its response closes. */
export async function sendFile<T extends FastifyReply>(
  reply: T,
  name: `${string}.${keyof typeof mediaTypes}`,
  text: string | AsyncIterable<string>,
) {
  if (typeof text !== 'string') {
    const leave = await exporting.enter(reply.request.tenantId)
    if (reply.raw.destroyed) leave()
    else reply.raw.once('close', leave)
  }
  return reply
    .header('content-disposition', `attachment; filename="${name}"`)
    .type(mediaTypes[name.slice(name.lastIndexOf('.') + 1) as keyof typeof mediaTypes])
    .send(typeof text === 'string' ? text : Readable.from(text))
}
