import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// Distributes test files over processes. Loading the code and starting the service takes 2 s of CPU time, more than the
// tests of most files: so there are few processes, whose files share a world, but enough that they end at about the same
// time.

const root = join(import.meta.dirname, '..')
const processes = 8
/** Fewer for browser tests, as each process also starts a browser. */
const browserProcesses = 4
/**
 * Duration of the tests of a folder or file in seconds, beside two other processes, if it is more than a few. Only used
 * for balancing.
 */
const seconds: Record<string, number> = {
  'builtin-agent/builtin.property.test.ts': 18,
  'builtin-agent/evaluation': 9,
  'builtin-agent/roles': 8,
  'document/test': 15,
  'examples/examples.test.ts': 31,
  'scripts/trimPackages.test.ts': 9,
  'sdk/package.test.ts': 8,
  'server/accounts': 9,
  'server/agent': 162,
  'server/agent/model/conversations.test.ts': 57,
  'server/analytics': 12,
  'server/assets': 20,
  'server/batches': 33,
  'server/batches/batches.test.ts': 45,
  'server/cli': 60,
  'server/cli/agentSetup.test.ts': 30,
  'server/cli/console.test.ts': 24,
  'server/console': 30,
  'server/database': 35,
  'server/exports': 8,
  'server/files': 55,
  'server/files/hostile.test.ts': 27,
  'server/links': 10,
  'server/lists': 9,
  'server/mcp': 18,
  'server/mcp/conformance.test.ts': 42,
  'server/members': 9,
  'server/messages': 9,
  'server/notices': 12,
  'server/oauth': 8,
  'server/pages': 12,
  'server/persons': 27,
  'server/queue': 13,
  'server/releases': 13,
  'server/schedules': 12,
  'server/schedules/pins.test.ts': 45,
  'server/secrets': 18,
  'server/site': 104,
  'server/site/uploads.test.ts': 30,
  'server/sso': 19,
  'server/start': 13,
  'server/telemetry': 11,
  'server/test': 122,
  'server/test/cluster.test.ts': 42,
  'server/test/guides.test.ts': 72,
  'server/test/jobFaults.test.ts': 79,
  'server/test/largeBodies.test.ts': 12,
  'server/transfer/hostile.test.ts': 25,
  'server/transfer/transfer.test.ts': 34,
  'server/versions': 9,
  'server/visits': 24,
  'server/web': 51,
  'server/webhooks': 32,
}

/** The same for tests in a browser. */
const browserSeconds: Record<string, number> = {
  'console/accounts': 29,
  'console/agent': 13,
  'console/analytics': 12,
  'console/audiences': 40,
  'console/batches': 22,
  'console/brands': 10,
  'console/content': 79,
  'console/home': 10,
  'console/links': 10,
  'console/notices': 29,
  'console/pages': 53,
  'console/releases': 23,
  'console/share': 20,
  'console/shell': 18,
  'console/visits': 15,
  'document/render': 23,
  'server/site': 12,
  'server/visits': 10,
}

/**
 * Assigns test files to processes, those that take longest first. Tests that start the service from a prepared folder
 * share one. Other folders are kept together, except for files that take long by themselves.
 */
export function dealFiles(files: string[]): [name: string, files: string[]][] {
  const ofBrowser = files.filter(needsBrowser)
  const { starts = [], others = [] } = Object.groupBy(
    files.filter((file) => !needsBrowser(file)),
    (file) => (usesPreparedFolder(file) ? 'starts' : 'others'),
  )
  return [
    ...(starts.length > 0 ? [['starts', starts] as [string, string[]]] : []),
    ...deal('others', others, processes, seconds),
    ...deal('browser', ofBrowser, browserProcesses, browserSeconds),
  ]
}

function deal(
  name: string,
  files: string[],
  count: number,
  known: Record<string, number>,
): [name: string, files: string[]][] {
  const folderOf = (file: string) => (file in known ? file : file.split('/').slice(0, 2).join('/'))
  const weight = (folder: string) => known[folder] ?? 3
  const folders = Object.entries(Object.groupBy(files, folderOf)).sort(([a], [b]) => weight(b) - weight(a))
  const hands = Array.from({ length: count }, () => ({ files: [] as string[], seconds: 0 }))
  for (const [folder, members = []] of folders) {
    const hand = hands.reduce((least, one) => (one.seconds < least.seconds ? one : least))
    hand.files.push(...members)
    hand.seconds += weight(folder)
  }
  const dealt = hands.filter((hand) => hand.files.length > 0).sort((a, b) => b.seconds - a.seconds)
  return dealt.map((hand, index) => [`${name}${index + 1}`, hand.files])
}

export function needsBrowser(file: string): boolean {
  return file.endsWith('.browser.test.ts')
}

function usesPreparedFolder(file: string): boolean {
  return readFileSync(join(root, file), 'utf8').includes('preparedFolder')
}
