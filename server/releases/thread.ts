import { parentPort } from 'node:worker_threads'
import { type Evaluation, evaluateAll, type Verdict } from './evaluate.ts'

// The thread that merges documents; see merger.ts.

export type MergeInput = Evaluation
export type MergeOutput = { verdicts: Verdict[] } | { error: string }

const port = parentPort
if (!port) throw new Error('thread.ts runs in a worker thread')
port.on('message', (evaluation: MergeInput) => port.postMessage(run(evaluation)))

function run(evaluation: Evaluation): MergeOutput {
  try {
    return { verdicts: evaluateAll(evaluation) }
  } catch (error) {
    return { error: (error as Error).stack ?? String(error) }
  }
}
