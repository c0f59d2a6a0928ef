import { Type } from 'typebox'
import { Problem } from '../../../shared/problem.ts'
import type { ApiOperation, Operations } from '../operations.ts'
import { selectFields } from '../select.ts'
import { defineTool, refuseOperation, Select, text } from '../tool.ts'

const mostFound = 5
/** Longer results don't fit into an assistant's context. */
const longestResult = 100_000

const searchOperations = defineTool('search_operations', 'read', {
  title: 'Search all operations',
  description: 'Finds operations of the whole API that no other tool covers, with what they take.',
  input: { query: Type.String({ minLength: 1, maxLength: 200 }) },
  output: { operations: Type.Array(Type.Object({ operationId: text })) },
  async run({ query }, { operations, scopes }) {
    const found = operations.search(query, scopes, mostFound)
    return { result: { operations: found.map((operation) => describe(operation, operations)) } }
  },
})

function describe(operation: ApiOperation, operations: Operations) {
  const { operationId, summary, description, scope, parameters, method } = operation
  return {
    operationId,
    summary,
    description,
    scope,
    reads: method === 'GET',
    parameters: parameters.map((parameter) => ({
      name: parameter.name,
      in: parameter.in,
      required: parameter.required ?? false,
      schema: parameter.schema,
    })),
    body: operations.describeBody(operation),
  }
}

const Fields = Type.Optional(Type.Record(Type.String({ maxLength: 100 }), Type.Unknown()))

const callOperation = defineTool('call_operation', 'read', {
  reads: false,
  title: 'Call an operation',
  description:
    'Carries out an operation that search_operations found. `select` keeps fields, such as items.name.',
  destroys: true,
  input: {
    operationId: Type.String({ minLength: 1, maxLength: 100 }),
    path: Fields,
    query: Fields,
    body: Fields,
    select: Select,
  },
  output: { operationId: text, result: Type.Optional(Type.Unknown()) },
  async run({ operationId, path, query, body, select }, { operations, scopes, call, confirm }) {
    const operation = operations.get(operationId)
    refuseOperation(operation, scopes)
    const { publishes, method, summary } = operation
    if (publishes || method === 'DELETE') {
      const asked = confirm(`${summary}?${publishes ? ` Then ${publishes}.` : ''}`)
      if (asked) return asked
    }
    const answer = await call(operationId, { path: path as Record<string, string>, query, body })
    const result = selectFields(answer ?? null, select)
    const shown = JSON.stringify(result)
    if (shown.length > longestResult && method === 'GET')
      throw new Problem(
        'invalid_input',
        `The result has ${shown.length} characters. Keep fewer fields with select, or fewer rows with limit.`,
      )
    return {
      content: [{ type: 'text' as const, text: shown }],
      structuredContent: { operationId, result },
    }
  },
})

export const operationTools = [searchOperations, callOperation]
