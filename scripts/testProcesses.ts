import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// Which test files run in one process. Reading the code and starting the service takes 2 s of a core, which is more than
// the tests of most files take: there are few processes, and the files of each share the world it starts. They are enough
// that the last ones end together.

const root = join(import.meta.dirname, '..')
const processes = 8
/** What the tests of a folder take in seconds, where it is more than a few. Nothing but the balance depends on it. */
const seconds: Record<string, number> = {
  'builtin-agent': 20,
  'server/agent': 95,
  'server/analytics': 17,
  'server/assets': 10,
  'server/audiences': 8,
  'server/backup': 21,
  'server/batches': 63,
  'server/cli': 74,
  'server/console': 13,
  'server/database': 17,
  'server/files': 73,
  'server/queue': 10,
  'server/releases': 15,
  'server/schedules': 11,
  'server/secrets': 12,
  'server/site': 32,
  'server/start': 22,
  'server/test': 85,
  'server/visits': 10,
  'server/web': 18,
  'server/webhooks': 20,
}

/**
 * The files of each process by its name, those that take longest first. What starts the service from a prepared folder
 * shares it, what is looked at shares the browser; the other folders are dealt out, none is split.
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

/** The folder of a noun, or one below it that takes long by itself. */
function folderOf(file: string): string {
  const [top, noun, part] = file.split('/')
  const below = `${top}/${noun}/${part}`
  return below in seconds ? below : `${top}/${noun}`
}

/** Those that show something in a browser, which takes as long as all others together. */
export function needsBrowser(file: string): boolean {
  return file.endsWith('.browser.test.ts')
}

function placeOf(file: string): string | undefined {
  if (needsBrowser(file)) return file.startsWith('console/') ? 'console' : 'pages'
  return readFileSync(join(root, file), 'utf8').includes('preparedFolder') ? 'starts' : undefined
}
