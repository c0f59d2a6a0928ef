import { execFileSync, spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestDatabase } from '../server/test/database.ts'

// Runs the tests named on the command line (parts of their paths), or all of them, each file in a process of its own
// against one real PostgreSQL made for this run.
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
const flags = process.argv.slice(2).filter((argument) => argument.startsWith('-'))
const root = join(import.meta.dirname, '..')
const files = globSync('{server,scripts,tracker,bench,console}/**/*.test.ts', { cwd: root })
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .sort()
if (files.length === 0) throw new Error(`No test file's path contains ${wanted.join(' or ')}.`)

// What is shown in a browser is what is built.
if (files.some((file) => file.startsWith('console/')))
  execFileSync(process.execPath, [join(root, 'scripts', 'buildConsole.ts')], { stdio: 'inherit' })

const folder = await mkdtemp(join(tmpdir(), 'foyer-test-'))
const database = await startTestDatabase(folder)
try {
  const tests = spawn(
    process.execPath,
    ['--test', '--test-concurrency=2', '--test-reporter=spec', '--test-timeout=300000', ...flags, ...files],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'test', FOYER_TEST_DATABASE: database.url },
    },
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => tests.kill(signal))
  process.exitCode = await new Promise<number>((resolve) => tests.on('exit', (code) => resolve(code ?? 1)))
} finally {
  await database.stop()
  await rm(folder, { recursive: true, force: true })
}
