import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FontName } from '../../../document/index.ts'
import type { ImageWorker } from '../../files/imageWorker.ts'
import { TaskThreads } from '../../threads/taskThread.ts'
import { AddressRefused } from '../../web/outbound.ts'
import { descriptionOf, findOrganization, languageOf, nameOf } from './facts.ts'
import { type FetchOptions, fetchFile, SiteProblem } from './fetch.ts'
import type { SiteFacts } from './html.ts'
import type { CompanySite, SitePicture } from './schema.ts'
import type { ReadTask } from './thread.ts'

const mostPageBytes = 1024 * 1024
const mostStyleBytes = 512 * 1024
const mostPictureBytes = 2 * 1024 * 1024
const mostStoredBytes = 512 * 1024
const mostStyleSheets = 3
const mostPictures = 3
/** The total time. Only the page itself is required; other files are omitted when it is over. */
const readingMs = 12_000

/** Parses untrusted pages and style sheets outside of the thread that serves requests. */
const threads = new TaskThreads<ReadTask, unknown>({
  of: 'site readings',
  file: new URL('./thread.ts', import.meta.url),
  memoryMb: 128,
  // Starting a thread takes seconds on a busy machine.
  workMs: 10_000,
  idleMs: 30_000,
  waiting: 4,
})

export type ReadingOptions = Omit<FetchOptions, 'signal'> & {
  tenantId: string
  imageWorker: ImageWorker
  limitMs?: number
}

/** Reads name, description, logo, colours and fonts from a company's site. Stores nothing. */
export async function readSite(given: string, reading: ReadingOptions): Promise<CompanySite> {
  const options = { ...reading, signal: AbortSignal.timeout(reading.limitMs ?? readingMs) }
  const page = await fetchPage(given.trim(), options).catch(explain)
  const html = page.bytes.toString('utf8')
  const facts = (await threads.run(reading.tenantId, { html }).catch(explain)) as SiteFacts
  const at = (address: unknown) =>
    typeof address === 'string' ? (URL.parse(address, page.url)?.href ?? undefined) : undefined
  const { host } = new URL(page.url)
  const [looks, logo, icon] = await Promise.all([
    readStyles(facts, at, options),
    findPicture([...facts.logos, findOrganization(facts.data).logo], at, options, facts.inlineLogo),
    findPicture([...facts.icons, '/favicon.ico'], at, options),
  ])
  return {
    domain: host.replace(/^www\./, ''),
    name: nameOf(facts, host),
    description: descriptionOf(facts) ?? null,
    language: languageOf(facts) ?? null,
    ...looks,
    logo: logo ?? null,
    icon: icon ?? null,
  }
}

async function fetchPage(given: string, options: FetchOptions) {
  const limits = { mostBytes: mostPageBytes, accept: 'text/html', cut: true }
  const isAddress = /^https?:\/\//i.test(given)
  const page = await fetchFile(isAddress ? given : `https://${given}`, limits, options).catch((error) => {
    // Sites of a private network often have no certificate.
    if (isAddress || !options.allowPrivate) throw error
    return fetchFile(`http://${given}`, limits, options)
  })
  if (!/html|^text\/plain$|^$/.test(page.mediaType))
    throw new SiteProblem('The address leads to a file, not to a page.')
  return page
}

type ResolveUrl = (address: unknown) => string | undefined
type SiteReadingOptions = FetchOptions & ReadingOptions

/** Colours and fonts; style sheets that can't be read are skipped. */
async function readStyles(
  facts: SiteFacts,
  at: ResolveUrl,
  options: SiteReadingOptions,
): Promise<{ colors: string[]; fonts: FontName[] }> {
  const limits = { mostBytes: mostStyleBytes, accept: 'text/css', cut: true }
  const sheets = facts.styleSheets.flatMap((address) => at(address) ?? []).slice(0, mostStyleSheets)
  const read = await Promise.allSettled(sheets.map((url) => fetchFile(url, limits, options)))
  const linked = read.flatMap((one) => (one.status === 'fulfilled' ? one.value.bytes.toString('utf8') : []))
  const task = { styles: [...facts.styles, ...linked], themeColor: facts.metas.get('theme-color') }
  const looks = await threads.run(options.tenantId, task).catch(() => ({ colors: [], fonts: [] }))
  return looks as { colors: string[]; fonts: FontName[] }
}

/** The first URL with a valid image. */
async function findPicture(
  addresses: unknown[],
  at: ResolveUrl,
  options: SiteReadingOptions,
  inline?: string,
): Promise<SitePicture | undefined> {
  if (inline) {
    const drawn = await clean(Buffer.from(inline), 'image/svg+xml', options).catch(() => undefined)
    if (drawn) return drawn
  }
  const limits = { mostBytes: mostPictureBytes, accept: 'image/*' }
  for (const url of addresses.flatMap((address) => at(address) ?? []).slice(0, mostPictures)) {
    const picture = await loadPicture(url, limits, options).catch(() => undefined)
    if (picture) return picture
  }
  return undefined
}

async function loadPicture(
  url: string,
  limits: { mostBytes: number; accept: string },
  options: SiteReadingOptions,
) {
  if (url.startsWith('data:')) {
    const embedded = await fetch(url)
    return await clean(
      Buffer.from(await embedded.arrayBuffer()),
      embedded.headers.get('content-type') ?? '',
      options,
    )
  }
  const { bytes, mediaType } = await fetchFile(url, limits, options)
  return await clean(bytes, mediaType, options)
}

/** Sanitises an image like an upload; undefined if it is invalid or too large. */
async function clean(bytes: Buffer, declaredType: string, { tenantId, imageWorker }: SiteReadingOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-site-'))
  try {
    const [input, output, preview] = ['input', 'output', 'preview'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    await writeFile(input, bytes)
    const made = await imageWorker.make(tenantId, { input, output, preview, name: 'logo', declaredType })
    if (!made.mediaType.startsWith('image/')) return undefined
    const data = await readFile(made.path)
    return data.length > mostStoredBytes
      ? undefined
      : { mediaType: made.mediaType, data: data.toString('base64') }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Throws the problem for a site that can't be read. */
function explain(error: unknown): never {
  const { cause, name } = error as { cause?: unknown; name?: string }
  if (error instanceof SiteProblem) throw error
  if (cause instanceof AddressRefused || error instanceof AddressRefused)
    throw new SiteProblem('The address is not on the public internet.')
  if (name === 'TimeoutError' || name === 'AbortError')
    throw new SiteProblem('The site takes too long to answer.')
  throw new SiteProblem('The site can’t be reached.')
}
