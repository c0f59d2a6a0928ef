import type { Listed, Reference, Schema } from './model.ts'

/** An example of a schema: its own, or one assembled from its parts. */
export function exampleOf(reference: Reference, schema: Schema, depth = 0): unknown {
  const shape = reference.resolve(schema)
  const given = schema.example ?? schema.examples?.[0] ?? shape.example ?? shape.examples?.[0]
  if (given !== undefined) return given
  if (shape.default !== undefined) return shape.default
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum[0]
  const [first] = shape.anyOf ?? shape.oneOf ?? []
  if (first) return exampleOf(reference, first, depth)
  switch ([shape.type].flat()[0]) {
    case 'array':
      return shape.items && depth < 4 ? [exampleOf(reference, shape.items, depth + 1)] : []
    case 'object':
      return Object.fromEntries(
        Object.entries(shape.properties ?? {}).map(([name, field]) => [
          name,
          exampleOf(reference, field, depth + 1),
        ]),
      )
    case 'integer':
    case 'number':
      return shape.minimum ?? 1
    case 'boolean':
      return true
    case 'string':
      return '…'
    default:
      return null
  }
}

export type Content = Record<string, { schema?: Schema; example?: unknown }> | undefined

export function contentExample(reference: Reference, content: Content, mediaType: string): unknown {
  const { schema, example } = content?.[mediaType] ?? {}
  if (example !== undefined) return example
  return schema ? exampleOf(reference, schema) : undefined
}

/** A request to paste into a shell; the key comes from the environment, so that it stays out of the shell history. */
export function curlOf(reference: Reference, baseUrl: string, operation: Listed): string {
  const { method, path, parameters = [], requestBody } = operation
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name)
    return String(parameter?.example ?? parameter?.schema?.examples?.[0] ?? name)
  })
  const query = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(
      (one) =>
        `${one.name}=${encodeURIComponent(String(one.example ?? exampleOf(reference, one.schema ?? {})))}`,
    )
    .join('&')
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quote(`${baseUrl}${filled}${query && `?${query}`}`)}`,
  ]
  lines.push('-H "x-api-key: $FOYER_API_KEY"')
  if (requestBody?.content['multipart/form-data']) lines.push("-F 'file=@picture.png'")
  const body = contentExample(reference, requestBody?.content, 'application/json')
  if (body !== undefined) lines.push("-H 'content-type: application/json'", `-d ${quote(bodyText(body))}`)
  return lines.join(' \\\n  ')
}

function bodyText(body: unknown): string {
  const short = JSON.stringify(body)
  return short.length <= 60 ? short : JSON.stringify(body, null, 2)
}

/** Quotes text for a shell if necessary. */
function quote(text: string): string {
  return /^[\w:/.@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
