import { STATUS_CODES } from 'node:http'
import type { Parameter, Schema } from '../../../shared/openApi.ts'
import { problems } from '../../../shared/problem.ts'
import { type Chapter, type ListedOperation, nameOf, type Reference } from './model.ts'
import type { DocsPage, Section } from './page.ts'
import { samplesOf } from './samples.ts'

/** One tag of the API: its operations. */
export function chapterPage(reference: Reference, chapter: Chapter, baseUrl: () => string): DocsPage {
  const sections = chapter.operations.map((operation) => ({
    id: operation.operationId,
    title: operation.summary ?? operation.operationId,
    // Evaluated when a page is rendered or searched: all of them take a quarter of a second.
    get text() {
      return operationText(reference, operation)
    },
    operation,
    samples: () => samplesOf(reference, baseUrl(), operation),
  }))
  const { tag, slug } = chapter
  return { path: `/docs/api/${slug}`, title: tag, text: '', sections }
}

function operationText(reference: Reference, operation: ListedOperation): string {
  const { description, parameters = [], requestBody } = operation
  const inputs = [
    ['path', 'Path parameters'],
    ['query', 'Query parameters'],
    ['header', 'Headers'],
  ].map(([place, title]) => {
    const found = parameters.filter((parameter) => parameter.in === place)
    return found.length > 0 && `### ${title}\n\n${parameterList(reference, found)}`
  })
  const bodies = Object.entries(requestBody?.content ?? {}).map(([mediaType, { schema = {} }]) => {
    const fields = fieldList(reference, schema, 'required') || typeOf(reference, schema)
    return `### Body\n\n\`${mediaType}\`\n\n${fields}`
  })
  const scope = `Requires a key with the scope [\`${operation['x-scope']}\`](/docs/api#keys-and-scopes).`
  return [description, scope, ...inputs, ...bodies, answers(reference, operation)]
    .filter(Boolean)
    .join('\n\n')
}

function answers(reference: Reference, { responses }: ListedOperation): string {
  const all = Object.entries(responses)
  const good = all.filter(([status]) => status.startsWith('2'))
  const bad = all.filter(([status]) => !status.startsWith('2') && !reference.sharedStatuses.has(status))
  const goodList = good.map(([status, { description = '', content = {} }]) => {
    const [[mediaType, { schema = {} }] = ['', {}]] = Object.entries(content)
    const type = mediaType === 'application/json' ? typeOf(reference, schema) : `\`${mediaType}\``
    const fields = fieldList(reference, schema, 'optional', 1)
    return `- \`${status}\` ${mediaType && `*${type}* `}${description}${fields && `\n${fields}`}`
  })
  const badList = bad.map(([status, { description = '' }]) => `- \`${status}\` ${withCodeLinks(description)}`)
  const shared = 'And [the problems of every operation](/docs/api#problems).'
  return [`### Response`, goodList.join('\n'), '### Problems', badList.join('\n'), shared]
    .filter(Boolean)
    .join('\n\n')
}

function withCodeLinks(text: string): string {
  return text.replace(/`(\w+)`/g, (whole, code: string) =>
    code in problems ? `[${whole}](/docs/errors#${code})` : whole,
  )
}

function parameterList(reference: Reference, parameters: Parameter[]): string {
  return parameters
    .map(({ name, required, description, schema }) =>
      field(
        reference,
        name,
        { ...schema, ...(description && { description }) },
        required ? 'required' : '',
        0,
      ),
    )
    .join('\n')
}

/** The fields of an object. Objects in it are expanded once; others are linked. */
function fieldList(reference: Reference, schema: Schema, marked: 'required' | 'optional', depth = 0): string {
  const { properties = {}, required = [] } = reference.resolve(schema)
  return Object.entries(properties)
    .map(([name, one]) => {
      const isMarked = required.includes(name) === (marked === 'required')
      const inside = depth < 2 ? variantsOf(one).flatMap(({ items, ...shape }) => items ?? shape) : []
      const [only] = inside.length === 1 ? inside : []
      const more = only ? fieldList(reference, only, marked, depth + 1) : ''
      return field(reference, name, one, isMarked ? marked : '', depth) + (more && `\n${more}`)
    })
    .join('\n')
}

function field(reference: Reference, name: string, schema: Schema, mark: string, depth: number): string {
  const indent = '  '.repeat(depth)
  const about = (schema.description ?? reference.resolve(schema).description)?.replaceAll('\n', ' ')
  const facts = [typeOf(reference, schema), ...factsOf(reference, schema)].join(', ')
  return `${indent}- \`${name}\` *${facts}*${mark && ` **${mark}**`}${about ? `  \n${indent}  ${about}` : ''}`
}

function variantsOf({ anyOf, oneOf, ...schema }: Schema): Schema[] {
  return (anyOf ?? oneOf ?? [schema]).filter(({ type }) => type !== 'null')
}

export function typeOf(reference: Reference, schema: Schema): string {
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return variants.map((variant) => typeOf(reference, variant)).join(' or ')
  const name = nameOf(schema)
  const { type, items, title, ...shape } = reference.resolve(schema)
  if (name && (type === 'object' || shape.anyOf || shape.oneOf)) return `[${name}](/docs/api/objects#${name})`
  const types = [type ?? 'any value'].flat().map((one) => {
    if (one === 'array') return items ? `array of ${typeOf(reference, items)}` : 'array'
    return one === 'object' && title ? title : one
  })
  return types.join(' or ')
}

function factsOf(reference: Reference, field: Schema): string[] {
  const schema = reference.resolve(field)
  const item = schema.items && reference.resolve(schema.items)
  const values = schema.enum ?? item?.enum ?? (schema.const === undefined ? undefined : [schema.const])
  const facts = [
    values && `one of ${values.map((value) => code(value)).join(' ')}`,
    range(schema.minLength, schema.maxLength, 'character'),
    range(schema.minItems, schema.maxItems, 'item'),
    range(schema.minimum, schema.maximum),
    item && range(item.minLength, item.maxLength, 'character', ' each'),
    schema.format && `format ${schema.format}`,
    schema.pattern && `matches ${code(schema.pattern)}`,
    schema.default !== undefined && `${code(schema.default)} by default`,
  ]
  return facts.filter((fact) => typeof fact === 'string')
}

function code(value: unknown): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
}

/** `1 to 255 characters`, `at most 10 items`, `0 or more`. */
export function range(least?: number, most?: number, unit = '', end = ''): string | undefined {
  if (least === undefined && most === undefined) return undefined
  const shown = (count: number) => count.toLocaleString('en')
  const counted = unit && ` ${unit}${most === 1 ? '' : 's'}`
  if (most === undefined) return `${shown(least ?? 0)} or more${counted}${end}`
  if (least === undefined || least === most)
    return `${least === most ? '' : 'at most '}${shown(most)}${counted}${end}`
  return `${shown(least)} to ${shown(most)}${counted}${end}`
}

/** Every named object of the API, to which fields link. */
export function objectsPage(reference: Reference): DocsPage {
  const sections = Object.entries(reference.document.components.schemas).flatMap(([name, schema]) => {
    if (schema.type !== 'object' && !schema.anyOf && !schema.oneOf) return []
    return {
      id: name,
      title: name,
      get text() {
        return objectText(reference, schema)
      },
    }
  })
  const text = 'What the operations take and return. Fields that may be missing are marked as optional.'
  return { path: '/docs/api/objects', title: 'Objects', text, sections }
}

function objectText(reference: Reference, schema: Schema): string {
  const variants = schema.anyOf ?? schema.oneOf
  const fields =
    variants?.map((variant) => `- ${typeOf(reference, variant)}`).join('\n') ??
    fieldList(reference, schema, 'optional', 1).replaceAll(/^ {2}/gm, '')
  return [schema.description, fields].filter(Boolean).join('\n\n')
}

/** All problem codes, each at the URL in the `type` of its problems. */
export function errorsPage(): DocsPage {
  const sections = Object.entries(problems)
    .sort(([, a], [, b]) => a.status - b.status)
    .map(([id, { status, title, help }]): Section => {
      return { id, title: id, text: `**${status} ${STATUS_CODES[status]}.** ${title}.\n\n${help}` }
    })
  const text =
    'Failed requests return a problem document (RFC 9457, `application/problem+json`). Use `code`, which is one of those below and keeps its meaning, in programs; show `title` and `detail` to people. For invalid input, `errors` lists every problem. `requestId` identifies the request in the logs.'
  return { path: '/docs/errors', title: 'Errors', text, sections }
}

/** Webhook events and their payloads. */
export function eventsPage(reference: Reference): DocsPage {
  const [first] = reference.events
  const headers = first && parameterList(reference, first.operation.parameters ?? [])
  const text = `A subscription receives events as they happen, each as a POST with a JSON body. The guide to [webhooks](/docs/webhooks) says how to subscribe, verify and answer.\n\n### Headers\n\n${headers}`
  const sections = reference.events.map(({ name, operation }): Section => {
    const { schema = {} } = operation.requestBody?.content['application/json'] ?? {}
    const body = reference.exampleOf(operation.requestBody?.content)
    const fields = fieldList(reference, reference.resolve(schema).properties?.data ?? {}, 'optional', 1)
    return {
      id: name,
      title: name,
      text: [operation.description, fields && `- \`data\`\n${fields}`].filter(Boolean).join('\n\n'),
      ...(body !== undefined && {
        samples: () => [{ title: 'Body', language: 'json', code: JSON.stringify(body, null, 2) }],
      }),
    }
  })
  return { path: '/docs/events', title: 'Events', text, sections }
}
