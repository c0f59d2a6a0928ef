import { Problem } from '../../../web/problem.ts'
import { Refusal } from '../../refusal.ts'
import type { Node } from '../nodes.ts'
import { type Outcome, refused } from '../outcome.ts'
import type { Page } from '../page.ts'
import type { Token } from '../tokens.ts'
import type { Verb } from '../verbs.ts'

/** What is read: the words of one wish, without courtesy, and where they stand. */
export type Phrase = {
  tokens: Token[]
  source: string
  page: Page
  verb: Verb | undefined
  /** The tokens after the verb. */
  body: Token[]
  /** "In the FAQ, …": the wish is about something below this. */
  scope: Node | undefined
  /** The phrase goes on from a wish that was understood: "… and the button to Y". */
  continues: boolean
}

/** One way to understand a phrase. The lower the cost, the more probable. */
export type Reading = { cost: number; outcome: Outcome }

/** The readings of one attempt; what the page can't take is a reading that says so. */
export function attempt(read: () => Reading[]): Reading[] {
  try {
    return read()
  } catch (error) {
    if (error instanceof Refusal) return [{ cost: 2.5, outcome: refused(error.message) }]
    if (error instanceof Problem)
      return [{ cost: 2.5, outcome: refused(`That can’t be done: ${error.message}`) }]
    throw error
  }
}
