import { nameOf } from '../describe.ts'
import type { Outcome } from '../outcome.ts'
import type { Page } from '../page.ts'
import type { Pointed } from '../references/rank.ts'
import { applyAll } from '../values/apply.ts'
import type { Assignment } from '../values/assign.ts'
import type { Part } from './wishes.ts'

/** A way to carry a wish out: what it comes to, and the same as one would ask for it. */
export type Way = {
  likelihood: number
  saying: string
  outcome: Outcome
  /** Whether old words become new ones in texts, which may be long. */
  isReplacement?: boolean
}

/** What a wish names, in words and on the page, and how the phrases in it are understood. */
export type WishNames = { phrases: string[]; pointed: Pointed[]; find: (phrase: string) => Pointed[] }

/** Without the marks that end a sentence. A loop, as a pattern would take quadratic time on many spaces. */
export function trimmed(text: string, marks = /[\s.,;:]/): string {
  let end = text.length
  while (end > 0 && marks.test(text[end - 1] as string)) end--
  return text.slice(0, end).trimStart()
}
export const phraseOf = ({ text, isQuote }: Part) =>
  isQuote ? `“${text}”` : trimmed(text).replace(/^(?:first of all|first things first)[,:]?\s+/i, '')

const done: Record<string, string> = {
  moved: 'Move', removed: 'Remove', swapped: 'Swap', duplicated: 'Duplicate', copied: 'Copy', reversed: 'Reverse', shortened: 'Shorten', changed: 'Change', put: 'Put',
} // biome-ignore format: a table of words
/** What an outcome does, as one would ask for it. */
export const requestFor = (outcome: Outcome) =>
  outcome.kind === 'done' ? outcome.said.replace(/^\w+/, (verb) => done[verb] ?? verb) : ''

/** Assignments as one would ask for them. */
const sayingOf = (assignments: Assignment[], page: Page) =>
  assignments
    .map(({ node, value }) =>
      node.kind === 'flag' && node.parent
        ? `Make ${nameOf(node.parent, page)} ${node.prop === 'required' ? (value ? 'required' : 'optional') : value ? node.prop : `not ${node.prop}`}`
        : `Change ${nameOf(node, page)} to ${node.kind === 'text' || node.kind === 'meta' ? `“${String(value)}”` : String(value)}`,
    )
    .join('. ')

/** The way that sets some properties. */
export const assigned = (assignments: Assignment[], likelihood: number, page: Page): Way => ({
  likelihood,
  saying: sayingOf(assignments, page),
  outcome: applyAll(assignments, page),
})
