import { contextOf, documentOf } from '../../builtin-agent/evaluation/inProcess.ts'
import { fixtures } from '../../builtin-agent/evaluation/sets.ts'
import type { AgentContext } from '../agent/agent.ts'
import { runOnce } from '../agent/eval/recording.ts'
import { openModelAgent } from '../agent/model/model.ts'
import { loadConfig } from '../config/config.ts'
import type { ModelConfig } from '../config/modelConfig.ts'
import type { Protocol } from './modelProtocols.ts'
import { openModelServer, type Turn } from './modelServer.ts'

const model = openModelServer()

export { fixtures }

type RunOptions = Partial<AgentContext> & {
  fixture?: string
  protocol?: Protocol
  contextTokens?: number
  fetch?: typeof fetch
}

/** Runs the model agent on a page of the evaluation, without a service, with a scripted model. */
export async function runModel(message: string, turns: Turn[], given: RunOptions = {}) {
  const { fixture = 'main', protocol = 'openai-compatible', contextTokens, fetch, ...more } = given
  const settings = loadConfig(await model.settings(protocol)).model as ModelConfig
  const agent = await openModelAgent(
    { ...settings, contextTokens },
    { maxRetries: 0, ...(fetch ? { fetch } : {}) },
  )
  model.script(...turns)
  const document = documentOf(fixture, fixtures)
  const context: AgentContext = {
    ...contextOf({ setup: { fixture, person: true } }, fixtures),
    message,
    document,
    conversation: [],
    history: [],
    searchAssets: async () => [],
    readVersion: async () => undefined,
    ...more,
  }
  const outcome = await runOnce(agent, context)
  return { ...outcome, document: more.document ?? document, asked: [...model.asked] }
}
