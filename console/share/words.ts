import { presetsIn } from '../../shared/prompts.ts'
import type { Shape } from '../api/schema.ts'
import type { Document } from '../documents/document.ts'

type Check = Shape<'VersionCheck'>
export type FindingCode = Shape<'CheckFinding'>['code']

/** Findings that publishing in the panel resolves. */
const settled = new Set<FindingCode>(['no_page_link', 'page_not_published'])
/** Findings of these kinds are merged into one line each. */
export const grouped = new Set<FindingCode>(['prompt_unfilled', 'alt_missing', 'placeholder_empty'])

/** Warnings that publishing in the panel doesn't resolve. */
export function openWarnings({ warnings }: Check): Check['warnings'] {
  return warnings.filter(({ code }) => !settled.has(code))
}

/** The number of lines in the checklist, also shown elsewhere. */
export function countToCheck(check: Check): number {
  const codes = openWarnings(check).map(({ code }) => code)
  const single = codes.filter((code) => !grouped.has(code))
  return check.errors.length + single.length + new Set(codes.filter((code) => grouped.has(code))).size
}

/** The number of facts of an example's company in a document. Prompts occur in texts only. */
export function countPresets({ blocks }: Document): number {
  const count = (value: unknown): number => {
    if (typeof value === 'string') return presetsIn(value).filter((preset) => preset !== '').length
    return typeof value === 'object' && value !== null
      ? Object.values(value).reduce<number>((sum, part) => sum + count(part), 0)
      : 0
  }
  return blocks.filter(({ hidden }) => !hidden).reduce((sum, { props }) => sum + count(props), 0)
}
