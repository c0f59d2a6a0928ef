import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { differences, readRecorded, replay } from '../eval/replay.ts'

/*
 * Conversations that a model held, with the bytes its endpoint answered. After a change that was meant to make a difference,
 * `node server/agent/eval/accept.ts` stores what comes of them now.
 */
const folder = join(import.meta.dirname, 'recorded')

for (const name of globSync('*.jsonl', { cwd: folder }).sort())
  test(`the recorded conversations of ${name} have the recorded results when they are replayed`, async (t) => {
    const changed: string[] = []
    let [runs, calls, sent, counted] = [0, 0, 0, 0]
    for (const conversation of readRecorded(join(folder, name))) {
      const replayed = await replay(conversation)
      changed.push(...differences(conversation, replayed).map((line) => `  ${conversation.row.id} ${line}`))
      for (const { outcome, sentTokens } of replayed) {
        runs++
        calls += outcome.calls
        sent += sentTokens
        counted += outcome.inputTokens
      }
    }
    const each = (total: number, digits = 0) => (total / runs).toFixed(digits)
    t.diagnostic(
      `${runs} runs: ${each(calls, 2)} calls and ${each(sent)} input tokens a run as sent now (characters by four), ${each(counted)} as recorded`,
    )
    assert.deepEqual(changed, [], `Outcomes changed:\n${changed.join('\n')}`)
  })
