import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../database/database.ts'
import type { Caller } from '../web/auth.ts'
import { type Actor, type Cause, causes } from './cause.ts'
import { unrecorded } from './words.ts'
import { recordCauses } from './write.ts'

const longestAgent = 300

/** Records every operation that is not a read, in the transaction of its change. */
export function auditRequests(
  app: FastifyInstance,
  db: Database,
  isFromConsole: (request: FastifyRequest) => boolean,
) {
  recordCauses(db)
  app.addHook('preHandler', (request, _reply, done) => {
    const operationId = request.routeOptions.schema?.operationId as string
    if (request.method === 'GET' || request.method === 'HEAD' || operationId in unrecorded) return done()
    causes.run(causeOf(request, operationId, isFromConsole(request)), done)
  })
}

export function actorOf({ keyId, userId }: Caller): Actor {
  return userId === undefined ? { kind: 'key', id: keyId, keyId } : { kind: 'user', id: userId, keyId }
}

/** The origin of a request as recorded. */
export function originOf({ id, ip, headers }: FastifyRequest) {
  return {
    requestId: id as string,
    address: ip,
    userAgent: headers['user-agent']?.slice(0, longestAgent) ?? '',
  }
}

function causeOf(request: FastifyRequest, action: string, isConsole: boolean): Cause {
  const { caller, params, body, routeOptions } = request
  const ids = Object.entries((params ?? {}) as Record<string, string>)
    .filter(([name]) => name.endsWith('_id'))
    .map(([, id]) => id)
  return {
    tenantId: caller.tenantId,
    actor: actorOf(caller),
    way: isConsole ? 'console' : caller.isAssistant ? 'mcp' : 'api',
    action,
    ...originOf(request),
    ids,
    creates: routeOptions.config.status === 201 || routeOptions.config.status === 202,
    input: typeof body === 'object' && body !== null ? body : {},
    hidden: hiddenFields(routeOptions.schema?.body),
    isRecorded: false,
  }
}

/** Fields that the schema of a body marks as secret or personal. */
function hiddenFields(schema: unknown): string[] {
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, { writeOnly?: boolean }> }
  return Object.entries(properties).flatMap(([name, { writeOnly }]) => (writeOnly ? [name] : []))
}
