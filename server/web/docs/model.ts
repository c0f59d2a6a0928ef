/** The parts of an OpenAPI document that the reference shows. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  title?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  default?: unknown
  examples?: unknown[]
  example?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  contentMediaType?: string
}

export type Parameter = {
  name: string
  in: string
  required?: boolean
  description?: string
  schema?: Schema
  example?: unknown
}
type Content = Record<string, { schema?: Schema; example?: unknown }>
type Response = { description?: string; content?: Content; $ref?: string }

export type Operation = {
  operationId: string
  summary?: string
  description?: string
  tags?: string[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, Response>
  'x-scope'?: string
}

export type OpenApiDocument = {
  info: { title: string; version: string; description?: string }
  paths?: Record<string, Record<string, Operation>>
  webhooks?: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema>; responses?: Record<string, Response> }
}

export type Listed = Operation & { method: string; path: string }
export type Event = { name: string; operation: Operation }
export type Chapter = { tag: string; slug: string; operations: Listed[] }

/** The document arranged for the reference. */
export class Reference {
  readonly document: OpenApiDocument
  readonly chapters: Chapter[]
  /** Webhook events. */
  readonly events: Event[]
  /** Problems that every operation can return; documented once. */
  readonly sharedStatuses: ReadonlySet<string>

  constructor(document: OpenApiDocument) {
    this.document = document
    const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        responses: this.#resolveResponses(operation),
        method: method.toUpperCase(),
        path,
      })),
    )
    const byTag = Map.groupBy(operations, ({ tags }) => tags?.[0] ?? 'Other')
    this.chapters = [...byTag].map(([tag, listed]) => ({ tag, slug: slugOf(tag), operations: listed }))
    this.events = Object.entries(document.webhooks ?? {}).flatMap(([name, methods]) =>
      Object.values(methods).map((operation) => ({ name, operation })),
    )
    this.sharedStatuses = new Set(
      ['401', '403', '429', '500', '503'].filter(
        (status) => new Set(operations.map(({ responses }) => responses[status]?.description)).size === 1,
      ),
    )
  }

  #resolveResponses({ responses }: Operation): Operation['responses'] {
    const shared = this.document.components?.responses ?? {}
    return Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [
        status,
        shared[response.$ref?.split('/').at(-1) ?? ''] ?? response,
      ]),
    )
  }

  /** Resolves a `$ref`. */
  resolve(schema: Schema): Schema {
    const name = schema.$ref?.split('/').at(-1)
    return (name && this.document.components?.schemas?.[name]) || schema
  }
}

function slugOf(tag: string): string {
  return tag.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}
