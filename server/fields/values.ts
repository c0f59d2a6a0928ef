import { invalid } from '../../shared/problem.ts'
import type { CustomField, FieldValue, FieldValuesPatch } from './schema.ts'

const longestText = 500
const longestUrl = 2048

/** Why a value of a field is invalid; undefined if it is valid. */
function faultOf({ type, choices }: CustomField, value: FieldValue): string | undefined {
  if (type === 'number') return typeof value === 'number' ? undefined : 'must be a number'
  if (typeof value !== 'string') return 'must be text'
  if (type === 'text')
    return value.length <= longestText ? undefined : `must have at most ${longestText} characters`
  if (type === 'choice') return choices.includes(value) ? undefined : `must be one of ${choices.join(', ')}`
  if (type === 'url') return isWebAddress(value) ? undefined : 'must be an http or https address'
  return isDay(value) ? undefined : 'must be a date such as 2026-11-15'
}

function isWebAddress(value: string): boolean {
  const url = value.length <= longestUrl ? URL.parse(value) : null
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password
}

function isDay(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const time = Date.parse(`${value}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}

/** Converts a patch to field ids. Rejects undefined keys and invalid values. */
export function readPatch(
  fields: CustomField[],
  { fields: given }: FieldValuesPatch,
): { set: Record<string, FieldValue>; unset: string[] } {
  const byKey = new Map(fields.map((field) => [field.key, field]))
  const set: Record<string, FieldValue> = {}
  const unset: string[] = []
  for (const [key, raw] of Object.entries(given)) {
    const field = byKey.get(key)
    if (!field) throw invalid(`/fields/${key}`, 'is not a defined field')
    const value = typeof raw === 'string' ? raw.trim() : raw
    if (value === null || value === '') {
      unset.push(field.fieldId)
      continue
    }
    const fault = faultOf(field, value)
    if (fault) throw invalid(`/fields/${key}`, fault)
    set[field.fieldId] = value
  }
  return { set, unset }
}

/** Parses a value as people and spreadsheets write it; throws a problem at the path if it is invalid. */
export function readText(field: CustomField, text: string, path: string): FieldValue {
  const value = toValue(field, text.trim())
  const fault = faultOf(field, value)
  if (fault) throw invalid(path, fault)
  return value
}

function toValue({ type, choices }: CustomField, text: string): FieldValue {
  if (type === 'number') return /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text
  if (type === 'choice') return choices.find((choice) => choice.toLowerCase() === text.toLowerCase()) ?? text
  return text
}
