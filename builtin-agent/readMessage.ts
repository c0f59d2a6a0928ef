import { nothingToChange } from './already.ts'
import type { Clause } from './clauses/clause.ts'
import { type Conclusion, conclude } from './conclude.ts'
import type { Outcome } from './outcome.ts'
import type { Page } from './page.ts'
import { leaveOut, leftOut, planMessage, type Step } from './plan.ts'
import { Reply, wouldHave } from './reply.ts'
import type { Act } from './roles/labels.ts'
import { unreadFrom } from './roles/model.ts'
import { type RoleReading, readByRoles } from './roles/readings.ts'
import type { Wish } from './roles/wishes.ts'
import { wordsOf } from './tokens.ts'

/** From these likelihoods on a reading by roles is carried out. */
const enough = {
  usual: 0.58,
  /** Both readings come to the same. */
  agreed: 0.35,
  /** The other reading answered a question or asked back. */
  answered: 0.7,
  /** Additions use every word of content that the message gives, or come to nothing: that speaks for them. */
  added: 0.38,
}
/** Where what is meant is less likely than this, it is asked for, however sure the words are. */
const leastFound = 0.35
/** In messages of at most this many words, the words of looks, pictures and history seldom mean anything else. */
const specialWords = 10
/** From here on a message in which no wish was found holds back what the other reading found. */
const certain = 0.9
/** A reading that is less likely than this is not offered. */
const likely = 0.3

/**
 * What a message comes to on a page. Wishes are found by the roles of their words; questions, limits, looks, history and
 * personal words by what they say.
 */
export async function readMessage(message: string, page: Page): Promise<Conclusion> {
  const end = unreadFrom(message)
  const read = message.slice(0, end)
  const steps = await planMessage(read, page)
  if (end !== undefined) steps.push(leaveOut(message, end, page))
  const byWords = conclude(steps, page)
  const byRoles = await readByRoles(read, page)
  // "keep the headline" asks for nothing else, unless something else is clear.
  const isKept = steps.every(({ clause }) => clause.act === 'keep')
  if (!byRoles || (isKept && byRoles.likelihood < enough.answered)) return byWords
  return compare(byWords, byRoles, steps, read, page)
}

function compare(
  byWords: Conclusion,
  byRoles: RoleReading,
  steps: Step[],
  message: string,
  page: Page,
): Conclusion {
  const { draft, reply } = byWords
  const isHistory = byRoles.wishes.some(({ act }) => act && history.has(act))
  const isShort = wordsOf(message).length <= specialWords
  // "shorter: “Good to know”": what is given word for word is what it becomes.
  const [, given] =
    /["“]([^"”]{3,200})["”]/.exec(message) ?? /\bshorter:\s*(\p{Lu}[^:"“]{2,200}?)[.!]?$/u.exec(message) ?? []
  const isGiven =
    given !== undefined && draft !== undefined && !JSON.stringify(draft.document).includes(`"${given}"`)
  // "i like the purple, leave it like that"; "a bit darker" goes on from what was said before.
  const isNone =
    byRoles.wishes.length === 0 && byRoles.likelihood >= certain && page.context.conversation.length === 0
  if (draft && (isShort || isHistory) && !isGiven && !isNone) return byWords
  if (byRoles.wishes.length === 0) return draft && byRoles.likelihood >= certain ? heldBack(reply) : byWords
  // What is to stay, what was not read, and what nobody could do, in other words of the message.
  const kept = steps.filter(
    ({ clause, outcome, isWish }) =>
      clause.act === 'keep' ||
      clause.source === leftOut ||
      (isWish && outcome?.kind === 'refused' && outcome.isLimit && !isBeside(clause, byRoles.wishes)),
  )
  const other = conclude([...byRoles.steps, ...kept], page)
  // Where a thing stands is seen in the document.
  const isMove = byRoles.wishes.every(({ act }) => act === 'move')
  if (byRoles.isThere && byRoles.steps.length === 0) other.reply.reasons.push(nothingToChange(page, isMove))
  const near = steps.filter(({ clause }) => isBeside(clause, byRoles.wishes))
  const isAnswered = near.some(
    ({ outcome, clause }) =>
      outcome && answers(outcome) && !(clause.act === 'question' && asks.test(clause.text)),
  )
  if (!other.draft) {
    if (near.some(({ outcome }) => outcome?.kind === 'refused' && !outcome.isLimit)) return byWords
    if (draft && !byRoles.isThere) return byWords
    return isAnswered && !byRoles.steps.some(({ outcome }) => outcome && answers(outcome)) ? byWords : other
  }
  // A limit that is named for some word says little about the wish.
  const isLimited = near.some(({ outcome }) => outcome?.kind === 'refused' && outcome.isLimit)
  const isAdded = byRoles.wishes.every(({ act }) => act === 'add')
  const isAgreed =
    draft !== undefined && JSON.stringify(draft.document) === JSON.stringify(other.draft.document)
  const least =
    enough[isAgreed ? 'agreed' : isLimited ? 'usual' : isAdded ? 'added' : isAnswered ? 'answered' : 'usual']
  if (byRoles.likelihood >= least && byRoles.found >= leastFound) return other
  if (draft && !isAnswered && byRoles.likelihood < likely && reply.unknown.length === 0) return byWords
  if (isAnswered || byRoles.likelihood < likely) return draft ? heldBack(reply) : byWords
  const saying = byRoles.sayings.map((each) => each.replace(/[.\s]+$/, '')).join('. ')
  return {
    draft: undefined,
    reply: asking(
      reply,
      `I am not sure that I understand, so I changed nothing. I ${wouldHave(other.reply.done)}. Is that what you mean?`,
    ),
    suggestions: [saying, ...byWords.suggestions],
  }
}

const history = new Set<Act>(['undo', 'redo', 'restore'])
/** Whether a clause has words of a wish in it. What is said elsewhere in a message does not speak against the wish. */
const isBeside = ({ tokens }: Clause, wishes: Wish[]) =>
  wishes.some(({ parts }) =>
    parts.some(({ start, end }) => tokens.some((token) => token.start < end && token.end > start)),
  )
/** A wish that is put as a question: "Can the two quotes trade places?" */
const asks = /^(?:please )?(?:can|could|would|will)\b/i
/** A limit that was named, a question that was answered or asked back. */
const answers = (outcome: Outcome) =>
  outcome.kind === 'answer' || outcome.kind === 'ask' || (outcome.kind === 'refused' && outcome.isLimit)

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
