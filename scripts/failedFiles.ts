import type { TestEvent } from 'node:test/reporters'

/** A reporter for Node's test runner: writes the file of each test that failed, one a line. */
export default async function* failedFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) if (type === 'test:fail' && data.file) yield `${data.file}\n`
}
