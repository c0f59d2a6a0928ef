import type { FastifyContextConfig, FastifySchema } from 'fastify'

/** The schemas of an operation's request and response, and its rules. */
type OperationDetails = FastifySchema &
  Pick<FastifyContextConfig, 'scope' | 'confirms' | 'isContract' | 'problems'>

/**
 * The options of a route under /v0. The schemas describe it in the OpenAPI document, validate its requests and write its
 * responses.
 */
export function operation<D extends OperationDetails>(operationId: string, summary: string, details: D) {
  const { scope, confirms, isContract, problems, ...schema } = details
  const config: FastifyContextConfig = {
    ...(scope && { scope }),
    ...(confirms && { confirms }),
    ...(isContract && { isContract }),
    ...(problems && { problems }),
  }
  return { schema: { operationId, summary, ...schema }, config }
}
