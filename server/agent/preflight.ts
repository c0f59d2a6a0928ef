import type { Document, Operation } from '../../document/index.ts'
import { exampleId } from '../../shared/ids.ts'
import { type Agent, type AgentContext, AgentFailure } from './agent.ts'
import { openThreadedAgent } from './pool.ts'

/** How the built-in agent understands a message, before it runs for any audience. */
export type Preflight = {
  /** False when no audience's page would change; `reason` then says why. */
  understood: boolean
  reason: string
  /** True when the result depends on the person, the account, their notes or the conversation. */
  dependsOnRow: boolean
  /** Similar messages that the agent understands; for a message that it does not. */
  suggestions: string[]
  /** The operations and the answer that are the same for every row; empty if they depend on the row. */
  operations: Operation[]
  reply: string
}

export type PreflightRequest = Pick<AgentContext, 'message' | 'page' | 'brand' | 'searchAssets'> & {
  tenantId: string
  document: Document
}

type SampleMessage = Omit<PreflightRequest, 'tenantId'>

const leftToRows: Preflight = {
  understood: true,
  reason: '',
  dependsOnRow: true,
  suggestions: [],
  operations: [],
  reply: '',
}

/**
 * Tries a message on a page for two fictional persons, off the serving thread. Nothing is stored. If that takes too long,
 * as on a busy machine, the message is left to the run of each row.
 */
export async function preflight(
  { tenantId, ...request }: PreflightRequest,
  agent = openThreadedAgent(tenantId),
): Promise<Preflight> {
  const names = ['Ada', 'Grace']
  const tried = await Promise.all(names.map((name) => attempt(agent, request, name))).catch((error) => {
    if (error instanceof AgentFailure) return []
    throw error
  })
  const [one, other] = tried
  if (!one || !other) return leftToRows
  const understood = one.operations.length > 0
  const dependsOnRow =
    JSON.stringify(one.operations) !== JSON.stringify(other.operations) || one.text !== other.text
  return {
    understood,
    reason: understood ? '' : one.text,
    dependsOnRow,
    suggestions: one.suggestions,
    operations: dependsOnRow ? [] : one.operations,
    reply: dependsOnRow ? '' : one.text,
  }
}

async function attempt(agent: Agent, request: SampleMessage, name: string) {
  const made = { operations: [] as Operation[], text: '', suggestions: [] as string[] }
  for await (const output of agent.run(contextFor(request, name), new AbortController().signal)) {
    if (output.type === 'operation') made.operations.push(output.operation)
    if (output.type === 'text') made.text += output.text
    if (output.type === 'suggestions') made.suggestions = output.suggestions
  }
  return made
}

/** A note to personalise from, different for each person, of which the agent uses every part. */
function noteOf(name: string): string {
  return `${name} asked about roll-outs to ${name.length} sites. ${name.length} sites in EMEA, go-live in March.`
}

function contextFor(request: SampleMessage, name: string): AgentContext {
  return {
    ...request,
    audience: { audienceId: exampleId('audience'), name, supplementaryContext: null },
    person: { personId: exampleId('person'), name, email: null },
    account: {
      accountId: exampleId('account'),
      name: `${name} Ltd`,
      domain: `${name.toLowerCase()}.example`,
    },
    notes: [
      { kind: 'account_log', id: exampleId('account_log'), text: noteOf(name), createdAt: '+1794614400000' },
    ],
    conversation: [],
    readVersion: async () => undefined,
  }
}
