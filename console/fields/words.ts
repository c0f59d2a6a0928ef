import type { Shape } from '../api/schema.ts'

export type CustomField = Shape<'CustomField'>

/** `Industry: Retail`, from `industry:Retail`; `Employees: 100 or more`, from `employees:100..`. */
export function describeFilter(text: string, fields: readonly CustomField[]): string {
  const [key = ''] = text.split(':', 1)
  const value = text.slice(key.length + 1)
  const field = fields.find((one) => one.key === key)
  const isRange = field?.type === 'number' || field?.type === 'date'
  return `${field?.label ?? key}: ${isRange ? describeRange(value, field.type === 'date') : value}`
}

function describeRange(text: string, isDate: boolean): string {
  const separator = text.indexOf('..')
  if (separator < 0) return text
  const [from, to] = [text.slice(0, separator), text.slice(separator + 2)]
  if (to === '') return isDate ? `from ${from}` : `${from} or more`
  if (from === '') return isDate ? `until ${to}` : `${to} or less`
  return `${from} to ${to}`
}
