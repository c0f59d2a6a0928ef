import { execFileSync, spawn } from 'node:child_process'
import { globSync, statSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startTestDatabase } from '../server/test/database.ts'
import { dealFiles, needsBrowser } from './testProcesses.ts'

// Runs the tests named on the command line (parts of their paths) against one real PostgreSQL made for this run; without
// names all that need no browser, with --browser those that do. With --thorough, what is tried at random is tried more
// often. Other options are for Node.js.
const given = process.argv.slice(2)
const wanted = given.filter((argument) => !argument.startsWith('-'))
const [browser, thorough] = ['--browser', '--thorough'].map((option) => given.includes(option))
const flags = given.filter((argument) => /^-(?!-browser$|-thorough$)/.test(argument))
const root = join(import.meta.dirname, '..')
const files = globSync('{server,shared,scripts,browser,bench,console}/**/*.test.ts', { cwd: root })
  .filter((file) =>
    wanted.length > 0 ? wanted.some((part) => file.includes(part)) : needsBrowser(file) === browser,
  )
  .sort()
if (files.length === 0) throw new Error(`No test file's path contains ${wanted.join(' or ')}.`)

// What is shown in a browser is what is built.
if (files.some((file) => /^(console|server\/site\/stage)\//.test(file)) && !isConsoleBuilt())
  execFileSync(process.execPath, [join(root, 'scripts', 'buildConsole.ts')], { stdio: 'inherit' })

/** Whether nothing that the console is made of changed, came or went since it was built, which takes 7 s. */
function isConsoleBuilt(): boolean {
  const builtAt =
    statSync(join(root, 'console', 'dist', 'index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const sources = globSync(['console/**', 'shared/**', 'browser/**', 'package.json'], {
    cwd: root,
    exclude: (path) => path.startsWith('console/dist') || path.endsWith('.test.ts'),
  })
  // The folder itself is newer whenever it was built.
  return sources
    .filter((path) => path !== 'console')
    .every((path) => statSync(join(root, path)).mtimeMs < builtAt)
}

/** One file to run for each process, in `folder`: it imports the test files. */
async function writeEntries(folder: string): Promise<string[]> {
  return await Promise.all(
    dealFiles(files).map(async ([name, members], index) => {
      // They are run in the order of their names.
      const entry = join(folder, `${String(index).padStart(2, '0')}-${name}.test.mjs`)
      const urls = members.map((file) => pathToFileURL(join(root, file)).href)
      const watchdog = pathToFileURL(join(root, 'server', 'test', 'watchdog.ts')).href
      const imports = name === 'console' ? sideBySide(urls) : oneByOne(urls)
      await writeFile(entry, `import '${watchdog}'\n${imports}`)
      return entry
    }),
  )
}

function oneByOne(urls: string[]): string {
  return urls.map((url) => `import '${url}'\n`).join('')
}

/**
 * Three tests of the console at a time, in one process, with one service and one browser: they wait for each other's
 * answers half of the time, and have their tenants and windows for themselves.
 */
function sideBySide(urls: string[]): string {
  const imports = urls.map((url) => `  await import('${url}')\n`).join('')
  return `import { describe } from 'node:test'\ndescribe('console', { concurrency: 3 }, async () => {\n${imports}})\n`
}

const folder = await mkdtemp(join(tmpdir(), 'foyer-test-'))
const database = await startTestDatabase(folder)
try {
  const entries = await writeEntries(folder)
  process.exitCode = await runTwice(entries)
} finally {
  await database.stop()
  await rm(folder, { recursive: true, force: true })
}

/**
 * Tests that fail run a second time, once: on a busy machine one now and then misses a deadline. The report of the first
 * run stays on the screen, so a flaky test is seen.
 */
async function runTwice(entries: string[]): Promise<number> {
  const rerun = `--test-rerun-failures=${join(folder, 'passed.json')}`
  const code = await run(entries, rerun)
  if (code === 0) return 0
  process.stdout.write('\nWhat failed runs once more.\n\n')
  return await run(entries, rerun)
}

async function run(entries: string[], ...more: string[]): Promise<number> {
  const options = [
    '--test',
    // Half of the time, one or another waits.
    '--test-concurrency=3',
    '--test-reporter=spec',
    '--test-timeout=600000',
  ]
  const tests = spawn(process.execPath, [...options, ...more, ...flags, ...entries], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      NODE_ENV: 'test',
      // The one that the service itself has, see bin/foyer.js: a third less to start with.
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'foyer'),
      FOYER_TEST_DATABASE: database.url,
      FOYER_TEST_THOROUGH: thorough ? '1' : '',
    },
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => tests.kill(signal))
  return await new Promise<number>((resolve) => tests.on('exit', (code) => resolve(code ?? 1)))
}
