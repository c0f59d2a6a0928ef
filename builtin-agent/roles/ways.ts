import { nameOf } from '../describe.ts'
import type { Outcome } from '../outcome.ts'
import type { OpenPage } from '../page.ts'
import type { Referents } from '../references/rank.ts'
import { applyAll } from '../values/apply.ts'
import type { Assignment } from '../values/assign.ts'
import type { Part } from './wishes.ts'

/** A way to carry out a wish: its outcome, and a message that asks for it explicitly. */
export type Way = {
  likelihood: number
  request: string
  outcome: Outcome
  /** Whether it replaces words within texts. */
  isReplacement?: boolean
}

/** The target phrases of a wish, their referents, and a function that resolves other phrases. */
export type WishNames = { phrases: string[]; pointed: Referents[]; find: (phrase: string) => Referents[] }

/** A text without punctuation at its end. Written as a loop, as a pattern would take quadratic time for many spaces. */
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
/** The message that would ask for an outcome. */
export const requestFor = (outcome: Outcome) =>
  outcome.kind === 'done' ? outcome.said.replace(/^\w+/, (verb) => done[verb] ?? verb) : ''

/** The message that would ask for assignments. */
const requestOf = (assignments: Assignment[], page: OpenPage) =>
  assignments
    .map(({ node, value }) =>
      node.kind === 'flag' && node.parent
        ? `Make ${nameOf(node.parent, page)} ${node.prop === 'required' ? (value ? 'required' : 'optional') : value ? node.prop : `not ${node.prop}`}`
        : `Change ${nameOf(node, page)} to ${node.kind === 'text' || node.kind === 'meta' ? `“${String(value)}”` : String(value)}`,
    )
    .join('. ')

/** The way that carries out assignments. */
export const assigned = (assignments: Assignment[], likelihood: number, page: OpenPage): Way => ({
  likelihood,
  request: requestOf(assignments, page),
  outcome: applyAll(assignments, page),
})

/** Words for the page as a whole. */
export const wholePage =
  /^(?:(?:the|this|our|my|whole|entire|all|of|on)\s+)*(?:page|site|website|texts?|everything|it all|copy)$/i
