import type { Agent, AgentContext, AgentOutput } from '../agent.ts'
import { readSelection } from '../selection.ts'
import { check, spare } from './check.ts'
import type { Clause } from './clauses.ts'
import { nameOf, namesOf } from './describe.ts'
import type { Draft } from './edit.ts'
import { focusOf, readFollowUp } from './followUp.ts'
import type { Node } from './nodes.ts'
import { resolveAll } from './objects.ts'
import type { Outcome } from './outcome.ts'
import { nodeAt, openPage, type Page } from './page.ts'
import { planMessage, type Step } from './plan.ts'
import { Reply } from './reply.ts'
import { isWord } from './tokens.ts'

/**
 * The agent that needs no model. A message goes through these steps, each a file: clauses, verbs, values, targets
 * (what a phrase means on this page), frames (ways to understand a wish), check, reply. The same message on the same
 * page always does the same thing.
 */
export const builtinAgent: Agent = {
  model: undefined,
  run: (context, signal) => work(context, signal),
}

async function* work(context: AgentContext, signal: AbortSignal): AsyncGenerator<AgentOutput, void> {
  const opened = open(context)
  if (!opened) {
    yield {
      type: 'text',
      text: 'What you selected is no longer on this page, so I changed nothing. Select it again and ask once more.',
    }
    return
  }
  const followUp = await readFollowUp(opened)
  const page = followUp?.page ?? opened
  const steps = await planMessage(followUp?.message ?? context.message, page)
  if (signal.aborted) return
  const { draft, reply, suggestions } = conclude(steps, page)
  const checked = draft ? check(opened, draft) : undefined
  if (checked && 'operations' in checked)
    for (const operation of checked.operations) yield { type: 'operation', operation }
  else if (checked) {
    reply.done.length = 0
    reply.reasons.push(checked.reason)
  }
  yield { type: 'text', text: reply.text(page) }
  const understood = await workingOf([...new Set(suggestions)].slice(0, 6), opened)
  if (understood.length > 0) yield { type: 'suggestions', suggestions: understood }
}

/** What is done of a plan, and what is said about it. A wish that is unclear holds back the others. */
function conclude(
  steps: Step[],
  page: Page,
): { draft: Draft | undefined; reply: Reply; suggestions: string[] } {
  const reply = new Reply()
  const suggestions: string[] = []
  const done: (Step & { outcome: Outcome & { kind: 'done' } })[] = []
  let isHeld = false
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
    return { draft: undefined, reply, suggestions }
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

/** Of some messages those that would change the page, three at most. */
async function workingOf(messages: string[], page: Page): Promise<string[]> {
  const working: string[] = []
  for (const message of messages) {
    const steps = await planMessage(message, page)
    const { draft } = conclude(steps, page)
    if (draft && 'operations' in check(page, draft)) working.push(message)
    if (working.length === 3) break
  }
  return working
}

function open(context: AgentContext): Page | undefined {
  const page = openPage(context, context.document)
  const selection = readSelection(context.selectedElement, context.document)
  if (!selection) return { ...page, focus: focusOf(page) }
  const selected = page.document.blocks.find(({ id }) => id === selection.blockId)
  if (!selected) return undefined
  const node = nodeAt(page, selected.id, selection.path) ?? nodeAt(page, selected.id)
  return { ...page, selected, focus: node ? [node] : [] }
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
