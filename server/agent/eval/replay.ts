import { readFileSync } from 'node:fs'
import { runRow } from '../../../builtin-agent/evaluation/inProcess.ts'
import { fixtures } from '../../../builtin-agent/evaluation/sets.ts'
import type { ModelConfig, ModelProvider } from '../../config/modelConfig.ts'
import {
  estimateRequest,
  type RecordedConversation,
  type RecordedRun,
  Replayer,
  runOnce,
} from './recording.ts'

/** The outcome of each run of a replayed conversation, and the tokens of the requests it sends now. */
export type Replayed = { outcome: RecordedRun; sentTokens: number }[]

export function readRecorded(file: string): RecordedConversation[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RecordedConversation)
}

/** Replays a recorded conversation: the agent is the real one, the endpoint sends the recorded responses. */
export async function replay({ row, model, runs }: RecordedConversation): Promise<Replayed> {
  const { openModelAgent } = await import('../model/model.ts')
  const replayed: Replayed = []
  await runRow({ model, run: neverRun }, row, fixtures, async (_, context) => {
    const replayer = new Replayer(runs[replayed.length]?.answers ?? [])
    const agent = await openModelAgent(toConfig(model), { maxRetries: 0, fetch: replayer.fetch })
    const outcome = await runOnce(agent, context)
    const sentTokens = replayer.requests.reduce((sum, body) => sum + estimateRequest(body), 0)
    replayed.push({ outcome, sentTokens })
    return outcome
  })
  return replayed
}

/** How the outcomes differ from the recorded ones, one line each. */
export function differences({ runs }: RecordedConversation, replayed: Replayed): string[] {
  return replayed.flatMap(({ outcome }, index) => {
    const recorded = runs[index]?.outcome
    const fields = ['operations', 'reply', 'suggestions', 'hasFailed', 'calls'] as const
    return fields.flatMap((field) => {
      const [was, is] = [JSON.stringify(recorded?.[field]), JSON.stringify(outcome[field])]
      return was === is ? [] : [`message ${index + 1}, ${field}:\n    was ${was}\n    is  ${is}`]
    })
  })
}

/** The address is never called. */
function toConfig(model: string): ModelConfig {
  const [provider = '', ...name] = model.split(':')
  return {
    provider: provider as ModelProvider,
    name: name.join(':'),
    apiKey: 'none',
    baseUrl: 'http://model.invalid/v1',
    seesImages: false,
    chosenBy: 'service',
    allowPrivate: true,
  }
}

// biome-ignore lint/correctness/useYield: the conversation opens an agent of its own for each message
async function* neverRun(): AsyncGenerator<never, void> {
  throw new Error('each message opens an agent of its own')
}
