import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { TestResult } from './testResults.ts'

type FailedTest = Pick<TestResult, 'name'>

/** A busy machine doesn't explain more flaky tests than this. */
const mostFlaky = 2

/** Tests that failed at first and passed when repeated. */
export function findFlaky(first: FailedTest[], second: FailedTest[]): string[] {
  const failedAgain = new Set(second.map(({ name }) => name))
  return [...new Set(first.map(({ name }) => name))].filter((name) => !failedAgain.has(name))
}

/**
 * Lists the flaky tests of a run, stores them for the next one, and returns why the run fails because of them, if it
 * does: too many, or one that was flaky in the previous run too.
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
