import { Agent, request as open } from 'node:http'
import { checkAnswer } from '../client.ts'
import { Random } from './random.ts'
import { type FuzzedApi, type FuzzRequest, Requests } from './requests.ts'

export type FuzzOptions = {
  baseUrl: string
  key: string
  siteHost: string
  document: FuzzedApi
  requests: number
  seed: number
  /** Number of concurrent requests. */
  parallel?: number
  slowMs?: number
  onProgress?: (done: number) => void
}
export type Fault = { request: string; answer: string; why: string }
export type FuzzReport = {
  requests: number
  byStatus: Record<string, number>
  slowestMs: number
  faults: Fault[]
}

type RawResponse = { status: number; headers: Headers; text: string }

/** Sends requests and reports every response that is a 5xx, doesn't match its schema, is slow, or missing. */
export async function fuzz({
  baseUrl,
  key,
  siteHost,
  document,
  ...options
}: FuzzOptions): Promise<FuzzReport> {
  const { requests: total, seed, parallel = 8, slowMs = 2_000, onProgress } = options
  const source = new Requests(new Random(seed), document, { key, siteHost })
  const agent = new Agent({ keepAlive: true, maxSockets: parallel })
  const report: FuzzReport = { requests: 0, byStatus: {}, slowestMs: 0, faults: [] }
  const worker = async () => {
    while (report.requests < total) {
      const number = report.requests++
      const request = source.draw(number)
      const began = performance.now()
      const answer = await send(baseUrl, request, agent).catch((error: Error) => error)
      const ms = performance.now() - began
      report.slowestMs = Math.max(report.slowestMs, ms)
      const why =
        answer instanceof Error
          ? `no answer: ${answer.message}`
          : faultOf(request, answer, document, ms > slowMs ? ms : undefined)
      if (why)
        report.faults.push({
          request: show(request),
          answer: answer instanceof Error ? '' : `${answer.status} ${answer.text.slice(0, 600)}`,
          why,
        })
      if (answer instanceof Error) continue
      report.byStatus[answer.status] = (report.byStatus[answer.status] ?? 0) + 1
      if (answer.text.length < 100_000) source.values.learn(answer.text)
      if (number % 1_000 === 999) onProgress?.(number + 1)
    }
  }
  await Promise.all(Array.from({ length: parallel }, worker))
  agent.destroy()
  return report
}

function faultOf(
  request: FuzzRequest,
  { status, headers, text }: RawResponse,
  document: FuzzedApi,
  slowMs: number | undefined,
) {
  if (status >= 500) return `status ${status}`
  if (slowMs !== undefined) return `took ${Math.round(slowMs)} ms`
  if (request.path.startsWith('/v0') && !headers.get('x-request-id')) return 'no x-request-id'
  // Rejected before routing.
  if (!request.template || [405, 414, 417, 431].includes(status)) return undefined
  try {
    const isJson = /json/.test(headers.get('content-type') ?? '')
    checkAnswer(document, request.method, request.template, {
      status,
      headers,
      body: text && isJson ? JSON.parse(text) : text,
    })
  } catch (error) {
    return (error as Error).message.slice(0, 1_000)
  }
  return undefined
}

function send(
  baseUrl: string,
  { method, path, headers, body }: FuzzRequest,
  agent: Agent,
): Promise<RawResponse> {
  const { hostname, port } = new URL(baseUrl)
  return new Promise((resolve, reject) => {
    const length: Record<string, string> =
      body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const outgoing = open(
      { hostname, port, method, path, headers: { ...headers, ...length }, agent, timeout: 15_000 },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () => {
          const pairs = Object.entries(incoming.headersDistinct).map(
            ([name, values = []]): [string, string] => [name, values.join(', ')],
          )
          resolve({
            status: incoming.statusCode ?? 0,
            headers: new Headers(pairs),
            text: Buffer.concat(chunks).toString(),
          })
        })
      },
    )
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer within 15 s')))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

function show({ method, path, headers, body }: FuzzRequest): string {
  const { 'x-api-key': _, ...shown } = headers
  return `${method} ${path.slice(0, 300)} ${JSON.stringify(shown).slice(0, 300)} ${String(body ?? '').slice(0, 800)}`
}
