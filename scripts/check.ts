import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

// Everything that must hold before a change lands, cheapest first. Import directions are held by a test. What is given
// to it goes to the tests: --thorough.
const steps: [name: string, command: string, ...args: string[]][] = [
  ['format and lint', 'biome', 'check', '--error-on-warnings', '.'],
  ['types', 'tsc'],
  ['types of the visit script', 'tsc', '-p', 'tracker'],
  ['types of the console', 'tsc', '-p', 'console'],
  ['generated files', 'node', 'scripts/generate.ts', '--check'],
  ['tests', 'node', 'scripts/test.ts', ...process.argv.slice(2)],
]
const root = join(import.meta.dirname, '..')
for (const [name, command, ...args] of steps) {
  const began = performance.now()
  process.stdout.write(`\n» ${name}\n`)
  const { status } = spawnSync(join(root, 'node_modules', '.bin', command), args, {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) {
    process.stdout.write(`✖ ${name} failed\n`)
    process.exit(1)
  }
  process.stdout.write(`✔ ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)\n`)
}
