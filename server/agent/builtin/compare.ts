import { check } from './check.ts'
import { type Conclusion, conclude } from './conclude.ts'
import type { Draft } from './edit.ts'
import type { Page } from './page.ts'
import type { Step } from './plan.ts'
import { Reply, wouldHave } from './reply.ts'
import { isGivenBy, isSame, type RoleReading } from './roles/readings.ts'

/** From these likelihoods on a reading by roles is carried out: where it stands alone, and against another reading. */
const sure = 0.15
const surer = 0.3
const surest = 0.6
/** Additions use every word of content that the message gives, or come to nothing: that speaks for them. */
const whole = 0.01
/** From here on a message in which no wish was found holds back what the other reading found. */
const certain = 0.9
/** A reading that is less likely than this is not offered. */
const likely = 0.02

/**
 * Compares the two readings of a message. What both come to is done. Where they differ or only one comes to something,
 * that is done if it is likely enough; otherwise the reply asks first.
 */
export function compare(
  bySentences: Conclusion,
  byRoles: RoleReading,
  steps: Step[],
  page: Page,
): Conclusion {
  const { draft, reply } = bySentences
  const isSpecial = draft && steps.every(({ outcome }) => outcome?.kind !== 'done' || outcome.isSpecial)
  // A limit that was named, a question that was answered or asked back: only a reading that is quite sure may still act.
  const isAnswered =
    !draft &&
    steps.some(
      ({ outcome }) =>
        outcome?.kind === 'answer' ||
        (outcome?.kind === 'ask' && outcome.options.length > 0) ||
        (outcome?.kind === 'refused' && outcome.isLimit),
    )
  if (isSpecial) return bySentences
  const kept = steps.filter(({ clause }) => clause.act === 'keep')
  const other = byRoles.steps.length > 0 ? conclude([...byRoles.steps, ...kept], page) : undefined
  if (!other?.draft) {
    if (!draft) return bySentences
    if (byRoles.wishes.length === 0) return byRoles.likelihood < certain ? bySentences : heldBack(reply)
    if (isGivenBy(byRoles.wishes, page.document, draft.document)) return bySentences
    return heldBack(reply)
  }
  if (draft && isSame(draft.document, other.draft.document)) return bySentences
  if (draft && isPartOf(other.draft, draft, page)) return bySentences
  const isAdded = byRoles.wishes.every(({ act }) => act === 'add')
  const isPartial =
    steps.filter(({ outcome }) => outcome?.kind === 'done').length > byRoles.wishes.length &&
    !(isAdded && (!draft || isGivenBy(byRoles.wishes, page.document, draft.document)))
  if (!isPartial && byRoles.likelihood >= (isAdded ? whole : isAnswered ? surest : draft ? surer : sure))
    return other
  if (isAnswered) return bySentences
  if (byRoles.likelihood < likely) return draft ? heldBack(reply) : bySentences
  const saying = byRoles.sayings.map((each) => each.replace(/[.\s]+$/, '')).join('. ')
  const question = draft
    ? `I can read that in two ways and have changed nothing yet. Either I ${wouldHave(reply.done)}, or I ${wouldHave(other.reply.done)}. Which one do you mean?`
    : `I am not sure that I understand, so I changed nothing. I ${wouldHave(other.reply.done)}. Is that what you mean?`
  return {
    draft: undefined,
    reply: asking(reply, question),
    suggestions: [saying, ...bySentences.suggestions],
  }
}

/** Whether everything that one draft changes is changed by another as well. */
function isPartOf(one: Draft, other: Draft, page: Page): boolean {
  const [part, all] = [one, other].map((draft) => {
    const checked = check(page, draft)
    return 'operations' in checked
      ? checked.operations.map(({ documentHash: _, ...operation }) => JSON.stringify(operation))
      : []
  }) as [string[], string[]]
  return part.length > 0 && part.every((operation) => all.includes(operation))
}

/** What one reading would have done, where the other one speaks against it and has nothing better. */
function heldBack(reply: Reply): Conclusion {
  const reason = `I am not sure that I understand, so I changed nothing. I ${wouldHave(reply.done)}. Please say it in other words.`
  return { draft: undefined, reply: asking(reply, reason), suggestions: [] }
}

function asking({ answers }: Reply, question: string): Reply {
  const asked = new Reply()
  asked.answers.push(...answers)
  asked.reasons.push(question)
  return asked
}
