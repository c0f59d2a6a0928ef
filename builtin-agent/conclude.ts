import type { Draft } from './operations/edit.ts'
import type { Outcome } from './outcome.ts'
import type { Page } from './page.ts'
import { Reply } from './reply.ts'

/** One part of a message: what was said, and what it comes to on the page that the parts before it left. */
export type Step = { said: string; outcome: Outcome | undefined; page: Page }

export const stepOf = (outcome: Outcome | undefined, said: string, page: Page): Step => ({
  said,
  outcome,
  page,
})

/** What is done of a message, what is said about it, and messages to offer. */
export type Conclusion = {
  draft: Draft | undefined
  reply: Reply
  suggestions: string[]
  /** Whether words were asked for, which the next message may give. */
  wantsContent?: boolean
  /** The beginning of a message that they complete. */
  completes?: string | undefined
}

/** What is done of the parts of a message, and what is said about those that are not. */
export function conclude(steps: Step[]): Conclusion {
  const reply = new Reply()
  const suggestions: string[] = []
  let draft: Draft | undefined
  let wantsContent = false
  let completes: string | undefined
  for (const { outcome, said } of steps) {
    if (outcome?.kind === 'done') {
      draft = outcome.draft
      reply.done.push(outcome.said)
      if (outcome.hint) reply.hints.push(outcome.hint)
      suggestions.push(...(outcome.suggestions ?? []))
    } else if (outcome?.kind === 'answer') reply.answers.push(outcome.text)
    else if (outcome?.kind === 'ask') {
      reply.leave(said, outcome.question)
      suggestions.push(...outcome.options)
      wantsContent ||= outcome.wantsContent === true
      completes ??= outcome.completes
    } else if (outcome) {
      reply.leave(said, outcome.reason)
      suggestions.push(...outcome.suggestions)
    } else reply.leave(said)
  }
  return { draft, reply, suggestions, wantsContent, completes }
}
