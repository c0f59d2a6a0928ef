import { spare } from './check.ts'
import type { Clause } from './clauses/clause.ts'
import { nameOf, namesOf } from './describe.ts'
import type { Draft } from './edit.ts'
import type { Node } from './nodes.ts'
import { resolveAll } from './objects.ts'
import type { Outcome } from './outcome.ts'
import type { Page } from './page.ts'
import type { Step } from './plan.ts'
import { Reply } from './reply.ts'
import { isWord } from './tokens.ts'

/** What is done of a message, what is said about it, and messages to offer. */
export type Conclusion = {
  draft: Draft | undefined
  reply: Reply
  suggestions: string[]
  /** Whether words were asked for, which the next message may give. */
  wantsContent?: boolean
}

/** What is done of a plan, and what is said about it. A wish that is unclear holds back the others. */
export function conclude(steps: Step[], page: Page): Conclusion {
  const reply = new Reply()
  const suggestions: string[] = []
  const done: (Step & { outcome: Outcome & { kind: 'done' } })[] = []
  let isHeld = false
  let wantsContent = false
  for (const step of steps) {
    const { outcome, clause } = step
    if (clause.act === 'thanks') reply.thanked = true
    // "Delete the quote. Oh wait, leave it in."
    if (clause.act === 'keep' && /^(?:leave|keep) (?:it|them|that|this)\b/i.test(clause.text)) done.pop()
    if (outcome?.kind === 'done') done.push(step as (typeof done)[number])
    else if (outcome?.kind === 'answer') reply.answers.push(outcome.text)
    else if (outcome?.kind === 'ask' || outcome?.kind === 'refused') {
      if (!step.isWish && done.length > 0) continue
      reply.reasons.push(outcome.kind === 'ask' ? outcome.question : outcome.reason)
      wantsContent ||= outcome.kind === 'ask' && outcome.wantsContent === true
      suggestions.push(...(outcome.kind === 'ask' ? outcome.options : outcome.suggestions))
      if (!(outcome.kind === 'refused' && outcome.isLimit)) isHeld ||= step.isWish
    } else if (clause.act === 'wish') {
      reply.unknown.push({ text: clause.text, isRemark: !step.isWish })
      isHeld ||= step.isWish
    }
  }
  const keep = keptBy(
    steps.map(({ clause }) => clause),
    page,
  )
  const last = done.at(-1)
  if (!last) {
    if (keep.length > 0) reply.kept.push(namesOf(keep, page))
    return { draft: undefined, reply, suggestions, wantsContent }
  }
  if (isHeld) {
    reply.held.push(...done.map(({ outcome }) => outcome.said))
    suggestions.push(done.map(({ clause }) => clause.text).join('. '))
    return { draft: undefined, reply, suggestions }
  }
  const { draft, spared } = spare(page, last.outcome.draft, keep)
  const lost = spared.filter(
    ({ kind, block }) =>
      kind === 'block' && !last.outcome.draft.document.blocks.some(({ id }) => id === block?.id),
  )
  if (lost.length > 0) {
    reply.reasons.push(`You asked me to leave ${namesOf(lost, page)} alone, so I did not do that.`)
    return { draft: undefined, reply, suggestions }
  }
  reply.done.push(...done.map(({ outcome }) => outcome.said))
  reply.hints.push(...done.flatMap(({ outcome }) => outcome.hint ?? []))
  reply.kept.push(...spared.filter(({ kind }) => kind !== 'block').map((node) => nameOf(node, page)))
  return { draft, reply, suggestions }
}

/** What the message asks to leave alone. */
function keptBy(clauses: Clause[], page: Page): Node[] {
  return clauses
    .filter(({ act }) => act === 'keep')
    .flatMap(({ tokens }) => {
      const rest = tokens.filter(
        (token) =>
          !isWord(
            token,
            'dont',
            'do',
            'not',
            'never',
            'touch',
            'change',
            'remove',
            'delete',
            'alter',
            'edit',
            'modify',
            'move',
            'mess',
            'with',
            'keep',
            'leave',
            'alone',
            'as',
            'is',
            'are',
            'it',
            'untouched',
            'unchanged',
            'the',
            'same',
            'stays',
            'stay',
            'remains',
            'remain',
            'fine',
            'else',
            'hide',
            'replace',
            'drop',
            'can',
            'should',
            'must',
            'though',
            'new',
            'rewrite',
            'way',
            'please',
            'in',
            'place',
            'they',
            'intact',
            'there',
            'put',
          ),
      )
      return rest.length === 0 ||
        rest.some((token) => isWord(token, 'everything', 'anything', 'nothing', 'rest', 'other', 'others'))
        ? []
        : resolveAll(rest, page).nodes
    })
}
