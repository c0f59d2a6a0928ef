import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OpenApiDocument } from '../../shared/openApi.ts'
import { Problem } from '../../shared/problem.ts'
import { readPicture } from './docs/guides.ts'
import { Library } from './docs/library.ts'
import { contentSecurityPolicy, drawPage, markdownOf } from './docs/page.ts'
import { chooseEncoding } from './encoding.ts'
import { welcomePage } from './welcome.ts'

type Rendered = { type: string; etag: string; plain: Buffer; br: Buffer; gzip: Buffer }
type DocsFile = { type: keyof typeof types; content: string | Buffer }

const types = {
  html: 'text/html; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  json: 'application/json; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  webp: 'image/webp',
  woff2: 'font/woff2',
}

/** The guides and the API reference. They don't change while the process runs, so each page is rendered once. */
export function documentationRoutes(
  app: FastifyInstance,
  publicUrl: () => string,
  samplePage: () => Promise<string | undefined>,
) {
  const rendered = new Map<string, Promise<Rendered>>()
  const options = { schema: { hide: true } }
  let made: Library | undefined
  const library = () => {
    // The plugin's type allows references everywhere, but this document has them only in schemas and responses.
    made ??= new Library(app.swagger() as unknown as OpenApiDocument, publicUrl)
    return made
  }
  const answer = async (request: FastifyRequest, reply: FastifyReply, name: string, make: () => DocsFile) => {
    const file = rendered.get(name) ?? compress(make())
    rendered.set(name, file)
    return send(request, reply, await file)
  }

  app.get('/', options, async (request, reply) => {
    const sampleUrl = await samplePage()
    return await answer(request, reply, sampleUrl ? '/ with a sample' : '/', () => ({
      type: 'html',
      content: welcomePage(library().version, sampleUrl),
    }))
  })
  app.get('/openapi.json', options, async (request, reply) =>
    answer(request, reply, 'openapi', () => ({ type: 'json', content: JSON.stringify(app.swagger()) })),
  )
  app.get('/llms.txt', options, async (request, reply) =>
    answer(request, reply, 'llms', () => ({ type: 'txt', content: library().llmsText() })),
  )
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = ''] = request.url.split('?', 1)
    const file = rendered.has(path) ? undefined : findFile(library(), path)
    if (rendered.has(path) || file) return await answer(request, reply, path, () => file as DocsFile)
    // Redirects old URLs: chapters of the reference used to be where the guides are now.
    const moved = path.replace('/docs/', '/docs/api/')
    if (library().find(moved)) return reply.redirect(moved, 301)
    throw new Problem('route_not_found', 'The documentation has no such page.')
  }
  for (const path of ['/docs', '/docs.md', '/docs/*']) app.get(path, options, serve)
}

function findFile(library: Library, path: string): DocsFile | undefined {
  const page = library.find(path)
  if (page) return { type: 'html', content: drawPage(library.groups, page, library.version) }
  const source = path.endsWith('.md') && library.find(path.slice(0, -3))
  if (source) return { type: 'md', content: markdownOf(source) }
  if (path === '/docs/search.js') return { type: 'js', content: readFileSync(searchScript, 'utf8') }
  if (path === '/docs/search.json') return { type: 'json', content: JSON.stringify(library.searchEntries()) }
  if (path === '/docs/inter.woff2') return { type: 'woff2', content: readFileSync(fileURLToPath(font)) }
  const picture = readPicture(path.slice('/docs/'.length))
  return picture && { type: 'webp', content: picture }
}

const searchScript = new URL('../../browser/docsSearch.min.js', import.meta.url)
const font = import.meta.resolve('@fontsource-variable/inter/files/inter-latin-standard-normal.woff2')

async function compress({ type, content }: DocsFile): Promise<Rendered> {
  const plain = Buffer.from(content)
  // The highest quality would take half a second for the largest page and save 10% of its size.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6 }
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params }),
    promisify(gzip)(plain),
  ])
  const etag = createHash('sha256').update(plain).digest('base64url')
  return { type: types[type], plain, br, gzip: gzipped, etag }
}

function send(request: FastifyRequest, reply: FastifyReply, { type, etag, ...bodies }: Rendered) {
  const encoding = chooseEncoding(request.headers['accept-encoding'] as string | undefined)
  reply.headers({
    'content-type': type,
    'content-security-policy': contentSecurityPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    etag: `W/"${etag}"`,
  })
  if (request.headers['if-none-match'] === `W/"${etag}"`) return reply.code(304).send()
  if (encoding === 'identity') return reply.send(bodies.plain)
  return reply.header('content-encoding', encoding).send(bodies[encoding])
}
