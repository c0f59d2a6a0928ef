import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { Problem } from '../../shared/problem.ts'
import type { Sign } from '../secrets/secrets.ts'
import type { Caller } from '../web/auth.ts'

const purpose = 'mcp_confirmation'

const confirmation = {
  type: 'object' as const,
  properties: { confirm: { type: 'boolean' as const, title: 'Yes, go ahead' } },
  required: ['confirm'],
}

type ConfirmationRequest = { about: unknown; caller: Caller; sign: Sign; ctx: ServerContext }

/**
 * Asks the client's user for confirmation; undefined if they agreed, or if the client can't ask. The question is
 * signed, so that its answer can't be used for another call.
 */
export function askPerson(message: string, { about, caller, sign, ctx }: ConfirmationRequest) {
  if (!canAsk(ctx)) return undefined
  const question = JSON.stringify([caller.tenantId, caller.keyId, about, message])
  const response = inputResponse(ctx.mcpReq.inputResponses, 'confirm')
  if (response.kind !== 'elicit')
    return inputRequired({
      inputRequests: { confirm: inputRequired.elicit({ message, requestedSchema: confirmation }) },
      requestState: sign(purpose, question),
    })
  const state = ctx.mcpReq.requestState<string>()
  if (typeof state !== 'string' || !sign.verify(purpose, question, state))
    throw new Problem('invalid_input', 'The answer belongs to another question. Call the tool again.')
  if (response.action === 'accept' && response.content?.confirm === true) return undefined
  const text = 'The person declined. Nothing was changed.'
  return { isError: true, content: [{ type: 'text' as const, text }] }
}

/**
 * Clients of the 2026 version send their capabilities with each request. Older ones send them once per session, and
 * this server has no sessions.
 */
function canAsk({ mcpReq }: ServerContext): boolean {
  const envelope = (mcpReq.envelope ?? {}) as Record<string, unknown>
  const capabilities = envelope[CLIENT_CAPABILITIES_META_KEY] as { elicitation?: object } | undefined
  return capabilities?.elicitation !== undefined
}
