import type { DescribedOperation, OpenApiDocument, Parameter } from '../../shared/openApi.ts'
import { Problem } from '../../shared/problem.ts'
import { allows, type Scope } from '../web/auth.ts'
import type { InsideRequest } from '../web/insideCalls.ts'
import { type PublishRule, publishRules } from '../web/publishing.ts'

export type ApiOperation = {
  operationId: string
  summary: string
  description: string
  tag: string
  scope: Scope
  method: InsideRequest['method']
  path: string
  parameters: Parameter[]
  body: object | undefined
  /** Why it may change what visitors see. */
  publishes: string | undefined
}

/** The operations of the API that take and return JSON; streams, uploads and files need HTTP. */
export class Operations {
  readonly #byId: Map<string, ApiOperation>
  readonly #schemas: Record<string, object>

  constructor({ paths, components }: OpenApiDocument) {
    this.#schemas = components.schemas
    const all = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, described]) =>
        isJson(described) ? [toOperation(path, method, described)] : [],
      ),
    )
    this.#byId = new Map(all.map((operation) => [operation.operationId, operation]))
  }

  get(operationId: string): ApiOperation {
    const found = this.#byId.get(operationId)
    if (found) return found
    const detail = `There is no operation ${operationId.slice(0, 100)}. Find its name with search_operations.`
    throw new Problem('not_found', detail)
  }

  /** The operations that the scopes allow and that contain most words of the query, best match first. */
  search(query: string, scopes: readonly Scope[], most: number): ApiOperation[] {
    const words = query
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter(Boolean)
      .slice(0, 20)
    return [...this.#byId.values()]
      .filter(({ scope }) => allows(scopes, scope))
      .map((operation) => ({ operation, score: scoreOf(operation, words) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, most)
      .map(({ operation }) => operation)
  }

  /** The schema of a body with the schemas it refers to, down to the depth that a request needs, without examples. */
  describeBody({ body }: ApiOperation): unknown {
    return body && this.#resolve(body, 4)
  }

  #resolve(value: unknown, depth: number): unknown {
    if (Array.isArray(value)) return value.slice(0, 40).map((each) => this.#resolve(each, depth))
    if (typeof value !== 'object' || value === null) return value
    const { $ref } = value as { $ref?: string }
    const name = $ref?.slice($ref.lastIndexOf('/') + 1)
    if (name !== undefined) return depth > 0 ? this.#resolve(this.#schemas[name], depth - 1) : { title: name }
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => key !== 'examples' && key !== 'example' && key !== 'pattern')
        .map(([key, each]) => [key, this.#resolve(each, depth)]),
    )
  }
}

function isJson({ requestBody, responses }: DescribedOperation): boolean {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content
  const [sent, received] = [requestBody?.content, success].map((content) => Object.keys(content ?? {}))
  return [...(sent ?? []), ...(received ?? [])].every((type) => type === 'application/json')
}

function toOperation(path: string, method: string, described: DescribedOperation): ApiOperation {
  const { operationId, summary = '', description = '', tags = [], parameters = [], requestBody } = described
  const rule = publishRules[operationId as PublishRule] as { why: string } | undefined
  return {
    operationId,
    summary,
    description,
    tag: tags[0] ?? '',
    scope: described['x-scope'] as Scope,
    method: method.toUpperCase() as ApiOperation['method'],
    path,
    parameters: parameters.filter((parameter) => parameter.in !== 'header'),
    body: requestBody?.content['application/json']?.schema,
    publishes: rule?.why,
  }
}

/** A word in the name counts more than in the summary, and there more than in the description. */
function scoreOf({ operationId, summary, description, tag }: ApiOperation, words: string[]): number {
  const places: [string, number][] = [
    [operationId.toLowerCase(), 4],
    [`${summary} ${tag}`.toLowerCase(), 3],
    [description.toLowerCase(), 1],
  ]
  return words.reduce((sum, word) => {
    const stem = word.length > 3 ? word.replace(/(ies|es|s|ing|ed)$/, '') : word
    const found = places.find(([text]) => text.includes(stem))
    return sum + (found?.[1] ?? 0)
  }, 0)
}

export type OperationInput = {
  path?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
}

/** The request of an operation. Throws if a part of its path is missing. */
export function toRequest(
  operation: ApiOperation,
  { path = {}, query = {}, body, headers }: OperationInput,
): InsideRequest {
  const url = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name]
    if (typeof value !== 'string' || value === '')
      throw new Problem('invalid_input', `${operation.operationId} needs \`${name}\` in \`path\`.`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null)
      for (const each of [value].flat()) search.append(name, String(each))
  return {
    method: operation.method,
    url: search.size > 0 ? `${url}?${search}` : url,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
}
