import { type Conclusion, conclude } from './conclude.ts'
import type { Draft } from './edit.ts'
import type { Outcome } from './outcome.ts'
import type { Page } from './page.ts'
import type { Step } from './plan.ts'
import { Reply, wouldHave } from './reply.ts'
import type { Act } from './roles/labels.ts'
import { isGivenBy, isSame, type RoleReading, textsOf } from './roles/readings.ts'
import { wordsOf } from './tokens.ts'

/** From these likelihoods on a reading by roles is carried out. */
const enough = {
  /** Both readings agree. */
  agreed: 0.02,
  /** Both agree on a short message. */
  short: 0.005,
  /** The readings differ, or only this one comes to something. */
  alone: 0.03,
  /** The other reading answered a question or asked back. */
  answered: 0.05,
  /** The other reading named a limit of the agent. */
  limited: 0.15,
  /** Additions use every word of content that the message gives, or come to nothing: that speaks for them. */
  added: 0.01,
}
/** "Add the review they sent us" gives no words to add. */
const hasContent = /["“”:]/
/** Messages of at most this many words are read well by sentences. */
const shortWords = 14
/** In messages of at most this many words, the words of looks, pictures and history seldom mean anything else. */
const specialWords = 10
/** From here on a message in which no wish was found holds back what the other reading found. */
const certain = 0.9
/** A reading that is less likely than this is not offered. */
const likely = 0.02

/**
 * Compares the two readings of a message. What both come to is done. Where they differ or only the reading by roles comes to
 * something, that is done if it is likely enough; otherwise the reply asks first.
 */
export function compare(
  bySentences: Conclusion,
  byRoles: RoleReading,
  steps: Step[],
  page: Page,
): Conclusion {
  const { draft, reply } = bySentences
  const wordCount = wordsOf(page.context.message).length
  const isShort = wordCount <= shortWords
  const kept = steps.filter(({ clause }) => clause.act === 'keep')
  const other = byRoles.steps.length > 0 ? conclude([...byRoles.steps, ...kept], page) : undefined
  if (!other?.draft) {
    if (!draft || isSpecial(steps)) return bySentences
    const isClear =
      byRoles.wishes.length === 0
        ? byRoles.likelihood < certain
        : isShort &&
          !byRoles.isThere &&
          (hasContent.test(page.context.message) || byRoles.wishes.every(({ act }) => act !== 'add'))
    return isClear ? bySentences : heldBack(reply)
  }
  if (draft && isSame(draft.document, other.draft.document)) {
    if (byRoles.likelihood < (isShort ? enough.short : enough.agreed) && !isSpecial(steps))
      return heldBack(reply)
    const isExact = JSON.stringify(draft.document) === JSON.stringify(other.draft.document)
    return isExact ? bySentences : other
  }
  if (draft && isLonger(draft, other.draft, page)) return bySentences
  if (
    draft &&
    isSpecial(steps) &&
    (wordCount <= specialWords || byRoles.wishes.some(({ act }) => act && history.has(act)))
  )
    return bySentences
  const isAnswered = !draft && steps.some(({ outcome }) => outcome && answers(outcome))
  const isLimited = isAnswered && steps.some(({ outcome }) => outcome?.kind === 'refused' && outcome.isLimit)
  const isAdded = byRoles.wishes.every(({ act }) => act === 'add')
  const isPartial =
    steps.filter(({ outcome }) => outcome?.kind === 'done').length > byRoles.wishes.length &&
    !(isAdded && (!draft || isGivenBy(byRoles.wishes, page.document, draft.document)))
  const least = enough[isAdded ? 'added' : isLimited ? 'limited' : isAnswered ? 'answered' : 'alone']
  if (!isPartial && byRoles.likelihood >= least) return other
  if (isAnswered || (isPartial && isShort)) return bySentences
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

/** Whether one reading sets the same texts as the other, with more words at their end: the other one stopped too early. */
function isLonger(one: Draft, other: Draft, page: Page): boolean {
  const were = textsOf(page.document)
  const [longer, shorter] = [textsOf(one.document), textsOf(other.document)]
  if (longer.length !== were.length || shorter.length !== were.length) return false
  const changed = were.flatMap((text, at) => (text !== longer[at] || text !== shorter[at] ? at : []))
  return (
    changed.length > 0 &&
    changed.every((at) => {
      const [more, less] = [longer[at] ?? '', shorter[at] ?? '']
      const rest = more.toLowerCase().startsWith(less.toLowerCase()) ? more.slice(less.length) : undefined
      return rest !== undefined && less !== were[at] && !dictated.test(rest)
    })
  )
}
/** Signs that were said, and politeness, are no words of a text. */
const dictated =
  /^\W*(?:full stop|question mark|exclamation (?:mark|point)|please|thanks|thank you|(?:on|in|for) (?:this|that|the) (?:one|page)|from now on|these days|instead|now|today|all over the page|everywhere)?\W*$/i

const history = new Set<Act>(['undo', 'redo', 'restore'])
/** What has its own words, such as undo, looks and pictures, is seldom something else. */
const isSpecial = (steps: Step[]) =>
  steps.every(({ outcome }) => outcome?.kind !== 'done' || outcome.isSpecial)
/** A limit that was named, a question that was answered or asked back. */
const answers = (outcome: Outcome) =>
  outcome.kind === 'answer' ||
  (outcome.kind === 'ask' && outcome.options.length > 0) ||
  (outcome.kind === 'refused' && outcome.isLimit)

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
