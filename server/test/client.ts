import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'

export type ApiResponse<T = any> = { status: number; body: T; headers: Headers }
type Send = <T = any>(
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ApiResponse<T>>

export type Client = {
  tenantId: string
  slug: string
  key: string
  get: <T = any>(path: string, headers?: Record<string, string>) => Promise<ApiResponse<T>>
  post: Send
  patch: Send
  put: Send
  delete: Send
  /** Uploads bytes as a file of this name and returns the answer. */
  upload: (name: string, bytes: Uint8Array | string, mediaType?: string) => Promise<ApiResponse>
}

/** A client of the API. It checks status and body of every response against the OpenAPI document. */
export function openClient(
  baseUrl: string,
  document: OpenApi,
  who: { tenantId: string; slug: string; key: string },
): Client {
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const isForm = body instanceof FormData
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        'x-api-key': who.key,
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body:
        body === undefined || isForm || typeof body === 'string'
          ? (body as string | undefined)
          : JSON.stringify(body),
    })
    const text = await response.text()
    const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '')
    const answer = {
      status: response.status,
      headers: response.headers,
      body: text && isJson ? JSON.parse(text) : text,
    }
    checkAnswer(document, method, path, answer)
    return answer
  }
  return {
    ...who,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    patch: (path, body, headers) => send('PATCH', path, body, headers),
    put: (path, body, headers) => send('PUT', path, body, headers),
    delete: (path, body, headers) => send('DELETE', path, body, headers),
    upload: (name, bytes, mediaType) => {
      const form = new FormData()
      form.set('file', new Blob([bytes as never], { type: mediaType }), name)
      return send('POST', '/v0/files', form)
    },
  }
}

export type OpenApi = {
  paths: Record<string, Record<string, { responses: Record<string, { content?: object; $ref?: string }> }>>
}

const checks = new WeakMap<OpenApi, { ajv: Ajv; compiled: Map<string, ValidateFunction> }>()

/** Throws if a response doesn't match the OpenAPI document. */
export function checkAnswer(
  document: OpenApi,
  method: string,
  path: string,
  { status, body, headers }: ApiResponse,
) {
  const pathname = path.split('?', 1)[0] ?? ''
  const [template] = patternsOf(document).find(([, pattern]) => pattern.test(pathname)) ?? []
  const operation = template && document.paths[template]?.[method.toLowerCase()]
  if (!template || !operation) return
  const where = `${method} ${template} → ${status}`
  const response = operation.responses[status]
  if (!response) throw new Error(`${where} is not in the OpenAPI document: ${JSON.stringify(body)}`)
  if (status === 204) return
  const mediaType = headers.get('content-type')?.split(';', 1)[0] ?? ''
  const place = response.$ref?.split('/').slice(1) ?? [
    ...['paths', template, method.toLowerCase(), 'responses', String(status)],
  ]
  const check = checkOf(document, [...place, 'content', mediaType, 'schema'])
  if (!check(body))
    throw new Error(`${where} breaks its schema: ${JSON.stringify(check.errors)} in ${JSON.stringify(body)}`)
}

const patterns = new WeakMap<OpenApi, [template: string, pattern: RegExp][]>()

function patternsOf(document: OpenApi) {
  const known = patterns.get(document)
  if (known) return known
  const made = Object.keys(document.paths).map((template): [string, RegExp] => [
    template,
    new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
  ])
  patterns.set(document, made)
  return made
}

function checkOf(document: OpenApi, place: string[]) {
  let entry = checks.get(document)
  if (!entry) {
    // A process compiles most schemas of the document and uses each a few times: with short code that refers to shared
    // schemas, compiling takes half the time.
    const ajv = new Ajv({
      strict: false,
      validateSchema: false,
      inlineRefs: false,
      code: { optimize: false },
    })
    formats.default(ajv)
    ajv.addSchema(document, 'openapi')
    entry = { ajv, compiled: new Map() }
    checks.set(document, entry)
  }
  const pointer = place
    .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/')
  let check = entry.compiled.get(pointer)
  if (!check) {
    check = entry.ajv.compile({ $ref: `openapi#/${pointer}` })
    entry.compiled.set(pointer, check)
  }
  return check
}
