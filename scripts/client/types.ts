import type { Schema } from '../../shared/openApi.ts'

/** The TypeScript type of a JSON schema. Schemas with a name are `Shape<'Page'>`. */
export function typeOf(schema: Schema): string {
  if (schema.$ref) return `Shape<'${schema.$ref.split('/').at(-1)}'>`
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return either(schema.enum.map((value) => JSON.stringify(value)))
  const options = schema.anyOf ?? schema.oneOf
  if (options) return either(options.map(typeOf))
  if (schema.allOf) return schema.allOf.map((part) => `(${typeOf(part)})`).join(' & ')
  if (Array.isArray(schema.type)) return either(schema.type.map((type) => typeOf({ ...schema, type })))
  return plainType(schema)
}

function plainType(schema: Schema): string {
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return `(${schema.items ? typeOf(schema.items) : 'unknown'})[]`
    case 'object':
      return objectType(schema)
    default:
      return schema.properties ? objectType(schema) : 'unknown'
  }
}

function objectType(schema: Schema): string {
  const { properties = {}, required = [], additionalProperties, patternProperties } = schema
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${key(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  )
  if (fields.length > 0) return `{ ${fields.join('; ')} }`
  const [values] = Object.values(patternProperties ?? {})
  if (values) return `Record<string, ${typeOf(values)}>`
  if (typeof additionalProperties === 'object') return `Record<string, ${typeOf(additionalProperties)}>`
  return additionalProperties === false ? 'Record<string, never>' : 'Record<string, unknown>'
}

function either(types: string[]): string {
  return [...new Set(types)].join(' | ') || 'never'
}

export function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`
}

/** Parameters or fields as the type of one object. */
export function fieldsType(fields: { name: string; required?: boolean; schema: Schema }[]): string {
  return `{ ${fields.map((one) => `${key(one.name)}${one.required ? '' : '?'}: ${typeOf(one.schema)}`).join('; ')} }`
}
