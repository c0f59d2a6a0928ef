import { countryName, deviceNames } from '../visits/words.ts'

/** The filters for sessions; in the URL as `where=device:desktop`. */
export const filterKinds = [
  'source',
  'campaign',
  'device',
  'browser',
  'country',
  'action',
  'link',
  'form',
] as const
export type FilterKind = (typeof filterKinds)[number]
type AnalyticsFilters = Partial<Record<FilterKind, string[]>>

export const kindWords: Record<FilterKind, string> = {
  source: 'Source',
  campaign: 'Campaign',
  device: 'Device',
  browser: 'Browser',
  country: 'Country',
  action: 'Action',
  link: 'Link',
  form: 'Form',
}

const unknownWords: Partial<Record<FilterKind, string>> = {
  source: 'Typed or bookmarked',
  campaign: 'No campaign',
}

/** Sessions are filtered by whether a form was sent, not by which one. */
const formWords: Partial<Record<string, string>> = { true: 'sent', false: 'not sent' }

/** The display name of a value. */
export function valueWords(kind: FilterKind, value: string): string {
  if (kind === 'form') return formWords[value] ?? value
  if (value === '') return unknownWords[kind] ?? 'Unknown'
  if (kind === 'device') return deviceNames[value as keyof typeof deviceNames] ?? value
  if (kind === 'country') return countryName(value)
  return kind === 'link' ? value.replace(/^(https?:\/\/(www\.)?|mailto:|tel:)/, '') : value
}

export function readFilters(where: readonly string[] | undefined): AnalyticsFilters {
  const filters: AnalyticsFilters = {}
  for (const one of where ?? []) {
    const at = one.indexOf(':')
    const kind = filterKinds.find((name) => name === one.slice(0, at))
    if (kind) filters[kind] = [...(filters[kind] ?? []), one.slice(at + 1)]
  }
  return filters
}

/** The search parameters after a value was added or removed. */
export function toggleFilter(
  where: readonly string[] | undefined,
  kind: FilterKind,
  value: string,
): string[] | undefined {
  const name = `${kind}:${value}`
  const others = (where ?? []).filter((one) => one !== name && !(kind === 'form' && one.startsWith('form:')))
  const next = where?.includes(name) ? others : [...others, name]
  return next.length > 0 ? next : undefined
}

export function withoutKind(where: readonly string[] | undefined, kind: FilterKind): string[] | undefined {
  const next = (where ?? []).filter((one) => !one.startsWith(`${kind}:`))
  return next.length > 0 ? next : undefined
}

/** The query parameters of the API. */
export function filterParams({ form, ...filters }: AnalyticsFilters) {
  return { ...filters, ...(form && { form: form[0] === 'true' }) }
}
