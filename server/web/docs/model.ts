import type { DescribedOperation, MediaTypes, OpenApiDocument, Schema } from '../../../shared/openApi.ts'

export type ListedOperation = DescribedOperation & { method: string; path: string }
export type Chapter = { tag: string; slug: string; operations: ListedOperation[] }

/** The OpenAPI document, arranged for the reference. */
export class Reference {
  readonly document: OpenApiDocument
  readonly chapters: Chapter[]
  readonly events: { name: string; operation: DescribedOperation }[]
  /** Problems that every operation can return; documented once. */
  readonly sharedStatuses: ReadonlySet<string>

  constructor(document: OpenApiDocument) {
    this.document = document
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
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

  #resolveResponses({ responses }: DescribedOperation): ListedOperation['responses'] {
    const shared = this.document.components.responses ?? {}
    const resolved = Object.entries(responses).map(([status, response]) => [
      status,
      shared[nameOf(response) ?? ''] ?? response,
    ])
    return Object.fromEntries(resolved)
  }

  /** Resolves a `$ref`. */
  resolve(schema: Schema): Schema {
    return this.document.components.schemas[nameOf(schema) ?? ''] ?? schema
  }

  /** An example of a body: its own, or that of its schema. */
  exampleOf(content: MediaTypes | undefined): unknown {
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
