import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

type CheckStep = [name: string, command: string, ...args: string[]]

// All checks before a change is merged: quick ones in parallel, then the tests, which get the arguments (--thorough).
const quick: CheckStep[] = [
  ['format and lint', 'biome', 'check', '--error-on-warnings', '.'],
  ['types', 'tsc'],
  ['types of browser scripts', 'tsc', '-p', 'browser'],
  ['types of the console', 'tsc', '-p', 'console'],
  ['generated files', 'node', 'scripts/generate.ts', '--check'],
]
const given = process.argv.slice(2)
const tests: CheckStep[] = [
  ['tests', 'node', 'scripts/test.ts', ...given],
  ['tests in a browser', 'node', 'scripts/test.ts', '--browser', ...given],
]
const root = join(import.meta.dirname, '..')

const outcomes = await Promise.all(quick.map((step) => run(step, 'pipe')))
if (outcomes.includes(false)) process.exit(1)
for (const step of tests) if (!(await run(step, 'inherit'))) process.exit(1)

/** Returns whether it succeeded. Its output is printed as a whole, as steps run in parallel. */
async function run([name, command, ...args]: CheckStep, stdio: 'pipe' | 'inherit'): Promise<boolean> {
  const began = performance.now()
  const child = spawn(join(root, 'node_modules', '.bin', command), args, {
    cwd: root,
    stdio: ['inherit', stdio, stdio],
    env: {
      ...process.env,
      FOYER_TEST_NEEDS_BROWSER: '1',
      // Fills the compile cache for the first tests.
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'foyer'),
    },
  })
  const ended = new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('close', resolve),
  )
  const said = await Promise.all([child.stdout, child.stderr].map((stream) => (stream ? text(stream) : '')))
  const isWell = (await ended) === 0
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  process.stdout.write(`\n» ${name}\n${said.join('')}${isWell ? '✔' : '✖'} ${name} (${seconds} s)\n`)
  return isWell
}
