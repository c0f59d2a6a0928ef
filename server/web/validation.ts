import writerOf from 'fast-json-stringify'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { characterError } from '../../shared/characters.ts'
import { escapePointer, judgeBy } from '../../shared/judge.ts'
import { type InputError, invalid, invalidInput, Problem } from '../../shared/problem.ts'
import { deepestJson, scanJson } from './scanJson.ts'

/**
 * Bodies are validated without coercion (`null` never becomes `''`); query and path values are text and are strictly
 * converted to the numbers and booleans of their schema.
 */
export function useValidation(app: FastifyInstance) {
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const judge = judgeBy(schema as object)
    return (data: unknown) => {
      const value = httpPart === 'querystring' ? fromQuery(schema as QuerySchema, data) : data
      if (httpPart !== 'body') refuseBadText(value, httpPart === 'querystring' ? '' : '/path')
      const errors = judge(value)
      return errors.length > 0 ? { error: invalidInput(errors) } : { value }
    }
  })
  // Like the framework's own, but compiled on first use: startup takes a third less time.
  app.setSerializerCompiler(({ schema }) => {
    let write: ((value: unknown) => string) | undefined
    return (value) => {
      write ??= writerOf(schema as object)
      return write(value)
    }
  })
  app.removeContentTypeParser('application/json')
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, bytes: Buffer) => (bytes.length === 0 ? undefined : parseJson(bytes)),
  )
  // A missing body counts as an empty object where no field is required.
  app.addHook('preValidation', async (request) => {
    const schema = (request.routeOptions.schema as FastifySchema | undefined)?.body as
      | { required?: string[] }
      | undefined
    if (request.body === undefined && schema && !schema.required?.length) request.body = {}
  })
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

export function parseJson(bytes: Uint8Array): unknown {
  const isSuspicious = scanJson(bytes)
  let value: unknown
  try {
    value = JSON.parse(utf8.decode(bytes))
  } catch {
    throw new Problem('invalid_json', 'The body cannot be read as JSON in UTF-8.')
  }
  if (isSuspicious) refuseBadText(value, '')
  return value
}

/** Rejects forbidden characters and the field name `__proto__`. */
export function refuseBadText(value: unknown, path: string): void {
  const bad = findBadText(value, 0)
  if (bad) throw invalid(path + bad.path, bad.message)
}

/** The path is built only once something is found: building those of 300,000 texts would take 50 ms. */
function findBadText(value: unknown, depth: number): InputError | undefined {
  if (typeof value === 'string') {
    const message = characterError(value)
    return message === undefined ? undefined : { path: '', message }
  }
  if (typeof value !== 'object' || value === null) return undefined
  if (depth >= deepestJson)
    throw new Problem('invalid_json', `The body is nested deeper than ${deepestJson} levels.`)
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const bad = findBadText(value[i], depth + 1)
      if (bad) return { ...bad, path: `/${i}${bad.path}` }
    }
    return undefined
  }
  for (const key of Object.keys(value)) {
    if (key === '__proto__') return { path: '', message: 'must not have a field named __proto__' }
    if (characterError(key)) return { path: '', message: 'has a field name that is not valid text' }
    const bad = findBadText((value as Record<string, unknown>)[key], depth + 1)
    if (bad) return { ...bad, path: `/${escapePointer(key)}${bad.path}` }
  }
  return undefined
}

type QuerySchema = { properties?: Record<string, { type?: string | string[] }> }

function fromQuery(schema: QuerySchema, data: unknown): unknown {
  return Object.fromEntries(
    Object.entries(data as Record<string, unknown>).map(([name, value]) => [
      name,
      typeof value === 'string' ? fromText(value, schema.properties?.[name]?.type) : value,
    ]),
  )
}

function fromText(text: string, type: string | string[] | undefined): unknown {
  if ((type === 'integer' || type === 'number') && /^-?\d{1,15}(\.\d+)?$/.test(text)) return Number(text)
  if (type === 'boolean' && /^(true|1|false|0)$/.test(text)) return text === 'true' || text === '1'
  // A repeatable parameter was sent once.
  if (type === 'array') return [text]
  return text
}
