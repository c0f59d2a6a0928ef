import { Ajv, type ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'
import { eventSchemas } from '../webhooks/catalogue.ts'
import type { EventType } from '../webhooks/events.ts'

const ajv = new Ajv({ strict: false, allErrors: true })
const checks = new Map<EventType, ValidateFunction>()

/** Checks an event's data against its schema in the catalogue, if it has one. */
export function checkEvent(type: EventType, data: unknown) {
  const schema = (eventSchemas as { [T in EventType]?: TSchema })[type]
  if (!schema) return
  const check = checks.get(type) ?? ajv.compile(schema)
  checks.set(type, check)
  if (!check(data))
    throw new Error(`${type} breaks its schema: ${JSON.stringify(check.errors)} in ${JSON.stringify(data)}`)
}
