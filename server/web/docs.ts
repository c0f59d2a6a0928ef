import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../shared/problem.ts'
import { chapterPage } from './docs/chapter.ts'
import { errorsPage } from './docs/errors.ts'
import { eventsPage } from './docs/events.ts'
import { contentSecurityPolicy, layout } from './docs/layout.ts'
import { type OpenApiDocument, Reference } from './docs/model.ts'
import { overviewPage } from './docs/overview.ts'
import { welcomePage, welcomePolicy } from './docs/welcome.ts'
import { chooseEncoding } from './encoding.ts'

type Rendered = { type: string; policy: string; etag: string; plain: Buffer; br: Buffer; gzip: Buffer }

/**
 * The API reference, rendered from the OpenAPI document. It can't change while the process runs, so it is rendered
 * once.
 */
export function documentationRoutes(
  app: FastifyInstance,
  publicUrl: () => string,
  samplePage: () => Promise<string | undefined>,
) {
  const rendered = new Map<string, Promise<Rendered>>()
  const once = (path: string, type: string, make: () => string, policy = contentSecurityPolicy) => {
    const page = rendered.get(path) ?? compress(type, policy, make())
    rendered.set(path, page)
    return page
  }
  let made: Reference | undefined
  const reference = () => {
    made ??= new Reference(app.swagger() as OpenApiDocument)
    return made
  }
  const page = (path: string, title: string, content: () => ReturnType<typeof errorsPage>) =>
    once(path, 'text/html; charset=utf-8', () => layout(reference(), title, path, content()))
  const options = { schema: { hide: true } }

  app.get('/', options, async (request, reply) => {
    const sampleUrl = await samplePage()
    const make = () => welcomePage(reference().document.info.version, sampleUrl)
    return send(
      request,
      reply,
      await once(sampleUrl ? '/ with a sample' : '/', 'text/html; charset=utf-8', make, welcomePolicy),
    )
  })
  app.get('/openapi.json', options, async (request, reply) =>
    send(
      request,
      reply,
      await once('', 'application/json; charset=utf-8', () => JSON.stringify(app.swagger())),
    ),
  )
  app.get('/docs', options, async (request, reply) =>
    send(request, reply, await page('/docs', 'Reference', () => overviewPage(reference(), publicUrl()))),
  )
  app.get('/docs/errors', options, async (request, reply) =>
    send(request, reply, await page('/docs/errors', 'Errors', errorsPage)),
  )
  app.get('/docs/events', options, async (request, reply) =>
    send(request, reply, await page('/docs/events', 'Events', () => eventsPage(reference()))),
  )
  app.get<{ Params: { chapter: string } }>('/docs/:chapter', options, async (request, reply) => {
    const chapter = reference().chapters.find(({ slug }) => slug === request.params.chapter)
    if (!chapter) throw new Problem('route_not_found', 'The reference has no such page.')
    const content = () => chapterPage(reference(), chapter, publicUrl())
    return send(request, reply, await page(`/docs/${chapter.slug}`, chapter.tag, content))
  })
}

async function compress(type: string, policy: string, text: string): Promise<Rendered> {
  const plain = Buffer.from(text)
  // The best quality would take half a second for the largest page and save 10% of its size.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6 }
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params }),
    promisify(gzip)(plain),
  ])
  return {
    type,
    policy,
    plain,
    br,
    gzip: gzipped,
    etag: createHash('sha256').update(plain).digest('base64url'),
  }
}

function send(request: FastifyRequest, reply: FastifyReply, { type, policy, etag, ...bodies }: Rendered) {
  const encoding = chooseEncoding(request.headers['accept-encoding'] as string | undefined)
  reply.headers({
    'content-type': type,
    'content-security-policy': policy,
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
