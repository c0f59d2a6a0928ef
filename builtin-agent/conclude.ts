import type { Draft } from './operations/edit.ts'
import type { Outcome } from './outcome.ts'
import type { OpenPage } from './page.ts'
import { AgentReply } from './reply.ts'

/** One part of a message with its outcome, and the page as the parts before it left it. */
export type MessageStep = { said: string; outcome: Outcome | undefined; page: OpenPage }

export const stepOf = (outcome: Outcome | undefined, said: string, page: OpenPage): MessageStep => ({
  said,
  outcome,
  page,
})

/** The result of a message: the draft, the reply and messages to suggest. */
export type Conclusion = {
  draft: Draft | undefined
  reply: AgentReply
  suggestions: string[]
  /** Whether the reply asks for content, which the next message may give. */
  wantsContent?: boolean
  /** The start of a message that the requested content completes. */
  completes?: string | undefined
}

/** Combines the outcomes of a message's parts: the last draft, and a reply that covers every part. */
export function conclude(steps: MessageStep[]): Conclusion {
  const reply = new AgentReply()
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
