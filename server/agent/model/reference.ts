import { agentMetadata, blockTypes, Theme, tones } from '../../../document/index.ts'
import { media } from '../../../shared/strings.ts'

type ReferenceSchema = {
  type?: string | string[]
  title?: string
  description?: string
  properties?: Record<string, ReferenceSchema>
  required?: string[]
  items?: ReferenceSchema
  enum?: unknown[]
  anyOf?: ReferenceSchema[]
  contentMediaType?: string
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  pattern?: string
}

export const notation = `* required; number = most characters; p = without markup; m = several paragraphs; a|b = one of;
[1-6] = list of so many; {…} = object; link as above.`

/**
 * A compact reference of all block types, generated from their schemas: a ninth of the size of the JSON Schema. New
 * block types are included automatically.
 */
export const blockReference = makeReference(blockTypes as readonly { name: string; props: object }[])

/** The reference of the given types, and the names of the others. */
export function referenceOf(types: ReadonlySet<string>): string {
  const lines = blockReference.split('\n')
  const shown = lines.filter(
    (line) => types.has(line.split(': ', 1)[0] ?? '') || / = /.test(line.split(': ', 1)[0] ?? ''),
  )
  const others = typeNames.filter((name) => !types.has(name))
  return [
    `Blocks of this page. Notation: ${notation}`,
    ...shown,
    `theme: ${themeReference}`,
    ...(others.length > 0 ? [`Other types, which describeTypes tells about: ${others.join(', ')}.`] : []),
  ].join('\n')
}

export const themeReference = fieldsOf(Theme as ReferenceSchema)
export const metadataReference = agentMetadata.join(', ')

export function makeReference(types: readonly { name: string; purpose?: string; props: object }[]): string {
  const shared = new Map<string, string>()
  const lines = types.map(({ name, props }) => `${name}: ${fieldsOf(props as ReferenceSchema, shared)}`)
  const common = commonFields(lines)
  const spelled = `tone ${Object.keys(tones).join('|')}`
  const short = [...(common ? [`opening = ${common}`] : []), ...lines].map((line) =>
    (common && !line.startsWith('opening = ') ? line.replace(common, 'opening') : line).replace(
      spelled,
      'tone',
    ),
  )
  return [
    `tone = background: ${Object.entries(tones)
      .map(([name, ground]) => `${name} (${ground})`)
      .join('|')}; left out, it follows the look`,
    ...[...shared].map(([name, fields]) => `${name} = ${fields}`),
    ...short,
  ].join('\n')
}

/** The purposes of the fields of some types, for a model that asks. */
export function describeTypes(names: string[]): string {
  const known = blockTypes.filter(({ name }) => names.includes(name))
  return known
    .map(({ name, purpose, props }) => {
      const fields = fieldsOf(props as ReferenceSchema, new Map())
      return `${name}: ${purpose}\n${fields}\n${describeFields(props as ReferenceSchema, '  ')}`
    })
    .join('\n')
}

export const typeNames = blockTypes.map(({ name }) => name as string)

/** The field names of a block type, or of the items in one of its lists; for error messages. */
export function fieldNames(type: string, list?: string): string[] {
  const props = blockTypes.find(({ name }) => name === type)?.props as ReferenceSchema | undefined
  const schema = list ? props?.properties?.[list]?.items : props
  return Object.keys(schema?.properties ?? {}).filter((name) => name !== 'id')
}

function fieldsOf({ properties = {}, required = [] }: ReferenceSchema, shared?: Map<string, string>): string {
  return Object.entries(properties)
    .filter(([name]) => name !== 'id')
    .map(([name, schema]) => `${name}${required.includes(name) ? '*' : ''}${shapeOf(schema, shared)}`)
    .join(', ')
}

function shapeOf(schema: ReferenceSchema, shared: Map<string, string> | undefined): string {
  if (schema.items) {
    const { minItems = 0, maxItems = '' } = schema
    return `[${minItems}-${maxItems}]${shapeOf(schema.items, shared)}`
  }
  if (schema.properties) {
    const name = schema.title?.toLowerCase()
    if (!name || !shared) return `{${fieldsOf(schema, shared)}}`
    shared.set(name, `{${fieldsOf(schema)}}`)
    return ` ${name}`
  }
  const values = schema.enum ?? schema.anyOf?.flatMap((one) => one.enum ?? [])
  if (values && values.length > 0) return ` ${values.join('|')}`
  if (schema.type === 'boolean') return ' true|false'
  if (schema.type === 'integer' || schema.type === 'number')
    return schema.maximum === undefined ? ' number' : ` ${schema.minimum ?? ''}..${schema.maximum}`
  if (schema.pattern?.startsWith('^#')) return ' #rrggbb'
  const kind = { [media.text]: 'p', [media.paragraphs]: 'm' }[schema.contentMediaType ?? ''] ?? ''
  return schema.maxLength && schema.contentMediaType !== media.link ? ` ${schema.maxLength}${kind}` : ''
}

/** A line with the fields that most types begin with. */
function commonFields(lines: string[]): string | undefined {
  const starts = new Map<string, number>()
  for (const line of lines) {
    const fields = line.slice(line.indexOf(': ') + 2).split(', ')
    for (let count = 3; count <= 6 && count < fields.length; count++) {
      const start = fields.slice(0, count).join(', ')
      if (!/[{[]/.test(start)) starts.set(start, (starts.get(start) ?? 0) + 1)
    }
  }
  const best = [...starts]
    .filter(([, times]) => times >= 4)
    .sort(([one, a], [other, b]) => other.length * b - one.length * a)[0]
  return best?.[0]
}

function describeFields({ properties = {} }: ReferenceSchema, indent: string): string {
  return Object.entries(properties)
    .filter(([name]) => name !== 'id')
    .map(([name, schema]) => {
      const inner = schema.items?.properties ? schema.items : schema.properties ? schema : undefined
      const line = `${indent}${name}: ${schema.description ?? schema.items?.description ?? schema.title ?? ''}`
      return inner ? `${line}\n${describeFields(inner, `${indent}  `)}` : line
    })
    .join('\n')
}
