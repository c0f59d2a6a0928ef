type Limits = 'minLength' | 'maxLength' | 'minimum' | 'maximum' | 'minItems' | 'maxItems'

/** The parts of an OpenAPI document that the reference shows. */
export type Schema = Partial<Record<Limits, number>> & {
  $ref?: string
  type?: string | string[]
  title?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  default?: unknown
  examples?: unknown[]
  example?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}
export type Parameter = {
  name: string
  in: string
  required?: boolean
  description?: string
  schema?: Schema
  example?: unknown
}
type Content = Record<
  string,
  { schema?: Schema; example?: unknown; examples?: Record<string, { value: unknown }> }
>
type Response = { description?: string; content?: Content; $ref?: string }

type Operation = {
  operationId: string
  summary?: string
  description?: string
  tags?: string[]
  parameters?: Parameter[]
  requestBody?: { content: Content }
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
export type Chapter = { tag: string; slug: string; operations: Listed[] }

/** The document arranged for the reference. */
export class Reference {
  readonly document: OpenApiDocument
  readonly chapters: Chapter[]
  readonly events: { name: string; operation: Operation }[]
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
    const resolved = Object.entries(responses).map(([status, response]) => [
      status,
      shared[nameOf(response) ?? ''] ?? response,
    ])
    return Object.fromEntries(resolved)
  }

  /** Resolves a `$ref`. */
  resolve(schema: Schema): Schema {
    return this.document.components?.schemas?.[nameOf(schema) ?? ''] ?? schema
  }

  /** An example of a body: its own, or that of its schema. */
  exampleOf(content: Content | undefined): unknown {
    const { schema = {}, example, examples } = content?.['application/json'] ?? {}
    const shape = this.resolve(schema)
    const [first] = Object.values(examples ?? {})
    return example ?? first?.value ?? schema.examples?.[0] ?? shape.example ?? shape.examples?.[0]
  }
}

/** The name in a `$ref`. */
export function nameOf({ $ref }: { $ref?: string }): string | undefined {
  return $ref?.split('/').at(-1)
}

export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
