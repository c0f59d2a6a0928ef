import type { TestEvent } from 'node:test/reporters'

/** A reporter for Node's test runner: writes the file of each test that failed, one a line. A suite fails with its tests. */
export default async function* failedFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events)
    if (type === 'test:fail' && data.details.type !== 'suite' && data.file) yield `${data.file}\n`
}
