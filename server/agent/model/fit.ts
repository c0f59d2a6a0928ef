import type { ToolSet } from 'ai'
import { type AgentContext, AgentFailure } from '../agent.ts'
import type { NumberedFacts } from './facts.ts'
import {
  ample,
  catalogue,
  instructions,
  lastTurns,
  type PromptLimits,
  presentContext,
  presentConversation,
  presentFacts,
} from './prompt.ts'
import { referenceOf } from './reference.ts'

/** The share of the context that is reserved for answers and tool results, up to this many tokens. */
const leftForAnswers = 1 / 4
const mostForAnswers = 16_000
/** The largest share of the context that instructions, catalogue and tools of the full form may take. */
const mostFixed = 1 / 4

/** The prompt of a run. */
export type Opening = {
  instructions: string
  /** Page and facts, the conversation, then document and message: the parts that change least come first. */
  parts: string[]
}

/** Whether a model gets the short form: fewer tools, and only the block types on the page. */
export function needsShortForm(contextTokens: number | undefined, tools: ToolSet): boolean {
  return (
    contextTokens !== undefined && fixedTokens(instructions + catalogue, tools) > contextTokens * mostFixed
  )
}

/** The tokens of the part that is the same in every run of a model. */
export function fixedTokens(words: string, tools: ToolSet): number {
  const described = Object.entries(tools).map(([name, { description, inputSchema }]) => ({
    type: 'function',
    function: { name, description, parameters: (inputSchema as { jsonSchema: object }).jsonSchema },
  }))
  return estimateTokens(words) + estimateTokens(JSON.stringify(described))
}

/**
 * Fits the prompt into the model's context. Dropped in this order: conversation turns except the last two, oldest
 * first; facts, last first; the fields of block types; the last two turns. The page, the selection and the message are
 * always included.
 */
export function layOut(
  context: AgentContext,
  facts: NumberedFacts,
  selectedId: string | undefined,
  { contextTokens, isShort, tools }: { contextTokens: number | undefined; isShort: boolean; tools: ToolSet },
): Opening {
  const words = isShort ? instructions : `${instructions}${catalogue}`
  const present = (room: PromptLimits) => presentContext(context, facts, selectedId, { room })
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

/** Four characters per token: close enough for English and JSON with any tokenizer. */
function estimateTokens(text: string): number {
  return Math.ceil(text.length / charactersOfToken)
}

function tooLong(contextTokens: number): AgentFailure {
  return new AgentFailure(
    `This page is too long for the model’s context of ${contextTokens.toLocaleString('en')} tokens. Shorten the page, or use a model with a larger context.`,
  )
}
