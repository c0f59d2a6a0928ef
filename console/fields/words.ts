import type { CustomField } from './queries.ts'

/** `Industry: Retail`, from `industry:Retail`. */
export function describeFilter(text: string, fields: readonly CustomField[]): string {
  const [key = ''] = text.split(':', 1)
  return `${fields.find((field) => field.key === key)?.label ?? key}: ${text.slice(key.length + 1)}`
}
