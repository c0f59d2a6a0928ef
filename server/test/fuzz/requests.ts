import { mutate, mutateText } from './mutate.ts'
import type { Random } from './random.ts'
import { type Components, type FuzzSchema, Values } from './values.ts'

export type FuzzRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body: string | Buffer | undefined
  template: string | undefined
}

type Parameter = { name: string; in: string; schema?: FuzzSchema; required?: boolean }
type Operation = {
  parameters?: Parameter[]
  requestBody?: { content?: Record<string, { schema?: FuzzSchema }> }
}
export type FuzzedApi = {
  paths: Record<string, Record<string, Operation & { responses: Record<string, { content?: object }> }>>
  components?: Components
}

const idNames: Record<string, string> = {
  key: 'key',
  subscription: 'webhook',
  tenant_domain: 'tenant_domain',
}
const oddMethods = [
  'GET',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'HEAD',
  'TRACE',
  'QUERY',
  'PROPFIND',
  'SEARCH',
]
/** Skipped: an endless response, and operations that would lock the fuzzer out. */
const left = new Set([
  // These call an external language model.
  'POST /v0/agent/test',
  'PUT /v0/agent/settings',
  'PATCH /v0/agent/settings',
  'POST /v0/agent/settings',
  'GET /v0/pages/{page_id}/audiences/{audience_id}/events',
  'DELETE /v0/api_keys/{key_id}',
])

/** Generates valid and mutated requests to every operation of the OpenAPI document, the site and the console. */
export class Requests {
  readonly values: Values
  private readonly random: Random
  private readonly operations: { method: string; template: string; operation: Operation }[]
  private readonly target: { key: string; siteHost: string; schemas: Components }

  constructor(random: Random, document: FuzzedApi, target: { key: string; siteHost: string }) {
    this.random = random
    this.values = new Values(random, document.components ?? {})
    this.target = { ...target, schemas: document.components ?? {} }
    this.operations = Object.entries(document.paths).flatMap(([template, methods]) =>
      Object.entries(methods)
        .map(([method, operation]) => ({ method: method.toUpperCase(), template, operation }))
        .filter(({ method }) => !left.has(`${method} ${template}`)),
    )
  }

  /** Takes all operations in turn, so that a short run covers each of them. */
  draw(number: number): FuzzRequest {
    const { random } = this
    if (random.chance(0.12)) return this.drawSite()
    if (random.chance(0.05)) return this.drawConsole()
    const found = this.operations[number % this.operations.length]
    return this.drawOperation(found as NonNullable<typeof found>)
  }

  private drawOperation({ method, template, operation }: (typeof this.operations)[number]): FuzzRequest {
    const { random } = this
    const spoil = random.chance(0.5)
    const names = [...template.matchAll(/\{(\w+)_id\}/g)].map(([, name = '']) => name)
    const family = this.values.family(names)
    const path = template.replaceAll(/\{(\w+?)(_id)?\}/g, (_whole, name: string, isId?: string) => {
      // A parameter that is not an id is a revision number.
      const value = isId ? (family[name] ?? this.values.id(idNames[name] ?? name)) : '1'
      return spoil && random.chance(0.15) ? mutateText(value, random) : value
    })
    const query = (operation.parameters ?? [])
      .filter((parameter) => parameter.in === 'query' && (parameter.required || random.chance(0.4)))
      .map(({ name, schema }) => {
        const value = encodeURIComponent(String(this.values.of(schema, name)))
        return `${name}=${spoil && random.chance(0.3) ? mutateText(value, random) : value}`
      })
    if (spoil && random.chance(0.05)) query.push('unknown=1', 'limit=1', 'limit=2')
    const { body, type } = this.drawBody(operation, spoil)
    const headers: Record<string, string> = {
      'x-api-key': this.target.key,
      ...(type ? { 'content-type': type } : {}),
    }
    if (spoil && random.chance(0.06)) Object.assign(headers, this.drawHeaders())
    return {
      method: spoil && random.chance(0.03) ? random.pick(oddMethods) : method,
      path: query.length > 0 ? `${path}?${query.join('&')}` : path,
      headers,
      body,
      template,
    }
  }

  private drawBody(
    { requestBody }: Operation,
    spoil: boolean,
  ): { body: string | Buffer | undefined; type: string | undefined } {
    const { random } = this
    const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
    if (!type)
      return spoil && random.chance(0.05)
        ? { body: '{}', type: 'application/json' }
        : { body: undefined, type: undefined }
    if (type.startsWith('multipart/')) return this.drawUpload()
    let value = this.values.of(content?.schema)
    if (isObject(value) && 'document' in value)
      value = { ...value, document: this.values.of(this.target.schemas.schemas?.Document) }
    if (spoil && random.chance(0.6)) value = mutate(value, random)
    if (spoil && random.chance(0.03))
      return { body: random.pick(['{', '', '[1,', '"\\ud800"', `"${'x'.repeat(1_100_000)}"`]), type }
    if (spoil && random.chance(0.03))
      return {
        body: JSON.stringify(value),
        type: random.pick(['text/plain', 'application/xml', 'application/json; charset=utf-16']),
      }
    return { body: JSON.stringify(value), type }
  }

  private drawUpload(): { body: Buffer; type: string } {
    const { random } = this
    const bytes = random.pick([
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><path d="M0 0h4v4z"/></svg>'),
      Buffer.from('name,email\nJane,jane@d1.example\n'),
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]),
      Buffer.alloc(0),
    ])
    const name = random.pick(['a.svg', 'people.csv', '../../x.png', 'a\u0000b', 'ä"ö.gif'])
    const head = `--b\r\ncontent-disposition: form-data; name="${random.pick(['file', 'file', 'other'])}"; filename="${name}"\r\n\r\n`
    return {
      body: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')]),
      type: 'multipart/form-data; boundary=b',
    }
  }

  private drawHeaders(): Record<string, string> {
    return this.random.pick<Record<string, string>>([
      { 'x-api-key': 'foyer_wrong' },
      { 'x-api-key': '' },
      { 'content-encoding': 'gzip' },
      { 'if-match': '"x"' },
      { 'if-none-match': '*' },
      { 'last-event-id': 'x' },
      { accept: 'text/html' },
      { 'accept-encoding': 'br;q=0, *;q=0' },
      { range: 'bytes=9-1' },
      { 'x-request-id': 'a'.repeat(500) },
      { 'x-forwarded-for': '1.2.3.4, nonsense' },
      { origin: 'https://nowhere.invalid' },
      { expect: 'nothing' },
    ])
  }

  private drawSite(): FuzzRequest {
    const { random } = this
    const id = this.values.id('version')
    const path = random.pick([
      '/',
      '/meridian',
      '/enterprise',
      '/_t',
      `/_f/${id}/form`,
      '/_s/t/x',
      `/_s/f/${this.values.id('file')}`,
      '/_p/x',
      '/_stage/x',
      '/robots.txt',
      '/sitemap.xml',
      '/favicon.ico',
      '/%',
      '/%ff',
      '//x',
      `/${'a/'.repeat(600)}`,
      '/?k=x',
    ])
    const post = path === '/_t' || path.startsWith('/_f/')
    const report = {
      versionId: id,
      visitId: 'x'.repeat(random.whole(40)),
      events: mutate([{ type: 'view', at: 1 }], random),
    }
    return {
      method: post ? 'POST' : random.chance(0.1) ? random.pick(oddMethods) : 'GET',
      path: random.chance(0.2) ? `${path}?${mutateText('q=1', random)}` : path,
      headers: {
        host: random.chance(0.95)
          ? this.target.siteHost
          : random.pick(['nobody.localhost', 'x'.repeat(300), '[::1', '']),
        'user-agent': random.pick(['Mozilla/5.0', '', 'bot', 'M'.repeat(2_000)]),
        ...(post
          ? { 'content-type': path === '/_t' ? 'application/json' : 'application/x-www-form-urlencoded' }
          : {}),
      },
      body: post
        ? random.pick([JSON.stringify(report), 'email=a%40b.example&x=1', '{', '%zz=%', 'a='.repeat(3_000)])
        : undefined,
      template: undefined,
    }
  }

  private drawConsole(): FuzzRequest {
    const { random } = this
    const path = random.pick([
      '/console',
      '/console/',
      '/console/pages/x',
      '/console/api/session',
      '/console/api/v0/me',
      '/console/assets/x.js',
      '/console/..%2f..%2fetc',
      '/healthz',
      '/readyz',
      '/docs',
      '/docs/errors',
      '/openapi.json',
      '/',
      '/nothing',
    ])
    return {
      method: random.chance(0.3) ? random.pick([...oddMethods, 'POST']) : 'GET',
      path,
      headers: {
        cookie: random.pick(['', 'foyer_session=x', `__Host-foyer=${'x'.repeat(500)}`]),
        origin: random.pick(['https://nowhere.invalid', 'null']),
      },
      body: undefined,
      template: undefined,
    }
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
