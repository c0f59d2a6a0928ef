type Limits = 'minLength' | 'maxLength' | 'minimum' | 'maximum' | 'minItems' | 'maxItems'

/** The parts of an OpenAPI document that the clients and the reference are made from. */
export type Schema = Partial<Record<Limits, number>> & {
  $ref?: string
  type?: string | string[]
  title?: string
  description?: string
  const?: unknown
  default?: unknown
  format?: string
  pattern?: string
  enum?: unknown[]
  example?: unknown
  examples?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  patternProperties?: Record<string, Schema>
}
export type Parameter = {
  name: string
  in: 'query' | 'header' | 'path' | 'cookie'
  required?: boolean
  description?: string
  schema: Schema
  example?: unknown
}
type Examples = { example?: unknown; examples?: Record<string, { value: unknown }> }
export type MediaTypes = Record<string, { schema?: Schema } & Examples>
type Response = { description?: string; content?: MediaTypes; $ref?: string }
export type DescribedOperation = {
  operationId: string
  summary?: string
  description?: string
  tags?: string[]
  'x-scope'?: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: MediaTypes }
  responses: Record<string, Response>
}
export type OpenApiDocument = {
  info: { title: string; version: string; description?: string }
  paths: Record<string, Record<string, DescribedOperation>>
  webhooks?: Record<string, Record<string, DescribedOperation>>
  components: { schemas: Record<string, Schema>; responses?: Record<string, Response> }
}
