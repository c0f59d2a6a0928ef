import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// Distributes test files over processes. Loading the code and starting the service takes 2 s of CPU time, more than the
// tests of most files: so there are few processes, whose files share a world, but enough that they end at about the same
// time.

const root = join(import.meta.dirname, '..')
const processes = 8
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
