import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { Static, TSchema } from 'typebox'
import { type InputError, mostErrors } from './problem.ts'

/** Of larger values, only the first error is reported: listing 50,000 unknown fields would take half a second. */
const largestListed = 64 * 1024

const options = {
  ...{ strict: true, allowUnionTypes: true, useDefaults: true, keywords: ['example'] },
  // Compiling the schema of schemas takes a third of the time of a thread that reads a CSV file. Tests check the schemas.
  validateSchema: false,
}
const quick = withFormats(new Ajv(options))
const thorough = withFormats(new Ajv({ ...options, allErrors: true }))

function withFormats(ajv: Ajv) {
  formats.default(ajv, ['date-time', 'email', 'uri'])
  return ajv
}

/**
 * The errors of a value by a schema; empty if it is valid. Collects all errors only if there is one. Schemas are compiled
 * on first use, because compiling all of them at the start would take half a second.
 */
export function judgeBy(schema: object): (value: unknown) => InputError[] {
  let check: ValidateFunction | undefined
  let checkAll: ValidateFunction | undefined
  return (value) => {
    check ??= quick.compile(schema)
    if (check(value)) return []
    if (isLongerThan(value, largestListed)) return describeAll(check.errors ?? [])
    checkAll ??= thorough.compile(schema)
    checkAll(structuredClone(value))
    return describeAll(checkAll.errors ?? check.errors ?? [])
  }
}

/** Whether the JSON of a value has more characters. Stops counting there: writing all of it can take 40 ms. */
function isLongerThan(value: unknown, most: number): boolean {
  let left = most
  const count = (part: unknown): void => {
    left -= typeof part === 'string' ? part.length + 2 : 1
    if (typeof part !== 'object' || part === null) return
    if (Array.isArray(part)) {
      for (let at = 0; at < part.length && left >= 0; at++) count(part[at])
      return
    }
    for (const name in part) {
      if (left < 0) return
      left -= name.length + 3
      count((part as Record<string, unknown>)[name])
    }
  }
  count(value)
  return left < 0 || JSON.stringify(value).length > most
}

/** Whether a value is valid by a schema, without errors, for frequent checks. */
export function keepsTo<T extends TSchema>(schema: T): (value: unknown) => value is Static<T> {
  let check: ValidateFunction | undefined
  return (value): value is Static<T> => {
    check ??= quick.compile(schema)
    return check(value) as boolean
  }
}

type AjvError = { instancePath: string; keyword: string; message?: string; params: Record<string, unknown> }

function describeAll(errors: AjvError[]): InputError[] {
  const found = errors.filter(({ keyword }) => keyword !== 'if' && keyword !== 'anyOf').slice(0, mostErrors)
  return (found.length > 0 ? found : errors.slice(0, 1)).map(describe)
}

function describe({ instancePath, keyword, message = 'is not valid', params }: AjvError): InputError {
  switch (keyword) {
    case 'additionalProperties':
      return {
        path: `${instancePath}/${escapePointer(String(params.additionalProperty))}`,
        message: 'is not a known field',
      }
    case 'required':
      return {
        path: `${instancePath}/${escapePointer(String(params.missingProperty))}`,
        message: 'is required',
      }
    case 'enum':
      return {
        path: instancePath,
        message: `must be one of ${(params.allowedValues as unknown[]).join(', ')}`,
      }
    case 'minimum':
    case 'maximum':
    case 'type':
      return {
        path: instancePath,
        message: keyword === 'type' ? `must be of type ${[params.type].flat().join(' or ')}` : message,
      }
    default:
      return { path: instancePath, message }
  }
}

export function escapePointer(name: string) {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
