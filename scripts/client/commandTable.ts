import type { CommandField, CommandOperation } from '../../server/cli/api/operations.ts'
import type { OpenApiDocument, Schema } from '../../shared/openApi.ts'
import { namedOperations } from './names.ts'
import { answerOf, bodyOf, type ClientOperation, parametersIn, resolve } from './openApi.ts'

/** The table from which the command line creates a command per operation. */
export function commandTable(document: OpenApiDocument): string {
  const rows = namedOperations(document).map((operation) => JSON.stringify(rowOf(document, operation)))
  return `[\n${rows.join(',\n')}\n]\n`
}

function rowOf(document: OpenApiDocument, operation: ClientOperation): CommandOperation {
  const { schemas } = document.components
  const answer = answerOf(document, operation)
  const given = bodyOf(operation)
  const body = given === undefined || given === 'form' ? undefined : resolve(schemas, given)
  const isWhole = body !== undefined && !(body.type === 'object' && body.properties)
  const items = 'schema' in answer ? resolve(schemas, answer.schema).properties?.items?.items : undefined
  return {
    // `foyer export accounts` reads better than `foyer exports accounts`.
    noun: operation.noun === 'exports' ? 'export' : kebab(operation.noun),
    verb: kebab(operation.verb),
    method: `${operation.noun}.${operation.verb}`,
    call: `${operation.method} ${operation.path}`,
    summary: operation.summary ?? '',
    ...(operation.description && { about: operation.description }),
    scope: operation['x-scope'] ?? 'read',
    path: parametersIn(operation, 'path').map(({ name }) => name),
    query: parametersIn(operation, 'query').map((one) => fieldOf(schemas, one.name, one.schema, one)),
    headers: parametersIn(operation, 'header').map((one) => fieldOf(schemas, one.name, one.schema, one)),
    ...(body && !isWhole && { body: bodyFields(schemas, body) }),
    ...(isWhole && { isWholeBody: true as const }),
    answer: answer.kind,
    ...(items && answer.kind === 'list' && { columns: columnsOf(schemas, resolve(schemas, items)) }),
  }
}

function bodyFields(schemas: Record<string, Schema>, { properties = {}, required = [] }: Schema) {
  return Object.entries(properties).map(([name, schema]) =>
    fieldOf(schemas, name, schema, { required: required.includes(name) }),
  )
}

function fieldOf(
  schemas: Record<string, Schema>,
  name: string,
  given: Schema,
  { required, description }: { required?: boolean; description?: string },
): CommandField {
  const schema = resolve(schemas, given)
  const about = description ?? schema.description
  const isList = schema.type === 'array'
  const one = resolve(schemas, (isList ? schema.items : schema) ?? {})
  const type = simpleType(one)
  const choices = one.enum?.filter((choice) => typeof choice === 'string')
  return {
    name,
    ...(about && { about }),
    type: isList && type === 'json' ? 'json' : type,
    ...(choices?.length && { choices }),
    ...(isList && type !== 'json' && { isList: true as const }),
    ...(required && { isRequired: true as const }),
    ...(/password|secret|apiKey/i.test(name) && { isSecret: true as const }),
  }
}

/** The format of times in the API. */
const timePattern = '^\\+[1-9]\\d{1,14}$'

function simpleType({ type, enum: choices, anyOf, pattern }: Schema): CommandField['type'] {
  if (pattern === timePattern) return 'time'
  const types = [type ?? []].flat().filter((one) => one !== 'null')
  if (types.length === 1 && types[0] === 'string') return 'string'
  if (types.length === 1 && types[0] === 'boolean') return 'boolean'
  if (types.length === 1 && (types[0] === 'integer' || types[0] === 'number')) return 'number'
  if (choices?.every((one) => typeof one === 'string')) return 'string'
  if (anyOf?.every((one) => simpleType(one) === 'string')) return 'string'
  return 'json'
}

const mostColumns = 6
/** Fields that distinguish items, in the order in which a table shows them. */
const telling =
  /^(?!\w*download|computed|custom)\w*(name|title|label|slug|email|domain|path|url|status|state|kind|type|action|reason|(?<!con)text)$/i

/** The columns of a table: the id, the fields that distinguish items, and the time of creation. */
function columnsOf(schemas: Record<string, Schema>, { properties = {} }: Schema): string[] {
  const plain = Object.entries(properties)
    .filter(([, schema]) => simpleType(resolve(schemas, schema)) !== 'json')
    .map(([name]) => name)
  const [id] = plain.filter((name) => /Id$/.test(name))
  const at = plain.includes('createdAt') ? 'createdAt' : plain.find((name) => /At$/.test(name))
  const rest = plain.filter((name) => telling.test(name) && name !== id && name !== at)
  const chosen = [...(id ? [id] : []), ...rest.slice(0, mostColumns - 2), ...(at ? [at] : [])]
  return chosen.length > 1 ? chosen : plain.slice(0, mostColumns)
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
