import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { type ContractOperation, type ContractShape, operations, shapes } from './apiContract.ts'

type Json = any
const document: Json = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'))

function findOperation(name: string): Json {
  const [method, path] = name.split(' ') as [string, string]
  return document.paths[path]?.[method.toLowerCase()]
}

function resolve(schema: Json): Json {
  return schema?.$ref ? resolve(document.components.schemas[schema.$ref.split('/').at(-1)]) : schema
}

/** The type of a schema in the words of `apiContract.ts`. */
function typeOf(schema: Json): string {
  const target = resolve(schema)
  const options = (target.anyOf ?? []).map(resolve)
  if (options.length === 2 && options[1].type === 'null') return `${typeOf(options[0])}|null`
  const [type, orNull] = [target.type].flat()
  if (orNull === 'null')
    return `${typeOf({ ...target, type, enum: target.enum?.filter((one: unknown) => one !== null) })}|null`
  if (target.enum) return [...target.enum].sort().join('/')
  if (target.const) return target.const
  if (target.pattern === '^\\+[1-9]\\d{1,14}$') return 'timestamp'
  if (target.format === 'date-time') return 'date-time'
  if (type === 'array') return arrayType(target.items)
  return type
}

function arrayType(items: Json): string {
  if (!items || Object.keys(items).length === 0) return 'array'
  return `${items.$ref ? items.$ref.split('/').at(-1) : typeOf(items)}[]`
}

function withBounds(schema: Json): string {
  const { minLength, maxLength, minimum, maximum, default: fallback } = resolve(schema)
  const type = typeOf(schema)
  const [least, most] = [minLength ?? minimum, maxLength ?? maximum]
  return `${type}${least || most ? ` ${least || ''}..${most ?? ''}` : ''}${fallback === '' ? " =''" : ''}`
}

function assertShape(schema: Json, shape: ContractShape, where: string, wantBounds = false) {
  const target = resolve(schema)
  assert.equal(target.additionalProperties, false, `${where} forbids other fields`)
  const names = Object.keys(shape).map((name) => name.replace('?', ''))
  assert.deepEqual(
    Object.keys(target.properties ?? {}).sort(),
    names.sort(),
    `${where} has exactly these fields`,
  )
  for (const [key, type] of Object.entries(shape)) {
    const name = key.replace('?', '')
    assert.equal(
      target.required?.includes(name) ?? false,
      !key.endsWith('?'),
      `${where}.${name}: required mark`,
    )
    assertType(target.properties[name], type, `${where}.${name}`, wantBounds)
  }
}

function assertType(schema: Json, type: string, where: string, wantBounds: boolean) {
  if (type.startsWith('{')) {
    const fields = type
      .slice(1, -1)
      .split(', ')
      .map((field) => field.split(': ') as [string, string])
    return assertShape(schema, Object.fromEntries(fields), where)
  }
  // Where the API says no more than `string`, a closed list of strings is one.
  if (type === 'string' && [resolve(schema).type].flat()[0] === 'string' && resolve(schema).enum) return
  if (shapes[type]) return assertShape(schema, shapes[type], where)
  const list = type.endsWith('[]') ? shapes[type.slice(0, -2)] : undefined
  if (list) return assertShape(resolve(schema).items, list, where)
  if (type === 'array') return assert.equal(resolve(schema).type, 'array', where)
  if (/^(Metadata|ActionCardWidget\[\]|FooterLinkGroup\[\])$/.test(type)) return
  // The API sets few upper bounds; where it is silent, a sane one may be set.
  const actual = wantBounds ? withBounds(schema) : typeOf(schema)
  const open = type.endsWith('..') || !/\.\./.test(type)
  const unbounded = actual.replace(/ \S*\.\.\S*/, '')
  assert.ok(
    actual === type || (open && (actual.startsWith(type) || unbounded === type)),
    `${where} is ${actual}, not ${type}`,
  )
}

function assertPaged(schema: Json, item: ContractShape, where: string) {
  const { properties, required, additionalProperties } = resolve(schema)
  assert.equal(additionalProperties, false)
  assert.deepEqual([...required].sort(), ['hasMore', 'items', 'nextCursor', 'totalCount'], where)
  assert.match(typeOf(properties.nextCursor), /^(string\|null|null)$/)
  assert.equal(typeOf(properties.hasMore), 'boolean')
  assert.match(
    typeOf(properties.totalCount),
    where.includes('audiences/search') ? /^integer\|null$/ : /^integer$/,
  )
  assert.equal(properties.totalCount.maximum, 9007199254740991)
  assertShape(properties.items.items, item, where)
}

function assertParameters(parameters: Json[], expected: ContractShape, where: string) {
  const query = parameters.filter((one) => one.in === 'query')
  assert.deepEqual(
    query.map(({ name }) => name).sort(),
    Object.keys(expected)
      .map((name) => name.replace('?', ''))
      .sort(),
    where,
  )
  for (const { name, schema, required = false } of query) {
    const type = expected[`${name}?`] ?? expected[name]
    assert.equal(required, expected[name] !== undefined, `${where} ${name}`)
    assertType(schema, type as string, `${where} ${name}`, true)
  }
}

for (const [name, operation] of Object.entries(operations))
  test(`${name} has exactly the shape of the API contract`, () => assertOperation(name, operation))

function assertOperation(name: string, { query = {}, body, status, answer }: ContractOperation) {
  const found = findOperation(name)
  assert.ok(found, `${name} is there`)
  assert.equal(found['x-beyond-interface'], undefined)
  assertParameters(found.parameters ?? [], query, name)
  const input = found.requestBody?.content?.['application/json']?.schema
  assert.equal(Boolean(input), Boolean(body), `${name} takes a body`)
  if (body) assertShape(input, body, `${name} body`, true)
  const success = Object.keys(found.responses).filter((code) => Number(code) < 300)
  assert.deepEqual(success, [String(status)])
  const output = found.responses[status].content['application/json'].schema
  if (answer.endsWith('[]')) assertPaged(output, shapes[answer.slice(0, -2)] as ContractShape, name)
  else assertShape(output, shapes[answer] as ContractShape, name)
}

test('every operation beyond the API contract is marked as such, and no other', () => {
  for (const [path, methods] of Object.entries<Json>(document.paths))
    for (const [method, operation] of Object.entries<Json>(methods)) {
      const name = `${method.toUpperCase()} ${path}`
      assert.equal(operation['x-beyond-interface'] ?? false, !(name in operations), name)
    }
})

test('every operation documents its problems, and its examples match its schemas', () => {
  const ajv = new Ajv({ strict: false })
  formats.default(ajv)
  ajv.addSchema(document, 'openapi')
  const check = (place: Json, where: string) => {
    const examples = [
      place?.example,
      ...Object.values<Json>(place?.examples ?? {}).map((one) => one.value ?? one),
      ...(resolve(place?.schema)?.examples ?? []),
    ].filter((one) => one !== undefined)
    assert.ok(examples.length > 0, `${where} has an example`)
    const schema = JSON.parse(
      JSON.stringify(place.schema).replaceAll('"#/components', '"openapi#/components'),
    )
    for (const example of examples) assert.ok(ajv.validate(schema, example), `${where}: ${ajv.errorsText()}`)
  }
  for (const [path, methods] of Object.entries<Json>(document.paths))
    for (const [method, operation] of Object.entries<Json>(methods)) {
      const name = `${method.toUpperCase()} ${path}`
      for (const status of ['401', '403', '429', '500', '503'])
        assert.ok(operation.responses[status], `${name} ${status}`)
      assert.ok(operation.operationId && operation.summary && operation.tags?.length, name)
      const input = operation.requestBody?.content?.['application/json']
      if (input) check(input, `${name} body`)
      for (const [status, { content }] of Object.entries<Json>(operation.responses))
        if (Number(status) < 300 && content?.['application/json'])
          check(content['application/json'], `${name} ${status}`)
    }
})
