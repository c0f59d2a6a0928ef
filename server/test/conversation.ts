import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from './client.ts'

/** Waits until no run of the audience is pending or running. */
export async function settled(client: Client, path: string) {
  for (let tries = 0; tries < 800; tries++) {
    const { body } = await client.get(path)
    if (!['pending', 'queued', 'processing'].includes(body.status)) return body
    await sleep(25)
  }
  throw new Error('the runs did not end')
}

/**
 * Sends a message to an audience and returns the resulting version, the answer, and the document, or the published one
 * if it has none.
 */
export async function converse(client: Client, path: string, message: string, more: object = {}) {
  await client.post(`${path}/messages`, { message, ...more })
  const { latestVersion: version, publishedVersion } = await settled(client, path)
  const [answer] = (await client.get(`${path}/messages`)).body.items
  const shown = version.status === 'cancelled' ? publishedVersion : version
  const document = (await client.get(`${path}/versions/${shown.versionId}/document`)).body
  return { version, answer, document }
}

export type Seen = { id: string; event: string; data: any }

/** Opens the event stream of an audience; `until` collects events up to a given one. */
export async function watch(url: string, key: string, lastEventId?: string) {
  const headers = { 'x-api-key': key, ...(lastEventId ? { 'last-event-id': lastEventId } : {}) }
  const response = await fetch(url, {
    headers,
    signal: AbortSignal.timeout(20_000),
  })
  assert.equal(response.headers.get('content-type'), 'text/event-stream')
  return {
    async until(isLast: (seen: Seen) => boolean): Promise<Seen[]> {
      const seen: Seen[] = []
      let text = ''
      for await (const chunk of response.body as ReadableStream<Uint8Array>) {
        text += Buffer.from(chunk).toString()
        const parts = text.split('\n\n')
        text = parts.pop() ?? ''
        for (const part of parts) {
          const fields = Object.fromEntries(part.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)))
          if (!fields.event) continue
          const one = { id: fields.id, event: fields.event, data: JSON.parse(fields.data) }
          seen.push(one)
          if (isLast(one)) return seen
        }
      }
      throw new Error(`the stream ended after ${JSON.stringify(seen)}`)
    },
  }
}
