import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import { type ProblemCode, problems } from '../../shared/problem.ts'
import { type PublishRule, publishRules } from './publishing.ts'
import { ProblemDocument, pathParams } from './schema.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Marks operations of the API contract; others are extensions of it. */
    isContract?: boolean
    /** The success status, see `answerAsDescribed`. */
    status?: number
    /** Problems that this operation can return, besides those implied by its schema. */
    problems?: ProblemCode[]
  }
}

/**
 * Generates the OpenAPI document from the routes, so that the documented schemas are the validated ones. `webhooks`
 * maps event names to the requests that the service sends.
 */
export async function describeRoutes(app: FastifyInstance, version: string, webhooks: object) {
  app.addHook('onRoute', (route) => {
    const { config, schema, url } = route
    if (config?.scope && schema)
      route.schema = complete(route, schema.params ? schema : { ...pathParams(url), ...schema })
  })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Foyer',
        version,
        description:
          'Personalised pages: create a page once and personalise it for every person and account.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/' }],
      components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } } },
      security: [{ apiKey: [] }],
      webhooks: webhooks as never,
    },
    transformObject: (document) =>
      ('openapiObject' in document ? shareProblems(nameSchemas(document.openapiObject)) : {}) as never,
  })
}

/** Sets the tag of operations that don't have one. */
export function tagRoutes(app: FastifyInstance, tag: string) {
  app.addHook('onRoute', ({ schema }) => {
    if (schema) schema.tags ??= [tag]
  })
}

/** Sets the response status to the documented success status, such as 201. */
export function answerAsDescribed(app: FastifyInstance) {
  app.addHook('onRoute', (route) => {
    const status = Math.min(...Object.keys(route.schema?.response ?? {}).map(Number))
    route.config = { ...route.config, status }
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.code(request.routeOptions.config.status as number)
  })
}

/** Of operations without query parameters: unknown ones are refused. */
const noQuery = { type: 'object', properties: {}, additionalProperties: false }

/** Adds what follows from an operation's schema: the required scope and the possible problems. */
function complete(route: RouteOptions, schema: FastifySchema): FastifySchema {
  const { scope, isContract, problems: own = [] } = route.config ?? {}
  const codes = new Set<ProblemCode>([
    'key_missing',
    'key_unknown',
    'scope_missing',
    'page_limited',
    'rate_limited',
    'internal_error',
    'unavailable',
  ])
  if (schema.params) codes.add('not_found')
  codes.add('invalid_input')
  // A body without a schema is still parsed where HTTP allows one.
  if (schema.body || route.method === 'DELETE')
    for (const code of ['invalid_json', 'body_too_large', 'media_type_unsupported'] as const) codes.add(code)
  const querystring = schema.querystring as { properties?: object } | undefined
  if (querystring?.properties && 'cursor' in querystring.properties) codes.add('invalid_cursor')
  for (const code of own) codes.add(code)
  const success = schema.response
    ? (schema.response as object)
    : { 204: { type: 'null', description: 'Done.' } }
  return {
    // Hidden routes follow other standards, such as SCIM.
    ...(schema.hide ? {} : { querystring: noQuery }),
    ...schema,
    response: { ...withDescriptions(success), ...problemResponses([...codes]) },
    ...describeRule(schema),
    'x-scope': scope,
    ...(isContract ? {} : { 'x-beyond-interface': true }),
  } as FastifySchema
}

/** Documents when an operation needs `publish` besides its own scope. */
function describeRule({ operationId, description = '' }: FastifySchema): { description?: string } {
  const rule: { when?: string; why: string } | undefined = publishRules[operationId as PublishRule]
  if (!rule?.when) return {}
  return { description: `${description} Needs the scope \`publish\` when ${rule.when}.`.trim() }
}

const descriptions: Record<string, string> = { 200: 'Done.', 201: 'Created.', 202: 'Accepted.' }

function withDescriptions(responses: object) {
  return Object.fromEntries(
    Object.entries(responses).map(([status, schema]) => [
      status,
      { description: descriptions[status], ...schema },
    ]),
  )
}

function problemResponses(codes: ProblemCode[]) {
  const byStatus = Map.groupBy(codes, (code) => problems[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, these]) => [
      status,
      {
        description: these.map((code) => `\`${code}\`: ${problems[code].title}.`).join(' '),
        content: { 'application/problem+json': { schema: ProblemDocument } },
      },
    ]),
  )
}

type JsonObject = { [key: string]: unknown }

/** Moves every schema with a title to components, so that generated clients get one type for each. */
function nameSchemas(document: object): object {
  const named: JsonObject = {}
  const walk = (value: unknown, inSchema: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => walk(item, inSchema))
    if (typeof value !== 'object' || value === null) return value
    const copy = Object.fromEntries(
      Object.entries(value).map(([key, child]) => [
        key,
        key === 'examples' || key === 'example' ? child : walk(child, inSchema || key === 'schema'),
      ]),
    )
    if (!inSchema || typeof copy.title !== 'string' || copy.type !== 'object') return copy
    const { description, ...schema } = copy
    named[copy.title] ??= schema
    return { $ref: `#/components/schemas/${copy.title}` }
  }
  const { components, ...rest } = walk(document, false) as { components?: JsonObject }
  return { ...rest, components: { ...components, schemas: Object.fromEntries(Object.entries(named).sort()) } }
}

type ResponseObject = { description: string; content?: JsonObject }
type Documented = {
  paths?: Record<string, Record<string, { responses: Record<string, ResponseObject | { $ref: string }> }>>
  components?: JsonObject
}

/** Moves every set of problem responses to components: most operations share a few sets. */
function shareProblems(document: Documented): Documented {
  const shared: Record<string, ResponseObject> = {}
  for (const operation of Object.values(document.paths ?? {}).flatMap(Object.values))
    for (const [status, response] of Object.entries<ResponseObject>(operation.responses)) {
      if (!response.content?.['application/problem+json']) continue
      const codes = [...response.description.matchAll(/`(\w+)`:/g)].map(([, code = '']) => toPascalCase(code))
      const name = codes.join('Or')
      shared[name] = response
      operation.responses[status] = { $ref: `#/components/responses/${name}` }
    }
  const responses = Object.fromEntries(Object.entries(shared).sort())
  return { ...document, components: { ...document.components, responses } }
}

function toPascalCase(code: string): string {
  return code.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
}
