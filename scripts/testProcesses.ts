import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// Distributes test files over processes. Loading the code and starting the service takes 2 s of CPU time, more than the
// tests of most files: so there are few processes, whose files share a world, but enough that they end at about the same
// time.

const root = join(import.meta.dirname, '..')
const processes = 8
/** Duration of the tests of a folder or file in seconds, if it is more than a few. Only used for balancing. */
const seconds: Record<string, number> = {
  'builtin-agent/builtin.property.test.ts': 14,
  'builtin-agent/builtin.test.ts': 15,
  'builtin-agent/roles': 7,
  'document/render': 7,
  'document/test': 11,
  'examples/examples.test.ts': 24,
  'sdk/package.test.ts': 11,
  'server/accounts': 9,
  'server/activity': 7,
  'server/agent': 46,
  'server/analytics': 11,
  'server/backup': 42,
  'server/batches': 76,
  'server/cli': 133,
  'server/console': 19,
  'server/database': 26,
  'server/embedded': 20,
  'server/files': 94,
  'server/mcp': 25,
  'server/notices': 14,
  'server/persons': 29,
  'server/queue': 15,
  'server/releases': 10,
  'server/schedules': 45,
  'server/secrets': 10,
  'server/site': 129,
  'server/sso': 17,
  'server/start': 67,
  'server/storage': 7,
  'server/telemetry': 15,
  'server/test': 27,
  'server/test/cluster.test.ts': 15,
  'server/test/durability.test.ts': 14,
  'server/test/guides.test.ts': 41,
  'server/test/jobFaults.test.ts': 34,
  'server/test/linear.test.ts': 20,
  'server/test/publishing.test.ts': 11,
  'server/test/regularExpressions.test.ts': 22,
  'server/test/routes.test.ts': 10,
  'server/test/textFunctions.test.ts': 17,
  'server/test/waiting.test.ts': 30,
  'server/transfer': 33,
  'server/visits': 12,
  'server/web': 34,
  'server/webhooks': 17,
}

/**
 * Assigns test files to processes, those that take longest first. Tests that start the service from a prepared folder
 * share one, and tests in a browser share one. Other folders are kept together, except for files that take long by
 * themselves.
 */
export function dealFiles(files: string[]): [name: string, files: string[]][] {
  const named = Object.groupBy(files, (file) => placeOf(file) ?? 'none')
  const { none = [], ...placed } = named as Record<string, string[]>
  const folders = Object.entries(Object.groupBy(none, folderOf)).sort(([a], [b]) => weight(b) - weight(a))
  const hands = Array.from({ length: processes }, () => ({ files: [] as string[], seconds: 0 }))
  for (const [folder, members = []] of folders) {
    const hand = hands.reduce((least, one) => (one.seconds < least.seconds ? one : least))
    hand.files.push(...members)
    hand.seconds += weight(folder)
  }
  const dealt = hands.filter((hand) => hand.files.length > 0).sort((a, b) => b.seconds - a.seconds)
  return [
    ...Object.entries(placed),
    ...dealt.map((hand, index): [string, string[]] => [`others${index + 1}`, hand.files]),
  ]
}

const weight = (folder: string) => seconds[folder] ?? 3

/** The group of a test file: its folder, or the file itself if it takes long. */
function folderOf(file: string): string {
  return file in seconds ? file : file.split('/').slice(0, 2).join('/')
}

/** Browser tests take as long as all others together. */
export function needsBrowser(file: string): boolean {
  return file.endsWith('.browser.test.ts')
}

function placeOf(file: string): string | undefined {
  if (needsBrowser(file)) return file.startsWith('console/') ? 'console' : 'pages'
  if (!readFileSync(join(root, file), 'utf8').includes('preparedFolder')) return undefined
  return 'starts'
}
