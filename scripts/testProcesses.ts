import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// Which test files run in one process. Reading the code and starting the service takes 2 s of a core, which is more than
// the tests of most files take: there are few processes, and the files of each share the world it starts.

const root = join(import.meta.dirname, '..')
const others = ['one', 'two', 'three', 'four']
/** What a noun's tests take in seconds, where it is more than a few. Nothing but the balance depends on it. */
const seconds: Record<string, number> = {
  'server/agent': 35,
  'server/analytics': 8,
  'server/assets': 8,
  'server/batches': 18,
  'server/cli': 20,
  'server/console': 12,
  'server/files': 35,
  'server/web': 16,
  'server/site': 8,
  'server/start': 25,
  'server/test': 25,
  'server/visits': 10,
  'server/webhooks': 20,
}

/**
 * The files of each process by its name, those that take longest first. What starts the service from a prepared folder
 * shares it, what is looked at shares the browser; the other nouns are dealt out, none is split.
 */
export function dealFiles(files: string[]): [name: string, files: string[]][] {
  const named = Object.groupBy(files, (file) => placeOf(file) ?? 'none')
  const { none = [], ...placed } = named as Record<string, string[]>
  const nouns = Object.entries(Object.groupBy(none, nounOf)).sort(([a], [b]) => weight(b) - weight(a))
  const hands = others.map((name) => ({ name, files: [] as string[], seconds: 0 }))
  for (const [noun, members = []] of nouns) {
    const hand = hands.reduce((least, one) => (one.seconds < least.seconds ? one : least))
    hand.files.push(...members)
    hand.seconds += weight(noun)
  }
  const dealt = hands.filter((hand) => hand.files.length > 0)
  return [...Object.entries(placed), ...dealt.map((hand): [string, string[]] => [hand.name, hand.files])]
}

const weight = (noun: string) => seconds[noun] ?? 3

/** The folder that a noun is. */
function nounOf(file: string): string {
  return file.split('/', 2).join('/')
}

/** Those that show something in a browser, which takes as long as all others together. */
export function needsBrowser(file: string): boolean {
  return file.endsWith('.browser.test.ts')
}

function placeOf(file: string): string | undefined {
  if (needsBrowser(file)) return file.startsWith('console/') ? 'console' : 'pages'
  return readFileSync(join(root, file), 'utf8').includes('preparedFolder') ? 'starts' : undefined
}
