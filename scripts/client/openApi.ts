import type { DescribedOperation, OpenApiDocument, Parameter, Schema } from '../../shared/openApi.ts'

/** An operation with its place in the clients: `pages.getDocument` of the SDK, `pages get-document` of the command line. */
export type ClientOperation = DescribedOperation & {
  method: string
  path: string
  noun: string
  verb: string
}

/** The response of a success: JSON of a schema, a list as JSON, text to download, a stream of events, or nothing. */
export type OperationResponse =
  | { kind: 'json' | 'list'; schema: Schema }
  | { kind: 'text' }
  | { kind: 'events' }
  | { kind: 'none' }

export function answerOf(
  { components }: OpenApiDocument,
  { responses, method }: ClientOperation,
): OperationResponse {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const [type, { schema = {} } = {}] = Object.entries(success?.content ?? {})[0] ?? []
  if (type === undefined) return { kind: 'none' }
  if (type === 'text/event-stream') return { kind: 'events' }
  if (type !== 'application/json') return { kind: 'text' }
  const { properties } = resolve(components.schemas, schema)
  const isList = method === 'GET' && properties?.items?.type === 'array'
  return { kind: isList ? 'list' : 'json', schema }
}

export function resolve(schemas: Record<string, Schema>, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : resolve(schemas, schemas[name] ?? {})
}

export function parametersIn(operation: ClientOperation, place: Parameter['in']): Parameter[] {
  return (operation.parameters ?? []).filter((parameter) => parameter.in === place)
}

/** The JSON schema of an operation's body, or `form` for a file. */
export function bodyOf({ requestBody }: ClientOperation): Schema | 'form' | undefined {
  if (!requestBody) return undefined
  const [type, { schema = {} } = {}] = Object.entries(requestBody.content)[0] ?? []
  return type === 'multipart/form-data' ? 'form' : schema
}

/** The field of the body that identifies repeated requests, which return the first result. */
export function repeatKeyOf({ components }: OpenApiDocument, operation: ClientOperation): string | undefined {
  const body = bodyOf(operation)
  if (body === undefined || body === 'form') return undefined
  const { properties = {} } = resolve(components.schemas, body)
  return ['idempotencyKey', 'clientMessageId', 'operationKey'].find((name) => name in properties)
}
