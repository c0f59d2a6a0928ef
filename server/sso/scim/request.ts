import { ScimError } from './error.ts'
import { isObject } from './read.ts'

export type PatchOperation = { op: 'add' | 'replace' | 'remove'; path: string; value: unknown }

const mostOperations = 1_000

/** The operations of a PATCH, one per attribute: a value without a path sets several attributes. */
export function readOperations(body: unknown): PatchOperation[] {
  const listed = isObject(body) ? (body.Operations ?? body.operations) : undefined
  if (!Array.isArray(listed) || listed.length === 0 || listed.length > mostOperations)
    throw new ScimError(400, `Operations must be a list of 1 to ${mostOperations}.`, 'invalidSyntax')
  return listed.flatMap((one) => {
    // Entra capitalises them: Add, Replace, Remove.
    const op = isObject(one) ? String(one.op).toLowerCase() : ''
    if (!isObject(one) || (op !== 'add' && op !== 'replace' && op !== 'remove'))
      throw new ScimError(400, 'op must be add, replace or remove.', 'invalidSyntax')
    const { path, value } = one
    if (typeof path === 'string' && path !== '') return [{ op, path, value }]
    if (op === 'remove') throw new ScimError(400, 'remove needs a path.', 'noTarget')
    if (!isObject(value))
      throw new ScimError(400, 'Without a path, value must be an object.', 'invalidSyntax')
    return Object.entries(value).map(([name, of]) => ({ op, path: name, value: of }))
  })
}

export type Filter = { attribute: string; value: string }

/** `attribute eq "value"`, the only comparison that provisioning clients use. */
export function readFilter(filter: unknown): Filter | undefined {
  if (filter === undefined || filter === '') return undefined
  const [, attribute, quoted] =
    /^\s*([\w.:]{1,100})\s+eq\s+("(?:[^"\\]|\\.){0,500}")\s*$/i.exec(String(filter)) ?? []
  if (attribute === undefined || quoted === undefined)
    throw new ScimError(400, 'Filters have the form: userName eq "value".', 'invalidFilter')
  try {
    return { attribute: attribute.toLowerCase(), value: String(JSON.parse(quoted)) }
  } catch {
    throw new ScimError(400, 'The value of the filter is not a JSON text.', 'invalidFilter')
  }
}

export type Slice = { startIndex: number; count: number }

const mostListed = 200

/** Starts at 1; values out of range are clamped, as RFC 7644 requires. */
export function readSlice({ startIndex, count }: Record<string, unknown>): Slice {
  const number = (value: unknown, fallback: number) => {
    if (value === undefined) return fallback
    if (!/^-?\d{1,9}$/.test(String(value)))
      throw new ScimError(400, 'startIndex and count must be whole numbers.', 'invalidValue')
    return Number(value)
  }
  return {
    startIndex: Math.max(1, number(startIndex, 1)),
    count: Math.min(mostListed, Math.max(0, number(count, 100))),
  }
}

export function toList(resources: object[], totalResults: number, { startIndex }: Slice) {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  }
}
