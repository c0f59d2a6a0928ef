import type { Agent, AgentContext, AgentOutput } from '../agent.ts'
import { readSelection } from '../selection.ts'
import { check, spare } from './check.ts'
import { begins, type Clause, mostClauses, readClauses } from './clauses.ts'
import { nameOf, namesOf } from './describe.ts'
import { focusOf, readFollowUp, withObject } from './followUp.ts'
import type { Node } from './nodes.ts'
import { resolveAll } from './objects.ts'
import type { Outcome } from './outcome.ts'
import { carryOver, nodeAt, openPage, type Page } from './page.ts'
import { Reply } from './reply.ts'
import { resolve } from './targets.ts'
import { isWord, tokenise } from './tokens.ts'
import { understand } from './understand.ts'
import { verbAt } from './verbs.ts'

/**
 * The agent that needs no model. A message goes through these steps, each a file: clauses, verbs, values, targets
 * (what a phrase means on this page), frames (ways to understand a wish), check, reply. The same message on the same
 * page always does the same thing.
 */
export const builtinAgent: Agent = {
  model: undefined,
  run: (context, signal) => work(context, signal),
}

/** After so many wishes in a row that came to nothing, the rest is not tried. */
const mostFailures = 10

async function* work(context: AgentContext, signal: AbortSignal): AsyncGenerator<AgentOutput, void> {
  const opened = open(context)
  if (!opened) {
    yield {
      type: 'text',
      text: 'What you selected is no longer on this page, so I changed nothing. Select it again and ask once more.',
    }
    return
  }
  let page = opened
  const reply = new Reply()
  const suggestions: string[] = []
  const followUp = await readFollowUp(page)
  if (followUp?.page) {
    const checked = check(page, { document: followUp.page.document })
    if ('operations' in checked) {
      for (const operation of checked.operations) yield { type: 'operation', operation }
      const reopened = openPage(context, checked.document)
      page = { ...reopened, focus: carryOver(followUp.page.focus, reopened) }
    }
  }
  const clauses = followUp?.clauses ?? readClauses(context.message, page)
  const keep = keptBy(clauses, page)
  let mentioned: { clause: Clause; reasons: string[] } | undefined
  const failed = new Set<string>()
  const wishes = withCorrections(clauses, page).slice(0, mostClauses)
  for (let index = 0; index < wishes.length; index++) {
    let clause = wishes[index] as Clause
    if (signal.aborted) return
    if (clause.act === 'thanks') reply.thanked = true
    if (clause.act === 'remark' || clause.act === 'keep' || clause.act === 'thanks') {
      if (clause.act === 'remark') page = mention(clause, page)
      continue
    }
    // The same words on the same page fail again; a message of repeats costs no more than one.
    if (failed.has(clause.text) || failed.size >= mostFailures) continue
    const known = reply.reasons.length
    let outcome = await understand(clause, page)
    const longer =
      outcome?.kind === 'ask' && outcome.wantsContent ? await withContent(wishes, index, page) : undefined
    if (longer) {
      clause = longer.clause
      outcome = longer.outcome
      index = longer.last
    }
    const isUnfinished = outcome?.kind === 'ask' && outcome.wantsContent === true
    // What follows without a verb belongs to what is still to be said; on its own it would change something else.
    while (isUnfinished && wishes[index + 1] && !startsWithVerb((wishes[index + 1] as Clause).tokens, page))
      index++
    const next = take(outcome, clause, page, reply, suggestions, keep)
    if (!next) {
      failed.add(clause.text)
      page = mention(clause, page)
      mentioned = { clause, reasons: reply.reasons.slice(known) }
      continue
    }
    if (mentioned && pointsBack(clause)) reply.forget(mentioned.clause.text, mentioned.reasons)
    mentioned = undefined
    failed.clear()
    for (const operation of next.operations) yield { type: 'operation', operation }
    page = next.page
  }
  if (keep.length > 0 && reply.done.length === 0 && reply.kept.length === 0)
    reply.kept.push(namesOf(keep, page))
  if (clauses.length > mostClauses)
    reply.reasons.push(`I stopped after ${mostClauses} wishes. Send me the others in another message.`)
  if (signal.aborted) return
  yield { type: 'text', text: reply.text(page) }
  const understood = await workingOf([...new Set(suggestions)].slice(0, 6), page)
  if (understood.length > 0) yield { type: 'suggestions', suggestions: understood }
}

/** "Add a quote below the features. “…” Ann Lee, CTO": the words of something new follow in sentences of their own. */
async function withContent(
  clauses: Clause[],
  from: number,
  page: Page,
): Promise<{ clause: Clause; outcome: Outcome; last: number } | undefined> {
  const first = clauses[from] as Clause
  for (let last = Math.min(clauses.length - 1, from + 8); last > from; last--) {
    const more = clauses.slice(from + 1, last + 1)
    if (
      more.some(
        ({ tokens, source, act }) =>
          source !== first.source || act === 'thanks' || startsWithVerb(tokens, page),
      )
    )
      continue
    const end = more.at(-1)?.tokens.at(-1)?.end ?? 0
    const start = more[0]?.tokens[0]?.start ?? 0
    const content = tokenise(first.source.slice(start, end)).map((token) => ({
      ...token,
      start: token.start + start,
      end: token.end + start,
    }))
    const colon = { kind: 'mark' as const, text: ':', norm: ':', start, end: start }
    const clause = {
      ...first,
      tokens: [...first.tokens, colon, ...content],
      text: first.source.slice(first.tokens[0]?.start, end),
    }
    const outcome = await understand(clause, page)
    if (outcome?.kind === 'done') return { clause, outcome, last }
  }
  return undefined
}

/** Of some messages those that would change the page, three at most. */
async function workingOf(messages: string[], page: Page): Promise<string[]> {
  const working: string[] = []
  for (const message of messages) {
    const [clause, ...more] = readClauses(message, page)
    const outcome = clause && more.length === 0 ? await understand(clause, page) : undefined
    if (outcome?.kind === 'done' && 'operations' in check(page, outcome.draft)) working.push(message)
    if (working.length === 3) break
  }
  return working
}

/** A clause without verb, value or wish is talk; it needs an answer only where nothing else was said. */
function isRemark({ tokens }: Clause): boolean {
  return (
    verbAt(tokens, 0) === undefined &&
    !tokens.some(
      (token) =>
        token.kind === 'quote' ||
        [':', '→', '='].includes(token.norm) ||
        isWord(token, 'should', 'must', 'needs', 'please', 'not', 'to'),
    )
  )
}

function startsWithVerb(tokens: Clause['tokens'], page: Page): boolean {
  return verbAt(tokens, 0) !== undefined && begins(tokens, 0, page)
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

type Next = { page: Page; operations: Extract<AgentOutput, { type: 'operation' }>['operation'][] }

/** Takes in what became of a clause: a checked change, or what to say about it. */
function take(
  outcome: Outcome | undefined,
  clause: Clause,
  page: Page,
  reply: Reply,
  suggestions: string[],
  keep: Node[],
): Next | undefined {
  if (!outcome) {
    reply.unknown.push({ text: clause.text, isRemark: isRemark(clause) })
    return undefined
  }
  if (outcome.kind === 'answer') reply.answers.push(outcome.text)
  if (outcome.kind === 'ask') {
    reply.reasons.push(outcome.question)
    suggestions.push(...outcome.options)
  }
  if (outcome.kind === 'refused') {
    reply.reasons.push(outcome.reason)
    suggestions.push(...outcome.suggestions)
  }
  if (outcome.kind !== 'done') return undefined
  const { draft, spared } = spare(page, outcome.draft, keep)
  const lost = spared.filter(({ kind }) => kind === 'block')
  if (lost.length > 0) {
    reply.reasons.push(`You asked me to leave ${namesOf(lost, page)} alone, so I did not do that.`)
    return undefined
  }
  const checked = check(page, draft)
  if ('reason' in checked) {
    reply.reasons.push(checked.reason)
    return undefined
  }
  reply.done.push(outcome.said)
  reply.kept.push(...spared.map((node) => nameOf(node, page)))
  if (outcome.hint) reply.hints.push(outcome.hint)
  const opened = openPage(page.context, checked.document)
  const selected = page.selected && opened.document.blocks.find(({ id }) => id === page.selected?.id)
  const focus = outcome.focus.flatMap((key) => opened.nodes.find((node) => node.key === key) ?? [])
  return {
    page: { ...opened, selected, focus: selected ? carryOver(page.focus, opened) : focus },
    operations: checked.operations,
  }
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

/** "delete the stats, no wait, the steps": the correction takes the place of what it corrects. */
function withCorrections(clauses: Clause[], page: Page): Clause[] {
  const result: Clause[] = []
  for (const clause of clauses) {
    const before = clause.corrects ? result.findLastIndex(({ act }) => act === 'wish') : -1
    const isWithdrawal = clause.act === 'keep' && /^(?:leave|keep) (?:it|them|that|this)\b/i.test(clause.text)
    const last = isWithdrawal ? result.findLastIndex(({ act }) => act === 'wish') : -1
    if (last !== -1) result.splice(last, 1)
    else if (before === -1) result.push(clause)
    else result[before] = corrected(result[before] as Clause, clause, page)
  }
  return result
}

/** A correction with a verb stands for itself; without one it is another object, or else another value. */
function corrected(wrong: Clause, clause: Clause, page: Page): Clause {
  if (verbAt(clause.tokens, 0) && begins(clause.tokens, 0, page)) return clause
  const names = resolve(clause.tokens, page).kind === 'found'
  const at = wrong.tokens.findIndex(
    (token, index) =>
      index > 1 && (isWord(token, 'to', 'say', 'as') || token.norm === ':' || token.norm === '→'),
  )
  const head = at === -1 ? undefined : wrong.source.slice(wrong.tokens[0]?.start, wrong.tokens[at]?.end)
  const said = names || !head ? withObject(wrong, clause.text) : `${head} ${clause.text}`
  return readClauses(said, page)[0] ?? clause
}

/** "Nobody reads the FAQ. Take it out.": the first sentence says what the second is about. */
function mention(clause: Clause, page: Page): Page {
  const { nodes } = mentionedNodes(clause, page)
  return nodes.length > 0 && !page.selected ? { ...page, focus: nodes } : page
}

function mentionedNodes({ tokens }: Clause, page: Page) {
  if (tokens.length > 40) return { nodes: [] as Node[] }
  for (let start = 0; start < Math.min(tokens.length, 12); start++)
    for (let length = Math.min(10, tokens.length - start); length >= 1; length--) {
      const window = tokens.slice(start, start + length)
      if (window.some(({ kind }) => kind === 'mark')) continue
      const found = resolve(window, page)
      if (found.kind === 'found' && found.nodes.length === 1 && found.score >= 9.5)
        return { nodes: found.nodes }
    }
  return { nodes: [] as Node[] }
}

function pointsBack({ tokens }: Clause): boolean {
  return tokens.some((token) => isWord(token, 'it', 'them', 'that', 'those', 'this', 'these', 'one'))
}
