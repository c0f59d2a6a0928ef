import type { TestEvent } from 'node:test/reporters'

export type FailedTest = { file: string; name: string }

/** A reporter for Node's test runner: writes each failed test as a line of JSON. Suites fail with their tests. */
export default async function* failedTests(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events)
    if (type === 'test:fail' && data.details.type !== 'suite' && data.file)
      yield `${JSON.stringify({ file: data.file, name: data.name } satisfies FailedTest)}\n`
}

export function readFailedTests(report: string): FailedTest[] {
  return report
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}
