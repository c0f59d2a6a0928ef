import { hostHeaderValidation, originValidation } from '@modelcontextprotocol/fastify'
import {
  createMcpHandler,
  isLegacyRequest,
  type McpRequestContext,
  type McpServerFactory,
} from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../shared/problem.ts'
import { safeHeaders } from '../web/errors.ts'
import { scanJson } from '../web/scanJson.ts'
import type { Running } from './running.ts'

const bodyLimit = 2 * 1024 * 1024
const mostBatched = 20

type MountOptions = {
  openServer: McpServerFactory
  running: Running
  /** Host names of pages that may call it from a browser; programs send no Origin. */
  origins: string[]
  /** Host names that are accepted; all if undefined. */
  hosts?: string[] | undefined
}

/** Serves MCP at `/mcp` over streamable HTTP, without sessions: any node answers any request. */
export function mountMcp(app: FastifyInstance, { openServer, running, origins, hosts }: MountOptions) {
  const handler = createMcpHandler(openServer, { maxRequestBodySize: bodyLimit })
  app.addHook('onClose', async () => await handler.close())
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit },
    async (_request: unknown, bytes: Buffer) => bytes,
  )
  if (hosts) app.addHook('onRequest', hostHeaderValidation(hosts))
  app.addHook('onRequest', originValidation(origins))
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    schema: { hide: true },
    config: { scope: 'read' },
    bodyLimit,
    handler: (request, reply) => answer(request, reply, handler, running),
  })
  return handler
}

/** The HTTP request that a server was opened for. */
export function requestOf({ authInfo }: McpRequestContext): FastifyRequest {
  return authInfo?.extra?.request as FastifyRequest
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  handler: ReturnType<typeof createMcpHandler>,
  running: Running,
) {
  const parsedBody = parse(request.body as Buffer | undefined)
  if (Array.isArray(parsedBody) && parsedBody.length > mostBatched)
    throw new Problem('invalid_input', `Send at most ${mostBatched} messages at once.`)
  running.cancelBy(request, parsedBody)
  const closed = new AbortController()
  reply.raw.once('close', () => closed.abort())
  const webRequest = await toWebRequest(request, parsedBody, closed.signal)
  const { keyId, scopes } = request.caller
  const authInfo = { token: '', clientId: keyId, scopes, extra: { request } }
  reply.headers(safeHeaders)
  return reply.send(await handler.fetch(webRequest, { authInfo, parsedBody }))
}

/** Undefined if the body isn't JSON; the handler then responds with its own error. */
function parse(bytes: Buffer | undefined): unknown {
  if (bytes) scanJson(bytes)
  try {
    return bytes && JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

/**
 * Clients of the 2026 version cancel a request by closing its stream. With older ones a lost connection cancels
 * nothing.
 */
async function toWebRequest(
  request: FastifyRequest,
  parsedBody: unknown,
  closed: AbortSignal,
): Promise<Request> {
  const { method, headers, body } = request
  const given = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' && name !== 'authorization' && name !== 'x-api-key'
      ? [[name, value] as [string, string]]
      : [],
  )
  const sent = method === 'POST' && body ? { body: new Uint8Array(body as Buffer) } : {}
  const url = `http://localhost${request.url}`
  const plain = new Request(url, { method, headers: given, ...sent })
  if (await isLegacyRequest(plain, parsedBody)) return plain
  return new Request(url, { method, headers: given, ...sent, signal: closed })
}
