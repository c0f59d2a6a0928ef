import type { ToolSet } from 'ai'
import { type AgentContext, AgentFailure } from '../agent.ts'
import type { NumberedFacts } from './facts.ts'
import {
  ample,
  catalogue,
  instructions,
  lastTurns,
  presentContext,
  presentConversation,
  presentFacts,
  type Room,
} from './prompt.ts'
import { referenceOf } from './reference.ts'

/** Of the context, this part is left for what the model answers and is answered; more than so many tokens it never needs. */
const leftForAnswers = 1 / 4
const mostForAnswers = 16_000
/** Instructions, catalogue and tools of the full form may take this part of the context. */
const mostFixed = 1 / 4

/** What a run begins with. */
export type Opening = {
  instructions: string
  /** Page and facts; what was said; document and message: what changes least comes first. */
  parts: string[]
}

/** Whether a model gets the short form: fewer tools, and of the block types only those on the page. */
export function needsShortForm(contextTokens: number | undefined, tools: ToolSet): boolean {
  return (
    contextTokens !== undefined && fixedTokens(instructions + catalogue, tools) > contextTokens * mostFixed
  )
}

/** Tokens of what is the same in every run of a model. */
export function fixedTokens(words: string, tools: ToolSet): number {
  const described = Object.entries(tools).map(([name, { description, inputSchema }]) => ({
    type: 'function',
    function: { name, description, parameters: (inputSchema as { jsonSchema: object }).jsonSchema },
  }))
  return estimateTokens(words) + estimateTokens(JSON.stringify(described))
}

/**
 * Arranges the prompt so that it fits the model's context. What is left out first: turns of the conversation but the last
 * two, oldest first; facts, last first; the fields of block types; the last two turns. The page, what is selected and the message
 * are never cut.
 */
export function layOut(
  context: AgentContext,
  facts: NumberedFacts,
  selectedId: string | undefined,
  { contextTokens, isShort, tools }: { contextTokens: number | undefined; isShort: boolean; tools: ToolSet },
): Opening {
  const words = isShort ? instructions : `${instructions}${catalogue}`
  const present = (room: Room) => presentContext(context, facts, selectedId, { room })
  if (contextTokens === undefined) return { instructions: words, parts: present(ample) }
  const none = { reference: '', facts: 0, turns: 0 }
  const answers = Math.min(contextTokens * leftForAnswers, mostForAnswers)
  const needed = fixedTokens(words, tools) + estimateTokens(present(none).join(''))
  let left = (contextTokens - answers - needed) * charactersOfToken
  if (left < 0) throw tooLong(contextTokens)
  const take = (wanted: number) => {
    const taken = Math.min(wanted, left)
    left -= taken
    return taken
  }
  const last = take(JSON.stringify(presentConversation(context, ample.turns).slice(-lastTurns)).length)
  const whole = isShort ? referenceOf(new Set(context.document.blocks.map(({ type }) => type))) : ''
  const reference = whole.length <= left ? whole : ''
  left -= reference.length
  const known = take(JSON.stringify(presentFacts(facts, Math.min(left, ample.facts))).length)
  return { instructions: words, parts: present({ reference, facts: known, turns: last + left }) }
}

const charactersOfToken = 4

/** Characters by four: near enough for English and JSON with any tokenizer. */
function estimateTokens(text: string): number {
  return Math.ceil(text.length / charactersOfToken)
}

function tooLong(contextTokens: number): AgentFailure {
  return new AgentFailure(
    `This page is too long for the model’s context of ${contextTokens.toLocaleString('en')} tokens. Shorten the page, or use a model with a larger context.`,
  )
}
