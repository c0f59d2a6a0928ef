import type { Clause } from './clauses/clause.ts'
import type { Draft } from './edit.ts'
import type { Page } from './page.ts'

/** What became of a clause. */
export type Outcome =
  | {
      kind: 'done'
      draft: Draft
      /** What was done, as the rest of a sentence that begins with "I". */
      said: string
      /** Keys of the nodes that "it" means from now on. */
      focus: string[]
      /** A sentence for afterwards, such as how to get something back. */
      hint?: string
      /** A change of many things at once, such as an undo: its words are not compared with what changed. */
      isWide?: true
    }
  | { kind: 'ask'; question: string; options: string[]; wantsContent?: true }
  | {
      kind: 'refused'
      reason: string
      suggestions: string[]
      isLimit?: true
      /** It is as the wish wants it. */
      isAlready?: true
    }
  | { kind: 'answer'; text: string }

/** One way to understand a clause; undefined where it is none. */
export type Frame = (clause: Clause, page: Page) => Outcome | undefined | Promise<Outcome | undefined>

export const refused = (reason: string, suggestions: string[] = []): Outcome & { kind: 'refused' } => ({
  kind: 'refused',
  reason,
  suggestions,
})
/** A question for words that nobody gave yet; they may come with the next sentence. */
export const askContent = (question: string): Outcome => ({
  kind: 'ask',
  question,
  options: [],
  wantsContent: true,
})
export const ask = (question: string, options: string[] = []): Outcome => ({ kind: 'ask', question, options })
