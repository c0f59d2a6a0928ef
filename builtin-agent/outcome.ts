import type { Draft } from './operations/edit.ts'

/** What became of a wish. */
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
      /** Messages that would go further. */
      suggestions?: string[]
    }
  | {
      kind: 'ask'
      question: string
      options: string[]
      wantsContent?: true
      /** The beginning of a message that the words asked for complete. */
      completes?: string
    }
  | {
      kind: 'refused'
      reason: string
      suggestions: string[]
      isLimit?: true
      /** It is as the wish wants it. */
      isAlready?: true
    }
  | { kind: 'answer'; text: string }

export const refused = (reason: string, suggestions: string[] = []): Outcome & { kind: 'refused' } => ({
  kind: 'refused',
  reason,
  suggestions,
})
/** A question for words that nobody gave yet; they may come with the next sentence. */
export const askContent = (question: string, completes?: string): Outcome => ({
  kind: 'ask',
  question,
  options: [],
  wantsContent: true,
  ...(completes ? { completes } : {}),
})
export const ask = (question: string, options: string[] = []): Outcome => ({ kind: 'ask', question, options })
