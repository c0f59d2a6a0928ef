import { execFileSync, spawn } from 'node:child_process'
import { globSync, statSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { migrate } from '../server/database/migrate.ts'
import { startCluster } from '../server/test/cluster.ts'
import type { Cost } from '../server/test/costs.ts'
import { startTestDatabase } from '../server/test/database.ts'
import { listCostliest } from './costliestFiles.ts'
import { findFlaky, judgeFlaky } from './flakyTests.ts'
import { dealFiles, needsBrowser } from './testProcesses.ts'
import { readLines, type TestResult } from './testResults.ts'

// Runs the tests named on the command line (parts of their paths) against one real PostgreSQL, made for this run or named by
// TEST_DATABASE_URL; without names all that need no browser, with --browser those that do. With --thorough, what is tried at random is tried more
// often. With --cluster those for Citus run, on the database that TEST_DATABASE_URL names, or on a cluster made for this run by
// the PostgreSQL whose programs are in CITUS_BIN. Other options are for Node.js. What each test took is kept in the file that
// FOYER_TEST_COSTS names.
const given = process.argv.slice(2)
const [browser, thorough, cluster] = ['--browser', '--thorough', '--cluster'].map((option) =>
  given.includes(option),
)
const named = given.filter((argument) => !argument.startsWith('-'))
const wanted = named.length === 0 && cluster ? ['server/test/cluster.test.ts'] : named
const flags = given.filter((argument) => /^-(?!-browser$|-thorough$|-cluster$)/.test(argument))
const root = join(import.meta.dirname, '..')
const cache = join(root, 'node_modules', '.cache', 'foyer')
const files = globSync('{builtin-agent,document,server,shared,scripts,browser,bench,console}/**/*.test.ts', {
  cwd: root,
})
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
  const sources = globSync(['console/**', 'document/**', 'shared/**', 'browser/**', 'package.json'], {
    cwd: root,
    exclude: (path) => path.startsWith('console/dist') || path.endsWith('.test.ts'),
  })
  // The folder itself is newer whenever it was built.
  return sources
    .filter((path) => path !== 'console')
    .every((path) => statSync(join(root, path)).mtimeMs < builtAt)
}

/** A file to run for each process, in `folder`, by its path: it imports the test files. */
async function writeEntries(files: string[], folder: string): Promise<Map<string, string[]>> {
  const entries = await Promise.all(
    dealFiles(files).map(async ([name, members], index): Promise<[string, string[]]> => {
      // They are run in the order of their names.
      const entry = join(folder, `${String(index).padStart(2, '0')}-${name}.test.mjs`)
      const urls = members.map((file) => pathToFileURL(join(root, file)).href)
      const first = ['watchdog.ts', 'costs.ts'].map(
        (file) => pathToFileURL(join(root, 'server', 'test', file)).href,
      )
      const imports = name === 'console' ? sideBySide(urls) : oneByOne(urls)
      await writeFile(entry, oneByOne(first) + imports)
      return [entry, members]
    }),
  )
  return new Map(entries)
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
const database = cluster
  ? await startClusterDatabase()
  : await startTestDatabase(folder, process.env.TEST_DATABASE_URL)
const costs = process.env.FOYER_TEST_COSTS ?? join(folder, 'costs.jsonl')
try {
  process.exitCode = await runTwice()
} finally {
  await database.stop()
  await rm(folder, { recursive: true, force: true })
}

/** One migrated database for all: a cluster has no copies of databases. */
async function startClusterDatabase() {
  const { TEST_DATABASE_URL: url, CITUS_BIN: programs } = process.env
  if (url) {
    await migrate(url)
    return { url, stop: async () => {} }
  }
  if (!programs)
    throw new Error(
      'Set TEST_DATABASE_URL to a Citus database that may be filled, or CITUS_BIN to the programs of a PostgreSQL with Citus.',
    )
  const place = { programs, folder: join(folder, 'cluster') }
  const started = await startCluster(place)
  await migrate(started.url)
  return { ...started, place }
}

/**
 * Files with tests that fail run a second time, once: on a busy machine one now and then misses a deadline. Tests that pass
 * then are listed as flaky at the end; too many of them, or the same ones run after run, fail the run.
 */
async function runTwice(): Promise<number> {
  const entries = await writeEntries(files, folder)
  const list = join(folder, 'results.jsonl')
  const readResults = async () => readLines<TestResult>(await readFile(list, 'utf8'))
  const readFailed = async () => (await readResults()).filter(({ isFailed }) => isFailed)
  const code = await run([...entries.keys()], list)
  const taken = readLines<Cost>(await readFile(costs, 'utf8').catch(() => ''))
  process.stdout.write(listCostliest(await readResults(), taken, (file) => relative(root, file)))
  if (code === 0) return endWith(0, [])
  const first = await readFailed()
  // A process that failed as a whole is named by its entry.
  const named = new Set(first.map(({ file }) => file))
  const failed = [...entries].flatMap(([entry, members]) =>
    members.filter((file) => named.has(entry) || named.has(join(root, file))),
  )
  if (failed.length === 0) return code
  process.stdout.write(`\nWhat failed runs once more: ${failed.join(', ')}.\n\n`)
  const again = await writeEntries(failed, await mkdtemp(join(folder, 'again-')))
  const secondCode = await run([...again.keys()], list)
  return endWith(secondCode, findFlaky(first, await readFailed()))
}

function endWith(code: number, flaky: string[]): number {
  if (wanted.length > 0) return code
  const { report, reason } = judgeFlaky(flaky, join(cache, `flaky${browser ? '-browser' : ''}.json`))
  process.stdout.write(report + (reason ? `✖ ${reason}\n` : ''))
  return reason === undefined ? code : code || 1
}

/** Runs entries, writes the result of each test to a list, and returns the exit code. */
async function run(entries: string[], results: string): Promise<number> {
  const options = [
    '--test',
    // Half of the time, one or another waits.
    '--test-concurrency=3',
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    `--test-reporter=${pathToFileURL(join(root, 'scripts', 'testResults.ts')).href}`,
    `--test-reporter-destination=${results}`,
    '--test-timeout=600000',
  ]
  const tests = spawn(process.execPath, [...options, ...flags, ...entries], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      NODE_ENV: 'test',
      // The one that the service itself has, see bin/foyer.js: a third less to start with.
      NODE_COMPILE_CACHE: cache,
      FOYER_TEST_DATABASE: database.url,
      FOYER_TEST_CLUSTER: cluster ? database.url : '',
      FOYER_TEST_CLUSTER_PLACE: 'place' in database ? JSON.stringify(database.place) : '',
      FOYER_TEST_THOROUGH: thorough ? '1' : '',
      FOYER_TEST_COSTS: costs,
    },
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => tests.kill(signal))
  return await new Promise<number>((resolve) => tests.on('exit', (code) => resolve(code ?? 1)))
}
