import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// Distributes test files over processes. Loading the code and starting the service takes 2 s of CPU time, more than the
// tests of most files: so there are few processes, whose files share a world, but enough that they end at about the same
// time.

const root = join(import.meta.dirname, '..')
const processes = 8
/** Duration of the tests of a folder or file in seconds, if it is more than a few. Only used for balancing. */
const seconds: Record<string, number> = {
  'builtin-agent': 20,
  'server/agent': 60,
  'server/analytics': 12,
  'server/assets': 12,
  'server/batches': 70,
  'server/cli': 80,
  'server/console': 10,
  'server/database': 20,
  'server/files': 80,
  'server/notices': 15,
  'server/persons': 15,
  'server/queue': 8,
  'server/releases': 25,
  'server/schedules': 45,
  'server/secrets': 20,
  'server/site': 110,
  'server/start': 35,
  'server/transfer': 45,
  'server/visits': 14,
  'server/web': 20,
  'server/webhooks': 25,
  'server/test/cluster.test.ts': 30,
  'server/test/jobFaults.test.ts': 60,
  'server/test/linear.test.ts': 35,
  'server/test/publishing.test.ts': 18,
  'server/test/regularExpressions.test.ts': 15,
  'server/test/routes.test.ts': 18,
  'server/test/textFunctions.test.ts': 25,
  'server/test/waiting.test.ts': 100,
}

/**
 * The files of each process by its name, those that take longest first. What starts the service from a prepared folder
 * shares it, what is looked at shares the browser; the other folders are dealt out whole, but for files that take long by themselves.
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

/** The folder of a noun, or a file that takes long by itself. */
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
