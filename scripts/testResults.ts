import type { TestEvent } from 'node:test/reporters'

export type TestResult = { file: string; name: string; isFailed: boolean }

/** A reporter for Node's test runner: writes each test as a line of JSON. Suites fail with their tests. */
export default async function* testResults(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if ((type !== 'test:fail' && type !== 'test:pass') || data.details.type === 'suite' || !data.file)
      continue
    const result: TestResult = { file: data.file, name: data.name, isFailed: type === 'test:fail' }
    yield `${JSON.stringify(result)}\n`
  }
}

export function readLines<T>(report: string): T[] {
  return report
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}
