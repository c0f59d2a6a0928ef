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

// Runs the tests whose paths contain an argument, or all that need no browser; with --browser, those that need one. They
// use one PostgreSQL, created for this run or given by TEST_DATABASE_URL. --thorough runs more random cases. --cluster runs
// the tests for Citus, on TEST_DATABASE_URL or on a cluster created with the PostgreSQL in CITUS_BIN. Other options are
// passed to Node.js. FOYER_TEST_COSTS is the file to which the cost of each test is written.
const given = process.argv.slice(2)
const [browser, thorough, cluster] = ['--browser', '--thorough', '--cluster'].map((option) =>
  given.includes(option),
)
const named = given.filter((argument) => !argument.startsWith('-'))
const wanted = named.length === 0 && cluster ? ['server/test/cluster.test.ts'] : named
const flags = given.filter((argument) => /^-(?!-browser$|-thorough$|-cluster$)/.test(argument))
const root = join(import.meta.dirname, '..')
const cache = join(root, 'node_modules', '.cache', 'foyer')
const files = globSync('*/**/*.test.ts', {
  cwd: root,
  exclude: ['**/node_modules/**', 'data/**', 'release/**'],
})
  .filter((file) =>
    wanted.length > 0 ? wanted.some((part) => file.includes(part)) : needsBrowser(file) === browser,
  )
  .sort()
if (files.length === 0) throw new Error(`No test file's path contains ${wanted.join(' or ')}.`)

// Browser tests use the built console.
if (files.some((file) => /^(console|server\/site\/stage)\//.test(file)) && !isConsoleBuilt())
  execFileSync(process.execPath, [join(root, 'scripts', 'buildConsole.ts')], { stdio: 'inherit' })

/** Whether no source of the console has changed since it was built; building takes 7 s. */
function isConsoleBuilt(): boolean {
  const builtAt =
    statSync(join(root, 'console', 'dist', 'index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const sources = globSync(
    ['console/**', 'document/**', 'sdk/*.ts', 'shared/**', 'browser/**', 'package.json'],
    {
      cwd: root,
      exclude: (path) => path.startsWith('console/dist') || path.endsWith('.test.ts'),
    },
  )
  // Building updates the time of the folder itself.
  return sources
    .filter((path) => path !== 'console')
    .every((path) => statSync(join(root, path)).mtimeMs < builtAt)
}

/** Writes an entry file for each process, which imports its test files. */
async function writeEntries(files: string[], folder: string): Promise<Map<string, string[]>> {
  const entries = await Promise.all(
    dealFiles(files).map(async ([name, members], index): Promise<[string, string[]]> => {
      // Node runs them in the order of their names.
      const entry = join(folder, `${String(index).padStart(2, '0')}-${name}.test.mjs`)
      const urls = members.map((file) => pathToFileURL(join(root, file)).href)
      const first = ['asyncTracking.ts', 'watchdog.ts', 'costs.ts'].map(
        (file) => pathToFileURL(join(root, 'server', 'test', file)).href,
      )
      await writeFile(entry, [...first, ...urls].map((url) => `import '${url}'\n`).join(''))
      return [entry, members]
    }),
  )
  return new Map(entries)
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

/** One migrated database for all tests, as databases of a cluster can't be cloned. */
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
 * Files with failing tests run a second time: on a busy machine, a test may miss a deadline. Tests that pass then are
 * listed as flaky; too many of them, or repeatedly flaky ones, fail the run.
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
  // A process that failed as a whole is reported by its entry.
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
    // Two more than cores, as tests wait half of the time.
    '--test-concurrency=4',
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
      // Tests create much short-lived garbage: with a larger young generation, they take 4% less CPU time.
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64`,
      // Makes starting a third faster.
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
