import { type Clause, withoutTail } from './clauses/clause.ts'
import { readClauses } from './clauses/read.ts'
import type { Node } from './nodes.ts'
import type { Outcome } from './outcome.ts'
import { carryOver, openPage, type Page } from './page.ts'
import { resolve } from './targets/resolve.ts'
import { isMark, isWord, longestPhrase, type Token } from './tokens.ts'
import { understand } from './understand.ts'
import { fillerLength, verbAt } from './verbs.ts'
import { numbers } from './words/plain.ts'

/** One part of a message: what it is, and what it comes to on the page that the parts before it left. */
export type Step = { clause: Clause; outcome: Outcome | undefined; isWish: boolean; page: Page }

/** Takes a message apart and reads each part as what it is. */
export async function planMessage(message: string, page: Page): Promise<Step[]> {
  const steps: Step[] = []
  let current = page
  const { clauses, unreadFrom } = readClauses(message, page)
  for (const [at, clause] of clauses.entries()) {
    const step = await readClause(clause, current)
    // "…, no wait, the steps": what is corrected was not asked for.
    if (clause.corrects) steps.pop()
    steps.push(step)
    if (at < clauses.length - 1) current = pageAfter(current, step)
  }
  return unreadFrom === undefined ? steps : [...steps, leaveOut(message, unreadFrom, page)]
}

async function readClause(clause: Clause, page: Page): Promise<Step> {
  const { act, tokens } = clause
  const outcome = act === 'wish' || act === 'question' ? await understand(clause, page) : undefined
  const own = withoutClosing(withoutTail(tokens.slice(fillerLength(tokens, 0))))
  const isWish =
    act === 'wish' &&
    (outcome?.kind === 'done' || isWishful(own) || own.some((token) => isValue(token, page)))
  return { clause, outcome, isWish, page }
}

/** What the step that says so is called in place of its words. */
export const leftOut = '(what is left of a long message)'
/** Says where reading ended. What was read before is done all the same. */
export function leaveOut(message: string, at: number, page: Page): Step {
  const last = message
    .slice(0, at)
    .trimEnd()
    .slice(-60)
    .replace(/^\S*\s+/, '')
    .replaceAll(/\s+/g, ' ')
  const reason = `Your message is longer than I can work on at once. I read it up to “…${last}”. Send what follows as another message.`
  const clause: Clause = { act: 'wish', tokens: [], text: '', source: leftOut, corrects: false }
  const outcome: Outcome = { kind: 'refused', reason, suggestions: [], isLimit: true }
  return { clause, outcome, isWish: true, page }
}

const closings = new Map(
  'after all, for now, as well, at all, if possible, if you can, right away, thank you, for the moment, any more, no rush, when you can, from now on, if you dont mind'
    .split(', ')
    .map((phrase): [string, true] => [phrase, true]),
)

/** Courtesy at the end. */
function withoutClosing(tokens: Token[]): Token[] {
  for (const length of [4, 3, 2]) {
    const at = tokens.length - length
    if (at > 1 && longestPhrase(closings, tokens, at, length)?.length === length)
      return withoutClosing(tokens.slice(0, at))
  }
  return tokens
}

/** Whether something is asked for, understood or not. */
function isWishful(tokens: Token[]): boolean {
  if (
    isWord(tokens[0], 'we', 'i', 'they', 'you') &&
    (isWord(tokens[1], 'dont', 'no', 'never') || (isWord(tokens[1], 'do') && isWord(tokens[2], 'not')))
  )
    return false
  return (
    verbAt(tokens, 0) !== undefined ||
    tokens.some(
      (token, index) =>
        isMark(token, '→', '=') ||
        isWord(token, 'should', 'must', 'please', 'needs', 'becomes') ||
        (index > 0 && isMark(token, ':') && index < 6 && index < tokens.length - 1),
    )
  )
}

/** Something that stands on the page only if it was asked for: words in quotes, an address, a number to call. */
function isValue({ kind, text }: Token, page: Page): boolean {
  if (kind === 'url' || kind === 'email' || kind === 'phone' || kind === 'color') return true
  if (kind !== 'quote') return false
  const wanted = text.toLowerCase()
  return !page.nodes.some(({ value }) => typeof value === 'string' && value.toLowerCase().includes(wanted))
}

function pageAfter(page: Page, step: Step): Page {
  if (step.outcome?.kind !== 'done')
    return step.clause.act === 'question' || page.selected ? page : mention(step.clause.tokens, page)
  const base = step.clause.corrects ? step.page : page
  const opened = openPage(page.context, step.outcome.draft.document)
  const selected = base.selected && opened.document.blocks.find(({ id }) => id === base.selected?.id)
  const focus = step.outcome.focus.flatMap((key) => opened.nodes.find((node) => node.key === key) ?? [])
  return {
    ...opened,
    selected,
    focus: selected
      ? carryOver(base.focus, opened)
      : focus.length > 0
        ? focus
        : carryOver(base.focus, opened),
  }
}

/** "Nobody reads the FAQ. Take it out.": the first sentence says what the second is about. */
function mention(tokens: Token[], page: Page): Page {
  let best: { node: Node; score: number } | undefined
  const opens = isWord(tokens[0], 'in', 'on', 'under', 'at', 'for')
  for (let start = opens ? 1 : 0; start < Math.min(tokens.length, 40); start++)
    for (let length = Math.min(8, tokens.length - start); length >= 1; length--) {
      const window = tokens.slice(start, start + length)
      if (window.some(({ kind }) => kind === 'mark')) continue
      // "the two paragraphs" are not the text that begins with “Two”.
      if (window.some(({ norm }) => numbers[norm] !== undefined)) continue
      const found = resolve(window, page)
      const [node] = found.kind === 'found' ? found.nodes : []
      if (
        node &&
        found.kind === 'found' &&
        found.nodes.length === 1 &&
        found.score >= 7 &&
        (!best || found.score > best.score)
      )
        best = { node, score: found.score }
      if (best && (best.score >= 10 || (best.score >= 7 && start === 0)) && !opens)
        return { ...page, focus: [best.node] }
    }
  return best ? { ...page, focus: [best.node] } : page
}
