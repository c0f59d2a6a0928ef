import type { Document } from '../../documents/schema.ts'
import type { AgentContext } from '../agent.ts'
import { builtinAgent } from './builtin.ts'

/** What the built-in agent would make of a message, before it runs for any audience. */
export type Preflight = {
  /** False when no audience's page would change; `reason` then says why. */
  understood: boolean
  reason: string
  /** True when the result depends on the person, the account, their notes or the conversation. */
  dependsOnRow: boolean
  /** Messages that would probably do what was meant; for a message that is not understood. */
  suggestions: string[]
}

export type PreflightRequest = Pick<AgentContext, 'message' | 'page' | 'brand' | 'searchAssets'> & {
  document: Document
}

/** Tries a message on a page for two made-up people. Nothing is stored. */
export async function preflight(request: PreflightRequest): Promise<Preflight> {
  const [one, other] = await Promise.all([attempt(request, 'Ada'), attempt(request, 'Grace')])
  return {
    understood: one.operations.length > 0,
    reason: one.operations.length > 0 ? '' : one.text,
    dependsOnRow: JSON.stringify(one.operations) !== JSON.stringify(other.operations),
    suggestions: one.suggestions,
  }
}

async function attempt(request: PreflightRequest, name: string) {
  const made = { operations: [] as object[], text: '', suggestions: [] as string[] }
  for await (const output of builtinAgent.run(contextFor(request, name), new AbortController().signal)) {
    if (output.type === 'operation') made.operations.push(output.operation)
    if (output.type === 'text') made.text += output.text
    if (output.type === 'suggestions') made.suggestions = output.suggestions
  }
  return made
}

function contextFor(request: PreflightRequest, name: string): AgentContext {
  return {
    ...request,
    audience: { audienceId: name, name, supplementaryContext: null },
    person: { personId: name, name, email: null },
    account: { accountId: name, name: `${name} Ltd`, domain: `${name}.example` },
    notes: [],
    conversation: [],
    readVersion: async () => undefined,
  }
}
