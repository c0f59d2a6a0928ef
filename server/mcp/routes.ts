import { originValidation } from '@modelcontextprotocol/fastify'
import {
  createMcpHandler,
  isLegacyRequest,
  type McpRequestContext,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem, type ProblemCode, problems } from '../../shared/problem.ts'
import type { App, AppContext } from '../context.ts'
import { safeHeaders } from '../web/errors.ts'
import type { InsideCalls, InsideRequest } from '../web/insideCalls.ts'
import { toMultipart } from './multipart.ts'
import { type Given, type OpenApiDocument, Operations, toRequest } from './operations.ts'
import { markOutsideText } from './outside.ts'
import { Running } from './running.ts'
import { openMcpServer } from './server.ts'

const bodyLimit = 2 * 1024 * 1024
const mostBatched = 20

/** MCP over streamable HTTP, without sessions: any node answers any request, for clients of both generations. */
export async function mcpRoutes(app: App, context: AppContext, insideCalls: InsideCalls) {
  const stopping = new AbortController()
  const running = new Running()
  let operations: Operations | undefined
  const openServer = ({ era, authInfo }: McpRequestContext) => {
    const request = authInfo?.extra?.request as FastifyRequest
    const send = (inside: InsideRequest) =>
      insideCalls.send(app as never, { ...request.caller, isAssistant: true }, request, inside)
    operations ??= new Operations(app.swagger() as unknown as OpenApiDocument)
    return openMcpServer({
      caller: request.caller,
      sign: context.sign,
      operations,
      isStopping: () => stopping.signal.aborted,
      call: (operationId, given) => carryOut(operations as Operations, operationId, given, send),
      upload: async (name, bytes) => read(await send(toMultipart(name, bytes))) as { fileId: string },
      signalOf: (ctx) => AbortSignal.any([stopping.signal, cancelled(era, request, ctx, running)]),
      onFault: (error) => request.log.error({ err: error }, 'tool failed'),
    })
  }
  const handler = createMcpHandler(openServer, { maxRequestBodySize: bodyLimit })
  app.addHook('preClose', async () => stopping.abort())
  app.addHook('onClose', async () => await handler.close())

  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit },
    async (_request: unknown, bytes: Buffer) => bytes,
  )
  app.addHook('onRequest', originValidation(allowedHosts(context)))
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    schema: { hide: true },
    config: { scope: 'read' },
    bodyLimit,
    handler: (request, reply) => answer(request, reply, handler, running),
  })
}

type Handler = ReturnType<typeof createMcpHandler>

async function answer(request: FastifyRequest, reply: FastifyReply, handler: Handler, running: Running) {
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

/** Undefined if it is no JSON, which the handler then says in its own words. */
function parse(bytes: Buffer | undefined): unknown {
  try {
    return bytes && JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Clients of 2026 cancel a request by closing its stream. For older ones a lost connection means nothing. */
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
  const init = {
    method,
    headers: given,
    ...(method === 'POST' && body ? { body: new Uint8Array(body as Buffer) } : {}),
  }
  const url = `http://localhost${request.url}`
  const plain = new Request(url, init)
  return (await isLegacyRequest(plain, parsedBody)) ? plain : new Request(url, { ...init, signal: closed })
}

function cancelled(
  era: McpRequestContext['era'],
  request: FastifyRequest,
  ctx: ServerContext,
  running: Running,
) {
  return era === 'modern' ? ctx.mcpReq.signal : running.begin(request, ctx.mcpReq.id)
}

/** A page in a browser may call it only if it is from the service itself; programs send no Origin. */
function allowedHosts({ publicUrl }: AppContext): string[] {
  const { hostname } = new URL(publicUrl())
  return hostname === 'localhost' ? ['localhost', '127.0.0.1', '[::1]'] : [hostname]
}

type Answered = { statusCode: number; body: string; json(): unknown }

async function carryOut(
  operations: Operations,
  operationId: string,
  given: Given = {},
  send: (request: InsideRequest) => Promise<Answered>,
) {
  const answered = await send(toRequest(operations.get(operationId), given))
  return markOutsideText(operationId, read(answered)) as never
}

function read(answered: Answered): unknown {
  const body = answered.body === '' ? undefined : answered.json()
  if (answered.statusCode < 400) return body
  const { code, detail, errors } = body as { code: string; detail: string; errors?: object[] }
  if (code in problems) throw new Problem(code as ProblemCode, detail, { errors })
  throw new Error(`an operation answered with ${answered.statusCode}`)
}
