import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import findMyWay, { type HTTPMethod } from 'find-my-way'
import { Problem } from '../../shared/problem.ts'
import { isDatabaseGone, whyUnavailable } from '../database/database.ts'
import type { RequestHead } from './requestHead.ts'
import { newRequestId } from './requestId.ts'

/** Fastify's own errors as problems. Errors not listed here are internal errors. */
const fromFastify: Record<string, () => Problem> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new Problem('media_type_unsupported', 'Send application/json.'),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new Problem('body_too_large', 'The body is larger than 1 MiB.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new Problem('invalid_json', 'The length of the body differs from Content-Length.'),
  FST_ERR_BAD_URL: () => new Problem('route_not_found', 'The URL is not validly encoded.'),
  FST_ERR_MAX_PARAM_LENGTH: () => new Problem('route_not_found', 'A part of the URL is too long.'),
  FST_ERR_CTP_INVALID_JSON_BODY: () =>
    new Problem('invalid_json', 'The body cannot be read as JSON in UTF-8.'),
  FST_REQ_FILE_TOO_LARGE: () => new Problem('body_too_large', 'The file is larger than 20 MiB.'),
  FST_FILES_LIMIT: () => new Problem('invalid_input', 'Send one file, in the field `file`.'),
  FST_PARTS_LIMIT: () => new Problem('invalid_input', 'Send one file, in the field `file`.'),
  FST_FIELDS_LIMIT: () => new Problem('invalid_input', 'Send one file, in the field `file`.'),
  FST_INVALID_MULTIPART_CONTENT_TYPE: () =>
    new Problem('media_type_unsupported', 'Send multipart/form-data with one field `file`.'),
}

export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  const known = fromFastify[(error as FastifyError)?.code]
  if (known) return known()
  const fault = whyUnavailable(error)
  if (fault) return new Problem('unavailable', `${fault} Nothing was changed.`, {}, { 'retry-after': '30' })
  if (isDatabaseGone(error))
    return new Problem('unavailable', 'The database cannot be reached.', {}, { 'retry-after': '5' })
  return new Problem('internal_error', 'The request could not be completed. Nothing was changed.')
}

/** Sent with every API response: it must not be cached, and its content type must not be guessed. */
export const safeHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

function hasDisconnected({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: unknown) {
  const problem = toProblem(error)
  // The client has disconnected and won't read this response.
  if (hasDisconnected(request)) request.log.debug({ err: error }, 'client hung up')
  // Refusals such as "the service is stopping" are expected, so their stack is not logged.
  else if (problem.status >= 500 && error instanceof Problem)
    request.log.info({ code: problem.code, detail: problem.message }, 'request refused')
  else if (problem.status >= 500) request.log.error({ err: error }, 'request failed')
  if (problem.code === 'body_too_large') drainBody(request, reply)
  return (
    reply
      .code(problem.status)
      // Also set here, because requests that the router rejects are answered before any hook runs.
      .headers({ ...safeHeaders, 'x-request-id': request.id, ...problem.headers })
      .type('application/problem+json')
      .serializer(JSON.stringify)
      .send(problem.toDocument(request.id))
  )
}

/** How much of an oversized body is read and discarded, and for how long. */
const mostDrained = { bytes: 64 * 1024 * 1024, ms: 10_000 }

/**
 * Reads and discards the rest of a body. Closing the connection while the client is still sending would reset it, and
 * the client would see a socket error instead of the response.
 */
function drainBody({ raw }: FastifyRequest, reply: FastifyReply): void {
  // Fastify asks to close the connection, which draining makes unnecessary.
  reply.removeHeader('connection')
  let left = mostDrained.bytes
  const timer = setTimeout(() => raw.destroy(), mostDrained.ms).unref()
  raw.once('close', () => clearTimeout(timer))
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) raw.destroy()
  })
  raw.once('end', () => clearTimeout(timer))
  raw.resume()
}

/** Answers every failure with a problem document; distinguishes a wrong method from an unknown path. */
export function answerProblems(app: FastifyInstance) {
  const routes: [HTTPMethod, string][] = []
  app.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat() as HTTPMethod[]) routes.push([name, url])
  })
  // Made for the first unknown path: making it takes a tenth of the time of a start.
  let router: ReturnType<typeof openRouter> | undefined
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, error))
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    router ??= openRouter(routes)
    const allowed = router.methodsOf(path)
    // Shows a rewritten request with the URL that the caller used.
    const shown = request.originalUrl.split('?', 1)[0]?.slice(0, 200)
    return sendProblem(
      request,
      reply,
      allowed.length > 0
        ? new Problem(
            'method_not_allowed',
            `${request.method} is not supported at ${shown}.`,
            {},
            { allow: allowed.join(', ') },
          )
        : new Problem('route_not_found', `No route matches ${shown}.`),
    )
  })
}

function openRouter(routes: [HTTPMethod, string][]) {
  const router = findMyWay()
  for (const [method, url] of routes) if (!router.findRoute(method, url)) router.on(method, url, () => {})
  const methods = [...new Set(routes.map(([method]) => method))]
  return { methodsOf: (path: string) => methods.filter((method) => router.find(method, path)) }
}

/**
 * Why a request can't be routed by its host. If it has two Host headers, or the URL and the header differ, a proxy may
 * interpret it differently.
 */
export function faultOfHost(
  { url = '', httpVersion }: IncomingMessage,
  { host, hasSeveralHosts }: RequestHead,
): Problem | undefined {
  if (host === undefined && httpVersion !== '1.0')
    return new Problem('malformed_request', 'The request has no Host header.')
  if (hasSeveralHosts) return new Problem('malformed_request', 'The request has several Host headers.')
  if (!url.startsWith('/') && url !== '*' && !isSameHost(url, host))
    return new Problem('malformed_request', 'The Host header differs from the host in the URL.')
}

/** The methods the router knows. Node parses others too, such as QUERY, on which the router fails. */
const routedMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export function faultOfMethod({ method = '' }: IncomingMessage): Problem | undefined {
  if (routedMethods.has(method)) return undefined
  const allow = { allow: [...routedMethods].join(', ') }
  return new Problem('method_not_allowed', `${method} is not supported here.`, {}, allow)
}

function isSameHost(url: string, host: string | undefined): boolean {
  const parsed = URL.parse(url)
  return (
    host !== undefined && parsed !== null && parsed.host === URL.parse(`${parsed.protocol}//${host}`)?.host
  )
}

/** Sends a problem for a request that did not reach the router. */
export function sendEarly(response: ServerResponse, problem: Problem) {
  const requestId = newRequestId()
  response
    .writeHead(problem.status, {
      ...safeHeaders,
      'x-request-id': requestId,
      'content-type': 'application/problem+json',
      connection: 'close',
      ...problem.headers,
    })
    .end(JSON.stringify(problem.toDocument(requestId)))
}

/** Answers connections without a valid request: not HTTP, headers too large, sender too slow. */
export function answerBadConnection(error: Error & { code?: string }, socket: Socket) {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const problem =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new Problem('headers_too_large', 'The request head is larger than 16 KiB.')
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? new Problem('request_too_slow', 'The request did not arrive in time.')
        : new Problem('malformed_request', 'The request cannot be read as HTTP.')
  endWithProblem(socket, problem)
}

/** Answers CONNECT, for which Node closes the connection without a response: Foyer is not a proxy. */
export function refuseTunnel(_request: IncomingMessage, socket: Duplex) {
  socket.on('error', () => socket.destroy())
  const allow = { allow: [...routedMethods].join(', ') }
  endWithProblem(socket, new Problem('method_not_allowed', 'CONNECT is not supported here.', {}, allow))
}

/** Writes a problem directly to a socket. */
function endWithProblem(socket: Duplex, problem: Problem) {
  const requestId = newRequestId()
  const body = JSON.stringify(problem.toDocument(requestId))
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    `x-request-id: ${requestId}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    ...Object.entries(problem.headers).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
