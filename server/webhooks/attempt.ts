import { type Dispatcher, request } from 'undici'
import { AddressRefused } from '../web/outbound.ts'
import type { DueDelivery } from './due.ts'
import { readRetryAfter } from './schedule.ts'
import { signedHeaders } from './signature.ts'

export type ReceiverResponse = {
  /** Null if there was no response. */
  status: number | null
  tookMs: number
  retryAfterMs: number
  /** Null on success. Shown to the subscription's owner, so it reveals nothing about our network. */
  error: string | null
}

/** Only the status matters; this much of a body is read so that the connection can be reused. */
const mostBytesRead = 16 * 1024

export function bodyOf({ deliveryId, type, createdAt, tenantId, data }: DueDelivery): string {
  const [id, kind, timestamp, tenant] = [deliveryId, type, createdAt, tenantId].map((one) =>
    JSON.stringify(one),
  )
  return `{"id":${id},"type":${kind},"timestamp":${timestamp},"tenantId":${tenant},"data":${data}}`
}

/** Sends one request to a receiver. */
export async function attempt(
  outbound: Dispatcher,
  delivery: DueDelivery,
  timeoutMs: number,
  at: Date,
  stop: AbortSignal,
): Promise<ReceiverResponse> {
  const began = performance.now()
  const took = () => Math.round(performance.now() - began)
  const body = bodyOf(delivery)
  const limit = new AbortController()
  const onStop = () => limit.abort(stop.reason)
  if (stop.aborted) onStop()
  stop.addEventListener('abort', onStop)
  // `AbortSignal.timeout` would keep running after the response: at 3,000 deliveries a second, 45,000 timers.
  const timer = setTimeout(() => limit.abort(new DOMException('', 'TimeoutError')), timeoutMs)
  try {
    const {
      statusCode,
      headers,
      body: answer,
    } = await request(delivery.url, {
      method: 'POST',
      dispatcher: outbound,
      signal: limit.signal,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Foyer-Webhooks/1',
        ...signedHeaders(delivery.secrets, delivery.deliveryId, body, at),
      },
      body,
    })
    await answer.dump({ limit: mostBytesRead }).catch(() => {})
    const error = faultOfStatus(statusCode)
    const retryAfterMs = error === null ? 0 : readRetryAfter(headers['retry-after'], at)
    return { status: statusCode, tookMs: took(), retryAfterMs, error }
  } catch (error) {
    return { status: null, tookMs: took(), retryAfterMs: 0, error: faultOfError(error, timeoutMs) }
  } finally {
    clearTimeout(timer)
    stop.removeEventListener('abort', onStop)
  }
}

function faultOfStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null
  const redirects = status >= 300 && status < 400
  return `The receiver responded with ${status}${redirects ? '; redirects are not followed' : ''}.`
}

function faultOfError(error: unknown, timeoutMs: number): string {
  if (error instanceof AddressRefused) return error.message
  const { name, code } = error as { name?: string; code?: unknown }
  if (name === 'TimeoutError') return `There was no response within ${timeoutMs / 1000} s.`
  return typeof code === 'string' ? `The connection failed (${code}).` : 'The connection failed.'
}
