import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { TestResult } from './testResults.ts'

type FailedTest = Pick<TestResult, 'name'>

/** More flaky tests than this are a fault of the tests, not of a busy machine. */
const mostFlaky = 2

/** Tests that failed at first and passed when they were repeated. */
export function findFlaky(first: FailedTest[], second: FailedTest[]): string[] {
  const failedAgain = new Set(second.map(({ name }) => name))
  return [...new Set(first.map(({ name }) => name))].filter((name) => !failedAgain.has(name))
}

/**
 * Lists the flaky tests of a run, keeps them for the next one, and returns why the run fails for them: there are too many,
 * or one was flaky in the run before as well.
 */
export function judgeFlaky(flaky: string[], file: string): { report: string; reason: string | undefined } {
  const before = new Set(readNames(file))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(flaky))
  if (flaky.length === 0) return { report: '', reason: undefined }
  const lines = flaky.map((name) => `  ${name}${before.has(name) ? ' (as in the run before)' : ''}\n`)
  const repeated = flaky.filter((name) => before.has(name)).length
  const reason =
    flaky.length > mostFlaky
      ? `${flaky.length} tests are flaky; at most ${mostFlaky} may be.`
      : repeated > 0
        ? 'A test is flaky that was so in the run before.'
        : undefined
  return {
    report: `\nFlaky, failed once and passed when repeated: ${flaky.length}\n${lines.join('')}`,
    reason,
  }
}

function readNames(file: string): string[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return []
  }
}
