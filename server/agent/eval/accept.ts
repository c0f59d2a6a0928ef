import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { differences, readRecorded, replay } from './replay.ts'

// Replays the recorded conversations and stores what comes of them now, after a change that was meant to make a difference.
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
