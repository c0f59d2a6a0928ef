import type {
  FastifyBaseLogger,
  FastifyContextConfig,
  FastifySchema,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerBase,
  RouteGenericInterface,
  RouteHandlerMethod,
} from 'fastify'
import type { TObject, TString } from 'typebox'

/** The names of the parameters in a path: `/v0/pages/:page_id` has `page_id`. */
type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never
type PathParams<Path extends string> = { params: TObject<{ [Name in NamesIn<Path>]: TString }> }

declare module 'fastify' {
  interface RouteShorthandMethod<
    RawServer extends RawServerBase,
    RawRequest extends RawRequestDefaultExpression<RawServer>,
    RawReply extends RawReplyDefaultExpression<RawServer>,
    TypeProvider extends FastifyTypeProvider,
    Logger extends FastifyBaseLogger,
  > {
    /** An operation: its parameters follow from its path (`describeRoutes`). */
    <const Path extends string, const Schema extends FastifySchema>(
      path: Path,
      options: {
        schema: Schema & { operationId: string; params?: undefined }
        config: FastifyContextConfig
        validatorCompiler?: RouteShorthandOptions['validatorCompiler']
      },
      handler: RouteHandlerMethod<
        RawServer,
        RawRequest,
        RawReply,
        RouteGenericInterface,
        FastifyContextConfig,
        Schema & PathParams<Path>,
        TypeProvider,
        Logger
      >,
    ): void
  }
}

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
