import type { Draft } from './operations/edit.ts'

/** The result of a wish. */
export type Outcome =
  | {
      kind: 'done'
      draft: Draft
      /** What was done, as the rest of a sentence that begins with "I". */
      said: string
      /** Keys of the nodes that "it" refers to from now on. */
      focus: string[]
      /** A sentence for the end of the reply, such as how to undo the change. */
      hint?: string
      /** Messages to suggest as a next step. */
      suggestions?: string[]
    }
  | {
      kind: 'ask'
      question: string
      options: string[]
      wantsContent?: true
      /** The start of a message that the requested content completes. */
      completes?: string
    }
  | {
      kind: 'refused'
      reason: string
      suggestions: string[]
      /** The page already is as the wish asks. */
      isAlready?: true
    }
  | { kind: 'answer'; text: string }

export const refused = (reason: string, suggestions: string[] = []): Outcome & { kind: 'refused' } => ({
  kind: 'refused',
  reason,
  suggestions,
})
/** Asks for content that the message does not give; the next message may supply it. */
export const askContent = (question: string, completes?: string): Outcome => ({
  kind: 'ask',
  question,
  options: [],
  wantsContent: true,
  ...(completes ? { completes } : {}),
})
export const ask = (question: string, options: string[] = []): Outcome => ({ kind: 'ask', question, options })
