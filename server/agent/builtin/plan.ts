import { check } from './check.ts'
import {
  type Clause,
  corrections,
  startsAside,
  startsReason,
  toClause,
  withoutLetterhead,
  withoutTail,
} from './clauses.ts'
import type { Node } from './nodes.ts'
import { withObject } from './objects.ts'
import { type Outcome, refused } from './outcome.ts'
import { carryOver, openPage, type Page } from './page.ts'
import { unexplained } from './reading/coverage.ts'
import { readPhrase } from './reading/read.ts'
import { correct } from './spelling.ts'
import { resolve } from './targets.ts'
import { isMark, isWord, longestPhrase, mostTokens, type Token, tokenise } from './tokens.ts'
import { understand } from './understand.ts'
import { fillerLength, verbAt } from './verbs.ts'

/** One part of a message: what it is, and what it comes to on the page that the parts before it left. */
export type Step = {
  clause: Clause
  outcome: Outcome | undefined
  cost: number
  start: number
  end: number
  isWish: boolean
  page: Page
}
type State = { cost: number; page: Page; steps: Step[] }
type Cut = { at: number; isSentence: boolean }

const mostCuts = 60
const mostReads = 120
const mostSteps = 60
/** Longer than this is no instruction; a text that is given may be longer. */
const longestPart = 260
const furthest = 8
/** A reading that costs more than this is a guess. */
const clear = 2.2

/** Takes a message apart in the way that leaves the least unexplained, and reads each part as what it is. */
export async function planMessage(message: string, page: Page): Promise<Step[]> {
  const tokens = correct(tokenise(withoutLetterhead(message)), page)
  const cuts = cutsOf(tokens)
  const states = new Map<number, State>([[0, { cost: 0, page, steps: [] }]])
  let reads = 0
  /** Where in the message the part begins that is left out because the message is too long. */
  let unreadFrom = tokens.length < mostTokens ? undefined : tokens.at(-1)?.end
  const failed = new Map<string, number>()
  for (let from = 0; from < cuts.length - 1; from++) {
    const state = states.get(from)
    if (!state) continue
    const reach = cuts.length > mostCuts ? 2 : furthest
    for (let to = from + 1; to < Math.min(cuts.length, from + 1 + reach); to++) {
      const [start, end] = [cuts[from]?.at ?? 0, cuts[to]?.at ?? tokens.length]
      if (end - start > longestPart && to > from + 1) break
      const part = trim(tokens.slice(start, Math.min(end, start + longestPart)))
      const text = message.slice(part[0]?.start, part.at(-1)?.end)
      if (reads > mostReads)
        unreadFrom = Math.min(unreadFrom ?? message.length, part[0]?.start ?? message.length)
      // The same words fail again; after many that came to nothing, the rest is not tried.
      if ((failed.get(text) ?? start) !== start || reads > mostReads) {
        const cost = state.cost + 5
        const clause: Clause = { act: 'wish', tokens: part, text, source: message, corrects: false }
        const skipped: Step = {
          clause,
          outcome: undefined,
          cost: 5,
          start,
          end,
          isWish: isWishful(part),
          page: state.page,
        }
        if ((states.get(to)?.cost ?? Number.POSITIVE_INFINITY) > cost)
          states.set(to, {
            ...state,
            cost,
            steps:
              part.length > 0 && state.steps.length < mostSteps && reads <= mostReads
                ? [...state.steps, skipped]
                : state.steps,
          })
        continue
      }
      reads++
      const step = await readPart(part, message, state, {
        before: isMark(tokens[start], '(') ? tokens[start] : tokens[start - 1],
        isQuestion: isMark(tokens[end - 1], '?'),
        isSplit: !cuts[from]?.isSentence,
        start,
        end,
      })
      if (step && step.outcome?.kind !== 'done' && !failed.has(text)) failed.set(text, start)
      const crossed = cuts.slice(from + 1, to).filter(({ isSentence }) => isSentence).length
      const cost =
        state.cost +
        (step?.cost ?? 0) +
        crossed * (step?.outcome?.kind === 'done' ? 0.5 : 2) +
        (cuts[from]?.isSentence || from === 0 ? 0 : 0.35)
      const known = states.get(to)
      if (known && known.cost <= cost) continue
      states.set(
        to,
        step
          ? { cost, page: pageAfter(state.page, step), steps: [...stepsBefore(state, step), step] }
          : { ...state, cost },
      )
    }
  }
  const steps = states.get(cuts.length - 1)?.steps ?? []
  return unreadFrom === undefined ? steps : [...steps, leaveOut(message, unreadFrom, page)]
}

/** Says where reading ended. What was read before is done all the same. */
function leaveOut(message: string, at: number, page: Page): Step {
  const last = message
    .slice(0, at)
    .trimEnd()
    .slice(-60)
    .replace(/^\S*\s+/, '')
    .replaceAll(/\s+/g, ' ')
  const reason = `Your message is longer than I can work on at once. I read it up to “…${last}”. Send what follows as another message.`
  const clause: Clause = { act: 'wish', tokens: [], text: '', source: message, corrects: false }
  const outcome: Outcome = { kind: 'refused', reason, suggestions: [], isLimit: true }
  return { clause, outcome, cost: 0, start: at, end: at, isWish: true, page }
}

/** "…, no wait, the steps": what is corrected was not asked for. */
function stepsBefore({ steps }: State, step: Step): Step[] {
  return step.clause.corrects && step.outcome?.kind === 'done' ? steps.slice(0, -1) : steps
}

/** Where one part may end and the next begin. */
function cutsOf(tokens: Token[]): Cut[] {
  const cuts: Cut[] = [{ at: 0, isSentence: true }]
  for (let at = 1; at < tokens.length; at++) {
    const before = tokens[at - 1] as Token
    const token = tokens[at] as Token
    const isSpaced = token.start > before.end
    const isSentence =
      isMark(before, '\n', 'bullet', ';') ||
      isMark(token, 'bullet') ||
      (isMark(before, '.', '!', '?', '…') && isSpaced)
    const isSoft =
      (isMark(before, ',', '–', ':') && isSpaced) ||
      isMark(before, '(', ')') ||
      isMark(token, '(') ||
      isWord(token, 'and', 'then', 'but', 'plus', 'also', 'so', 'because', 'since', 'then') ||
      (before.kind === 'quote' && token.kind !== 'mark')
    // "the question about parcels take that one out": spoken without a pause.
    const verb = verbAt(tokens, at)
    const isTurn =
      at > 2 &&
      verb !== undefined &&
      isWord(tokens[at + verb.length], 'it', 'that', 'this', 'them') &&
      before.kind === 'word' &&
      !isWord(
        before,
        'to',
        'you',
        'u',
        'please',
        'we',
        'i',
        'and',
        'just',
        'can',
        'could',
        'would',
        'they',
        'not',
        'dont',
        'who',
        'that',
        'should',
        'must',
        'will',
        'people',
        'the',
        'a',
      )
    const isPlea =
      at > 2 &&
      isWord(token, 'we', 'i', 'they', 'nobody') &&
      isWord(tokens[at + 1], 'dont', 'do', 'no', 'never', 'have', 'changed') &&
      before.kind === 'word' &&
      isWord(before, 'please', 'pls', 'out', 'anymore', 'thanks', 'now', 'away', 'off')
    if (isSentence || isSoft || isTurn || isPlea) cuts.push({ at, isSentence })
  }
  cuts.push({ at: tokens.length, isSentence: true })
  return cuts
}

function trim(tokens: Token[]): Token[] {
  let list = tokens
  while (isMark(list[0], ',', '.', ';', ':', '–', '\n', 'bullet', '(', ')', '!', '?', '…'))
    list = list.slice(1)
  while (isMark(list.at(-1), ',', ';', ':', '–', '\n', 'bullet', '(')) list = list.slice(0, -1)
  return list
}

type Where = { before: Token | undefined; isQuestion: boolean; isSplit: boolean; start: number; end: number }

async function readPart(
  part: Token[],
  source: string,
  state: State,
  where: Where,
): Promise<Step | undefined> {
  const words = part.filter(({ kind }) => kind !== 'mark')
  if (words.length === 0) return undefined
  const previous = state.steps.at(-1)
  let tokens = part
  const correction = longestPhrase(corrections, tokens, 0, 4)
  const isCorrection =
    correction !== undefined &&
    correction.length < tokens.length &&
    previous !== undefined &&
    !isWord(tokens[0], 'make', 'scratch')
  if (isCorrection) tokens = trim(tokens.slice(correction.length))
  const clause = toClause(
    source,
    { tokens, corrects: isCorrection },
    where.isQuestion,
    previous !== undefined,
  )
  if (!clause) return undefined
  const step = (outcome: Outcome | undefined, cost: number, isWish: boolean): Step => ({
    clause,
    outcome,
    cost,
    start: where.start,
    end: where.end,
    isWish,
    page: state.page,
  })
  if (clause.act === 'thanks') return step(undefined, 0.1, false)
  if (clause.act === 'keep') return step(undefined, 0.3, false)
  if (clause.act === 'remark') return step(undefined, 0.8 + Math.min(3, tokens.length * 0.08), false)
  if (clause.act === 'question')
    return step(await understand(clause, state.page), 0.8 + Math.min(3, tokens.length * 0.08), false)
  if (where.isSplit && startsReason(tokens, 0)) return step(undefined, 0.8 + tokens.length * 0.02, false)
  const continues = previous?.outcome?.kind === 'done'
  const base = isCorrection && previous ? previous.page : state.page
  let own = withoutTail(tokens.slice(fillerLength(tokens, 0)))
  own = withoutClosing(own)
  // "Could Starter be the highlighted plan?" asks for it.
  if (
    isWord(own[0], 'could', 'can', 'would', 'may') &&
    !isWord(own[1], 'you', 'we', 'i', 'u') &&
    own.some((token) => isWord(token, 'be', 'say', 'read', 'go'))
  )
    own = own.slice(1)
  while (own.length > 1 && isWord(own[0], 'and', 'then', 'but', 'also', 'so', 'plus'))
    own = own.slice(1 + fillerLength(own, 1))
  const best =
    isCorrection && previous
      ? await readCorrected(own, clause, previous)
      : await readWish(own.length > 0 ? own : tokens, clause, base, continues, previous)
  // What is left of a sentence after a wish was done belongs to it: "remove A and the one before it".
  const isRest =
    continues &&
    where.isSplit &&
    isWord(tokens[0], 'and', 'plus') &&
    !startsAside(own, 0) &&
    !own.some((token) =>
      isWord(token, 'is', 'are', 'was', 'were', 'has', 'have', 'looks', 'feels', 'i', 'we', 'they', 'it'),
    )
  const isWish = isRest || isWishful(own) || own.some((token) => isValue(token, state.page))
  // An order that is understood outweighs talk around it.
  if (best?.outcome.kind === 'done' && best.cost <= clear)
    return step(best.outcome, best.cost - (verbAt(own, 0) ? 1.5 : 0), true)
  if (continuesAny(state) && isSummary(own, state)) return step(undefined, 0.6, false)
  if (best?.outcome && best.outcome.kind !== 'done')
    return step(
      best.outcome,
      isWish
        ? (best.outcome.kind === 'refused' ? 2.4 : 4) + tokens.length * 0.02
        : 2.2 + Math.min(3, tokens.length * 0.09),
      isWish,
    )
  const isAside = isMark(where.before, '(')
  return step(
    undefined,
    isWish
      ? 5 + tokens.length * 0.02
      : (isAside ? 0.3 : 1) + Math.min(3, tokens.length * (isAside ? 0.03 : 0.09)),
    isWish,
  )
}

const continuesAny = ({ steps }: State) => steps.some(({ outcome }) => outcome?.kind === 'done')

/** "please update every text", "so could you fix her title": sums up what was just done, or names it once more. */
function isSummary(tokens: Token[], { page }: State): boolean {
  const verb = verbAt(tokens, 0)
  if (
    !verb ||
    !/^(?:update|change|fix|adjust|replace|apply|set|correct|edit|do|make|put|amend)$/.test(verb.phrase)
  )
    return false
  const rest = tokens
    .slice(verb.length)
    .filter(
      ({ kind, norm }) =>
        kind !== 'mark' &&
        !/^(?:the|on|in|page|please|that|this|it|them|everything|every|all|texts?|accordingly|everywhere|there|so|same|for|us|me|of|a|change|changes|following)$/.test(
          norm,
        ),
    )
  if (rest.some(({ kind }) => kind !== 'word')) return false
  if (rest.length === 0) return true
  const found = resolve(tokens.slice(verb.length), page)
  return (
    found.kind === 'found' &&
    found.nodes.every((node) => page.focus.some((focus) => focus === node || focus.block === node.block))
  )
}

type Best = { cost: number; outcome: Outcome }

async function readWish(
  tokens: Token[],
  clause: Clause,
  page: Page,
  continues: boolean,
  previous: Step | undefined,
): Promise<Best | undefined> {
  const found: Best[] = []
  const refusals: Best[] = []
  if (tokens.length <= 200) found.push(...readPhrase(tokens, clause.source, page, continues).slice(0, 6))
  // "… and the button to Y": the verb of the wish before goes on.
  const verb = previous && continues && !verbAt(tokens, 0) ? verbAt(previous.clause.tokens, 0) : undefined
  if (verb && previous) {
    const joined = [
      ...previous.clause.tokens.slice(0, verb.length),
      ...tokens.slice(isWord(tokens[0], 'and', 'then', 'but') ? 1 : 0),
    ]
    found.push(
      ...readPhrase(joined, clause.source, page, continues)
        .slice(0, 3)
        .map((reading) => ({ ...reading, cost: reading.cost + 0.3 })),
    )
  }
  if (
    clause.tokens.map(({ norm }) => norm).join(' ') !== tokens.map(({ norm }) => norm).join(' ') &&
    clause.tokens.length <= 200
  )
    found.push(
      ...readPhrase(clause.tokens, clause.source, page, continues)
        .slice(0, 3)
        .map((reading) => ({ ...reading, cost: reading.cost + 0.1 })),
    )
  const old = await understand(clause, page)
  const isTalk =
    old?.kind === 'done' &&
    !verbAt(tokens, 0) &&
    !verbAt(clause.tokens, 0) &&
    JSON.stringify(old.draft.document.theme) !== JSON.stringify(page.document.theme) &&
    tokens.some((token) => isWord(token, 'we', 'were', 'i', 'im', 'they', 'not')) &&
    !tokens.some((token) =>
      isWord(token, 'font', 'typeface', 'colour', 'color', 'corners', 'background', 'buttons', 'accent'),
    )
  if (old?.kind === 'done')
    found.push({
      cost:
        0.7 +
        (isTalk ? 2 : 0) +
        (!verbAt(clause.tokens, 0) && old.draft.document.blocks.length < page.document.blocks.length / 2
          ? 3
          : 0) +
        (old.isWide ? 0.4 : 1.2) * unexplained(clause.tokens, page, old.draft.document).length,
      outcome: old,
    })
  else if (old) found.push({ cost: 4, outcome: old })
  for (const each of found) if (each.outcome.kind === 'refused') each.cost += 1
  found.sort((a, b) => a.cost - b.cost)
  for (const each of found) {
    if (each.outcome.kind !== 'done') return each
    const checked = check(page, each.outcome.draft)
    if ('operations' in checked) return each
    refusals.push({ cost: each.cost, outcome: refused(checked.reason) })
  }
  return refusals[0]
}

/** A correction with a verb stands for itself; without one it is another object or another value of the wish before. */
async function readCorrected(tokens: Token[], clause: Clause, previous: Step): Promise<Best | undefined> {
  const { page, clause: wrong } = previous
  const own = verbAt(tokens, 0) ? await readWish(tokens, clause, page, false, undefined) : undefined
  if (own?.outcome.kind === 'done') return own
  const at = wrong.tokens.findIndex(
    (token, index) => index > 1 && (isWord(token, 'to', 'say', 'as', 'be') || isMark(token, ':', '→')),
  )
  const head = at === -1 ? undefined : wrong.source.slice(wrong.tokens[0]?.start, wrong.tokens[at]?.end)
  const text = clause.source.slice(tokens[0]?.start, tokens.at(-1)?.end)
  const best: Best[] = []
  for (const said of [withObject(wrong, text), ...(head ? [`${head} ${text.replace(/^to /, '')}`] : [])]) {
    const words = tokenise(said)
    const made = toClause(said, { tokens: words, corrects: true }, false, true)
    const reading =
      made && made.act === 'wish'
        ? await readWish(words.slice(fillerLength(words, 0)), made, page, false, undefined)
        : undefined
    if (reading?.outcome.kind === 'done') best.push(reading)
  }
  return best.sort((a, b) => a.cost - b.cost)[0]
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
