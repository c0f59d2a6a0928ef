import type { McpRequestContext, ServerContext } from '@modelcontextprotocol/server'
import type { OpenApiDocument } from '../../shared/openApi.ts'
import { Problem, type ProblemCode, problems } from '../../shared/problem.ts'
import type { App, AppContext } from '../context.ts'
import type { InsideCalls, InsideRequest } from '../web/insideCalls.ts'
import { mountMcp, requestOf } from './mount.ts'
import { toMultipart } from './multipart.ts'
import { type OperationInput, Operations, toRequest } from './operations.ts'
import { markOutsideText } from './outside.ts'
import { Running } from './running.ts'
import { openMcpServer } from './server.ts'

/** MCP for assistants. The tools call the routes of the API as the caller, with the caller's scopes. */
export function mcpRoutes(app: App, context: AppContext, insideCalls: InsideCalls) {
  const stopping = new AbortController()
  app.addHook('preClose', async () => stopping.abort())
  const running = new Running()
  let operations: Operations | undefined
  const openServer = (opened: McpRequestContext) => {
    const request = requestOf(opened)
    const caller = { ...request.caller, isAssistant: true as const }
    const send = async (inside: InsideRequest) => {
      // A tool can wait for minutes, and the key may be revoked meanwhile.
      if (!(await request.isStillAllowed())) throw new Problem('key_unknown', 'Access has ended.')
      return await insideCalls.send(app as never, caller, request, inside)
    }
    operations ??= new Operations(app.swagger() as unknown as OpenApiDocument)
    const cancelled = (ctx: ServerContext) =>
      opened.era === 'modern' ? ctx.mcpReq.signal : running.begin(request, ctx.mcpReq.id)
    return openMcpServer({
      caller,
      sign: context.sign,
      operations,
      isStopping: () => stopping.signal.aborted,
      call: (operationId, given) => carryOut(operations as Operations, operationId, given, send),
      upload: async (name, bytes) => read(await send(toMultipart(name, bytes))) as { fileId: string },
      signalOf: (ctx) => AbortSignal.any([stopping.signal, cancelled(ctx)]),
      onFault: (error) => request.log.error({ err: error }, 'tool failed'),
    })
  }
  const { hostname } = new URL(context.publicUrl())
  const isLocal = hostname === 'localhost'
  const origins = isLocal ? ['localhost', '127.0.0.1', '[::1]'] : [hostname]
  // Prevents DNS rebinding: another host name that resolves to this machine is refused.
  mountMcp(app as never, { openServer, running, origins, hosts: isLocal ? origins : undefined })
}

type RouteResponse = { statusCode: number; body: string; json(): unknown }

async function carryOut(
  operations: Operations,
  operationId: string,
  given: OperationInput = {},
  send: (request: InsideRequest) => Promise<RouteResponse>,
) {
  const answered = await send(toRequest(operations.get(operationId), given))
  return markOutsideText(operationId, read(answered)) as never
}

function read(answered: RouteResponse): unknown {
  const body = answered.body === '' ? undefined : answered.json()
  if (answered.statusCode < 400) return body
  const { code, detail, errors } = body as { code: string; detail: string; errors?: object[] }
  if (code in problems) throw new Problem(code as ProblemCode, detail, { errors })
  throw new Error(`an operation answered with ${answered.statusCode}`)
}
