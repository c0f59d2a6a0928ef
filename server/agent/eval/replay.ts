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

/** What a recorded conversation comes to now: the outcome of each run, and the tokens of its requests as they are sent now. */
export type Replayed = { outcome: RecordedRun; sentTokens: number }[]

export function readRecorded(file: string): RecordedConversation[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RecordedConversation)
}

/** Holds a recorded conversation again: the agent is the real one, the endpoint answers what it answered then. */
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

/** How the outcomes differ from the recorded ones, a line each; empty where they don't. */
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

// biome-ignore lint/correctness/useYield: each message opens an agent of its own
async function* neverRun(): AsyncGenerator<never, void> {
  throw new Error('each message opens an agent of its own')
}
