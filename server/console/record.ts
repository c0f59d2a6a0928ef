import type { FastifyRequest } from 'fastify'
import { actorOf, originOf } from '../audit/requests.ts'
import type { NamedEvent } from '../audit/words.ts'
import { type AuditDetails, recordEvent } from '../audit/write.ts'
import type { Tx } from '../database/database.ts'
import type { Caller } from '../web/auth.ts'

/** Records sign-ins, sign-outs and changes of the user's own account. */
export function recordOwn(
  tx: Tx,
  request: FastifyRequest,
  caller: Caller,
  event: NamedEvent,
  { objectId = caller.userId ?? caller.keyId, ...more }: AuditDetails & { objectId?: string } = {},
): void {
  const { requestId, ...details } = originOf(request)
  recordEvent(tx, caller.tenantId, event, {
    actor: actorOf(caller),
    way: 'console',
    objectId,
    requestId,
    details: { ...details, ...more },
  })
}
