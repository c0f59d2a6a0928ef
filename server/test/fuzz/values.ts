import type { Random } from './random.ts'

export type FuzzSchema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: FuzzSchema[]
  oneOf?: FuzzSchema[]
  allOf?: FuzzSchema[]
  properties?: Record<string, FuzzSchema>
  required?: string[]
  items?: FuzzSchema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  pattern?: string
  format?: string
  contentMediaType?: string
}
export type Components = { schemas?: Record<string, FuzzSchema> }

const deepest = 12

/** Generates values that mostly match a schema of the OpenAPI document, with mostly existing ids. */
export class Values {
  /** Ids seen in responses, by prefix. */
  readonly ids = new Map<string, string[]>()
  private readonly random: Random
  private readonly components: Components

  constructor(random: Random, components: Components) {
    this.random = random
    this.components = components
  }

  /** Ids that belong together, such as those of an audience and its page, by the name of the innermost. */
  private readonly families = new Map<string, Record<string, string>[]>()

  /** Related ids for the parameters of a path, if some were seen. */
  family(names: string[]): Record<string, string> {
    const known = this.families.get(names.at(-1) ?? '')
    if (!known || this.random.chance(0.2)) return {}
    const found = this.random.pick(known)
    return { ...(found.audience ? this.familyOf(found.audience) : {}), ...found }
  }

  private familyOf(audienceId: string): Record<string, string> {
    return this.families.get('audience')?.find(({ audience }) => audience === audienceId) ?? {}
  }

  private learnFamilies(value: unknown) {
    if (typeof value !== 'object' || value === null) return
    const ids = Object.entries(value).filter(
      ([name, id]) => /^[a-z]+Id$/i.test(name) && typeof id === 'string',
    )
    const family = Object.fromEntries(ids.map(([name, id]) => [snakeCase(name.slice(0, -2)), id as string]))
    for (const [inner, outer] of parents)
      if (family[inner] && family[outer]) {
        const known = this.families.get(inner) ?? []
        known.push({ [outer]: family[outer], [inner]: family[inner] })
        this.families.set(inner, known.slice(-300))
      }
    for (const item of Object.values(value)) this.learnFamilies(item)
  }

  /** Stores the ids of a response: the newest few hundred of each kind. */
  learn(text: string) {
    for (const [id, prefix = ''] of text.matchAll(/\b([a-z_]+)_[0-9a-z]{26}\b/g)) {
      const known = this.ids.get(prefix) ?? []
      if (!known.includes(id)) known.push(id)
      if (known.length > 300) known.shift()
      this.ids.set(prefix, known)
    }
    // An export is one object a line.
    for (const line of text.split('\n')) if (line.startsWith('{')) this.learnFamilies(JSON.parse(line))
  }

  id(prefix: string): string {
    const known = this.ids.get(prefix)
    return known && this.random.chance(0.9) ? this.random.pick(known) : `${prefix}_${'0'.repeat(26)}`
  }

  of(given: FuzzSchema | undefined, name = '', depth = 0): unknown {
    const schema = this.resolve(given)
    if (!schema || depth > deepest) return this.random.pick([null, {}, [], 'x', 1])
    if ('const' in schema) return schema.const
    if (schema.enum) return this.random.pick(schema.enum)
    const options = schema.anyOf ?? schema.oneOf
    if (options) return this.of(this.random.pick(options), name, depth + 1)
    if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => this.of(part, name, depth + 1)))
    const type = Array.isArray(schema.type) ? this.random.pick(schema.type) : schema.type
    switch (type) {
      case 'string':
        return this.text(schema, name)
      case 'integer':
      case 'number':
        return this.number(schema, type === 'integer')
      case 'boolean':
        return this.random.chance(0.5)
      case 'array': {
        const length = Math.max(
          schema.minItems ?? 0,
          this.random.whole(Math.min(schema.maxItems ?? 3, 3) + 1),
        )
        return Array.from({ length }, () => this.of(schema.items, name, depth + 1))
      }
      case 'null':
        return null
      default:
        return this.object(schema, depth)
    }
  }

  private object({ properties = {}, required = [] }: FuzzSchema, depth: number): Record<string, unknown> {
    const names = Object.keys(properties).filter((name) => required.includes(name) || this.random.chance(0.4))
    return Object.fromEntries(names.map((name) => [name, this.of(properties[name], name, depth + 1)]))
  }

  private resolve(schema: FuzzSchema | undefined): FuzzSchema | undefined {
    const name = schema?.$ref?.split('/').at(-1)
    return name === undefined ? schema : this.components.schemas?.[name]
  }

  private number({ minimum = 0, maximum = 1000 }: FuzzSchema, whole: boolean): number {
    const value = minimum + this.random.next() * (Math.min(maximum, minimum + 1000) - minimum)
    return whole ? Math.round(value) : value
  }

  private text(
    { pattern, format, contentMediaType, minLength = 0, maxLength = 200 }: FuzzSchema,
    name: string,
  ): string {
    const prefix = /^\^([a-z_]+)_\[/.exec(pattern ?? '')?.[1] ?? /^([a-z]+)Id$/.exec(name)?.[1]
    if (prefix) return this.id(snakeCase(prefix))
    // URLs are local or unreachable: a service under test must not call other servers.
    if (/url/i.test(name) || format === 'uri')
      return this.random.pick(['http://127.0.0.1:9/x', 'https://nowhere.invalid/x', '/x'])
    if (contentMediaType === 'text/uri-list')
      return this.random.pick(['https://nowhere.invalid/x', '/x', 'mailto:a@b.example', 'action:primary'])
    if (format === 'date-time')
      return new Date(1_790_000_000_000 + this.random.whole(10_000_000_000)).toISOString()
    if (name === 'domain' || name === 'hostname') return `d${this.random.whole(1_000_000)}.example`
    if (name === 'email') return `p${this.random.whole(1_000_000)}@d${this.random.whole(100)}.example`
    const sample = samples.find((text) => pattern && new RegExp(pattern, 'u').test(text))
    if (sample) return sample
    const length = Math.max(minLength, this.random.whole(Math.min(maxLength, 40)))
    return Array.from({ length }, () => this.random.pick(letters)).join('')
  }
}

const parents = [
  ['audience', 'page'],
  ['version', 'audience'],
  ['account_log', 'account'],
  ['person_log', 'person'],
] as const

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

const samples = ['#1f6f5c', '+1794614400000', 'hero', 'Name', '@name', 'en', '0'.repeat(64), '12']
const letters = [...'abcdefghij klm nopqrstuvwxyz ABC 0123456789 .,-äé中🙂']
