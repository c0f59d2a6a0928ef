import { Problem } from '../../http/problem.ts'
import type { Agent, AgentContext, AgentOutput } from '../agent.ts'
import { quoted } from '../label.ts'
import { Refusal } from '../refusal.ts'
import { readBlock } from './blockSlots.ts'
import { Desk } from './desk.ts'
import { isWord } from './phrases.ts'
import { Reply } from './reply.ts'
import { readTarget } from './targetSlots.ts'
import { mostWishes, readings, readWishes, type Wish } from './wishes.ts'

/** What became of one wish. */
type Outcome =
  | { kind: 'done'; said: string }
  | { kind: 'refused'; reason: string }
  | { kind: 'polite' | 'help' | 'unknown' }

/**
 * The agent that needs no model: it knows a table of wishes (intents/), does those it understands, one after the
 * other, and says which it did not. The same message on the same page always does the same thing. A message of a
 * few wishes on a typical page takes a few milliseconds.
 */
export const builtinAgent: Agent = {
  model: undefined,
  run: (context, signal) => work(context, signal),
}

async function* work(context: AgentContext, signal: AbortSignal): AsyncGenerator<AgentOutput, void> {
  const desk = new Desk(context)
  const reply = new Reply()
  if (desk.selection && !desk.selected) {
    yield text(
      'What you selected is no longer on this page, so I changed nothing. Select it again and ask once more.',
    )
    return
  }
  const wishes = readWishes(context.message, desk)
  /** What was not understood, until the next wish shows whether it was said for its sake. */
  let aside: Wish | undefined
  for (const wish of wishes.slice(0, mostWishes)) {
    if (signal.aborted) return
    const outcome = await fulfil(context.message, wish, desk)
    if (outcome.kind === 'done') {
      for (const operation of desk.operations.splice(0)) {
        if (signal.aborted) return
        yield { type: 'operation', operation }
      }
      if (aside && pointsBack(wish)) aside = undefined
      const piece = reply.done(outcome.said)
      if (piece) yield text(piece)
    } else if (outcome.kind === 'refused') reply.refused(outcome.reason)
    else if (outcome.kind !== 'unknown') reply.noted(outcome.kind)
    if (aside) reply.unknown(quoted(aside.text, 100))
    aside = outcome.kind === 'unknown' ? wish : undefined
    if (aside) rememberMention(aside, desk)
  }
  if (aside) reply.unknown(quoted(aside.text, 100))
  if (signal.aborted) return
  if (wishes.length > mostWishes)
    reply.refused(`I stopped after ${mostWishes} wishes. Send me the others in another message.`)
  for (const piece of reply.rest()) yield text(piece)
  return
}

/** “Nobody reads the FAQ. Take it out.” The first sentence only says what the second is about. */
function pointsBack({ tokens }: Wish): boolean {
  return tokens.some((token) => isWord(token, 'it', 'them', 'that', 'those', 'this'))
}

/** Lets “it” in the next wish mean what this one speaks of. */
function rememberMention({ tokens }: Wish, desk: Desk) {
  for (const at of tokens.slice(0, 40).keys()) {
    const [target] = readTarget(tokens, at, desk)
    const [place] = target?.value.places ?? []
    if (target && place && tokens[at]?.kind === 'word')
      return desk.mention(place.blockId, target.value.isBlock ? undefined : place.path)
    const [found] = readBlock(tokens, at, desk)
    if (found?.value.block) return desk.mention(found.value.block.id)
  }
}

function text(words: string): AgentOutput {
  return { type: 'text', text: words }
}

/** Tries the ways to understand a wish until one makes sense. What fails halfway leaves nothing behind. */
async function fulfil(message: string, wish: Wish, desk: Desk): Promise<Outcome> {
  const mark = desk.mark()
  let reason: string | undefined
  for (const { intent, slots } of readings(message, wish.tokens, desk)) {
    try {
      const said = await intent.act(slots, desk)
      if (said === '' || said === '?') return { kind: said === '' ? 'polite' : 'help' }
      if (said !== undefined && desk.operations.length > mark.count) return { kind: 'done', said }
    } catch (error) {
      if (error instanceof Refusal) reason ??= error.message
      else if (error instanceof Problem) reason ??= `I can’t do that: ${whatIsWrong(error)}.`
      else throw error
    }
    desk.reset(mark)
    if (reason) return { kind: 'refused', reason }
  }
  return { kind: 'unknown' }
}

function whatIsWrong(problem: Problem): string {
  const [first] = (problem.members.errors ?? []) as { path: string; message: string }[]
  return first ? `it ${first.message}` : problem.message
}
