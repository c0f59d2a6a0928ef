import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { differences, readRecorded, replay } from './replay.ts'

// Replays the recorded conversations and stores the new outcomes, after a change that is meant to change them.
const folder = join(import.meta.dirname, '..', 'model', 'recorded')
for (const name of globSync('*.jsonl', { cwd: folder })) {
  const file = join(folder, name)
  const lines: string[] = []
  for (const conversation of readRecorded(file)) {
    const replayed = await replay(conversation)
    for (const line of differences(conversation, replayed)) console.log(`${conversation.row.id} ${line}`)
    const runs = conversation.runs.map((run, index) => ({ ...run, outcome: replayed[index]?.outcome }))
    lines.push(JSON.stringify({ ...conversation, runs }))
  }
  writeFileSync(file, `${lines.join('\n')}\n`)
}
