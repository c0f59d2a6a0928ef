import type { Shape } from '../api/schema.ts'

type Check = Shape<'VersionCheck'>
export type FindingCode = Shape<'CheckFinding'>['code']

/** Settled by publishing in the panel. */
const settled = new Set<FindingCode>(['no_page_link', 'page_not_published'])
/** Findings of these kinds are one line however many they are. */
export const grouped = new Set<FindingCode>(['prompt_unfilled', 'alt_missing', 'placeholder_empty'])

/** The warnings that publishing in the panel does not settle. */
export function openWarnings({ warnings }: Check): Check['warnings'] {
  return warnings.filter(({ code }) => !settled.has(code))
}

/** How many lines there are to check: the same number wherever one is named. */
export function countToCheck(check: Check): number {
  const codes = openWarnings(check).map(({ code }) => code)
  const single = codes.filter((code) => !grouped.has(code))
  return check.errors.length + single.length + new Set(codes.filter((code) => grouped.has(code))).size
}
