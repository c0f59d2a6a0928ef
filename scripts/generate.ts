import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { generateBlocks } from './blocks/generateBlocks.ts'

// Writes the generated files. With --check, it only reports whether they are stale.
const { check } = parseArgs({ options: { check: { type: 'boolean', default: false } } }).values
const root = join(import.meta.dirname, '..')
const stale: string[] = []

await generateBlocks(join(root, 'document'), settle)
// Imported here, because it needs the generated block types.
const { generateFromCode } = await import('./generateFromCode.ts')
await generateFromCode(root, settle)
if (stale.length > 0) {
  process.stderr.write(`Stale: ${stale.join(', ')}. Run \`npm run generate\` and commit what changed.\n`)
  process.exitCode = 1
}

async function settle(name: string, text: string) {
  const file = join(root, name)
  const present = await readFile(file, 'utf8').catch(() => '')
  if (present === text) return
  if (check) stale.push(name)
  else await writeFile(file, text)
}
