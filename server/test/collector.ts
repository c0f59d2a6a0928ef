import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { gunzipSync } from 'node:zlib'
import {
  asDouble,
  asDoubles,
  asFixed,
  asFixeds,
  asHex,
  asMessage,
  asNumber,
  asText,
  decode,
  type Field,
  type MessageShape,
} from './protobuf.ts'

const one = (name: string, read: Field['read']): Field => ({ name, read })
const list = (name: string, shape: MessageShape): Field => ({ name, read: asMessage(shape), isList: true })

// The messages of OTLP 1, by the numbers of their fields.
const anyValue: MessageShape = {
  1: one('text', asText),
  2: one('boolean', asNumber),
  3: one('integer', asNumber),
  4: one('double', asDouble),
}
const keyValue: MessageShape = {
  1: one('key', asText),
  2: one('value', asMessage(anyValue)),
}
const attributes = list('attributes', keyValue)
/** Numbers of what a limit has dropped, and flags: always sent, also as zero. */
const number = one('number', asNumber)
const status: MessageShape = { 2: one('message', asText), 3: one('code', asNumber) }
const span: MessageShape = {
  1: one('traceId', asHex),
  2: one('spanId', asHex),
  4: one('parentSpanId', asHex),
  5: one('name', asText),
  6: one('kind', asNumber),
  7: one('start', asFixed),
  8: one('end', asFixed),
  9: attributes,
  10: number,
  12: number,
  14: number,
  15: one('status', asMessage(status)),
  16: number,
}
const logRecord: MessageShape = {
  1: one('time', asFixed),
  2: one('severity', asNumber),
  3: one('severityText', asText),
  5: one('body', asMessage(anyValue)),
  6: attributes,
  7: number,
  8: number,
  9: one('traceId', asHex),
  10: one('spanId', asHex),
  11: one('observed', asFixed),
}
const times = { 2: one('start', asFixed), 3: one('end', asFixed) }
const numberPoint: MessageShape = {
  ...times,
  4: one('value', asDouble),
  6: one('value', asFixed),
  7: attributes,
  8: number,
}
const histogramPoint: MessageShape = {
  ...times,
  4: one('count', asFixed),
  5: one('sum', asDouble),
  6: one('counts', asFixeds),
  7: one('boundaries', asDoubles),
  9: attributes,
  10: number,
}
const points = (shape: MessageShape) => list('points', shape)
const gauge: MessageShape = { 1: points(numberPoint) }
const sum: MessageShape = {
  1: points(numberPoint),
  2: one('temporality', asNumber),
  3: one('isMonotonic', asNumber),
}
const histogram: MessageShape = { 1: points(histogramPoint), 2: one('temporality', asNumber) }
const metric: MessageShape = {
  1: one('name', asText),
  2: one('help', asText),
  3: one('unit', asText),
  5: one('gauge', asMessage(gauge)),
  7: one('sum', asMessage(sum)),
  9: one('histogram', asMessage(histogram)),
}
/** A request lists resources, these list scopes, and these list items. */
const requestOf = (item: MessageShape): MessageShape => {
  const scope: MessageShape = { 1: one('name', asText), 2: one('version', asText) }
  const ofScope: MessageShape = {
    1: one('scope', asMessage(scope)),
    2: list('items', item),
  }
  const resource: MessageShape = { 1: attributes, 2: number }
  const ofResource: MessageShape = {
    1: one('resource', asMessage(resource)),
    2: list('scopes', ofScope),
  }
  return { 1: list('resources', ofResource) }
}
const signals = { traces: requestOf(span), metrics: requestOf(metric), logs: requestOf(logRecord) }
type Signal = keyof typeof signals

export type Attributes = Record<string, unknown>

/** A receiver of OTLP over HTTP, which decodes what a collector would get, and keeps its bytes. */
export async function openCollector() {
  const items: Record<Signal, any[]> = { traces: [], metrics: [], logs: [] }
  const resources: Attributes[] = []
  let bytes = ''
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const sent = Buffer.concat(chunks)
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent
    const signal = /^\/v1\/(traces|metrics|logs)$/.exec(request.url ?? '')?.[1] as Signal | undefined
    if (!signal || request.headers['content-type'] !== 'application/x-protobuf')
      return response.writeHead(404).end()
    bytes += body.toString('latin1') + body.toString('utf8')
    for (const { resource, scopes } of decode(signals[signal], body).resources) {
      resources.push(toObject(resource.attributes))
      for (const scope of scopes) for (const item of scope.items) items[signal].push(flatten(item))
    }
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...items,
    resources,
    /** Everything that was received, to search it. */
    everything: () => bytes,
  }
}

function flatten(item: any) {
  return { ...item, attributes: toObject(item.attributes), ...(item.body ? { body: item.body.text } : {}) }
}

function toObject(pairs: { key: string; value: object }[] = []): Attributes {
  return Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0]]))
}
