import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../shared/problem.ts'
import type { App, AppContext } from '../context.ts'
import { chooseEncoding } from '../web/encoding.ts'
import { matchesEtag } from '../web/etag.ts'
import { type Built, type BuiltFile, builtFolder, type EncodedFile, readBuilt } from './built.ts'
import { consoleHeaders, consolePolicy, spellingPolicy } from './policy.ts'

const base = '/console/'
const isSpellingWorker = /^assets\/spellingWorker-[\w-]+\.js$/

/** Serves the files of the console. Other paths get the page, which routes them itself. */
export async function serveConsole(
  app: App,
  context: Pick<AppContext, 'config' | 'publicUrl'>,
  folder = builtFolder,
): Promise<void> {
  let built = await readBuilt(folder)
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    // Until it is built, every request checks again, so that no restart is needed after building.
    built ??= await readBuilt(folder)
    if (!built) return sendUnbuilt(reply)
    const name = request.url.split('?', 1)[0]?.slice(base.length) ?? ''
    const isAsset = name.startsWith('assets/')
    // For a script of an old build, a 404 is clearer than the page.
    if (isAsset && !built.files.has(name))
      throw new Problem('route_not_found', 'This file of the console no longer exists. Reload the page.')
    reply.headers({
      ...consoleHeaders,
      'content-security-policy': isSpellingWorker.test(name)
        ? spellingPolicy
        : consolePolicy(context, built.inlineScripts),
      'cache-control': isAsset ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
    return send(request, reply, fileOf(built, name))
  }
  for (const path of ['/console', `${base}*`]) app.get(path, { schema: { hide: true } }, answer)
}

function fileOf({ files, index }: Built, name: string): BuiltFile {
  return files.get(name) ?? index
}

async function send({ headers }: FastifyRequest, reply: FastifyReply, { mediaType, forms }: BuiltFile) {
  const wanted = chooseEncoding(headers['accept-encoding'] as string | undefined)
  const encoding = [wanted, 'identity' as const, 'gzip' as const].find((one) => forms[one]) ?? 'identity'
  const { etag, body } = forms[encoding] as EncodedFile
  reply.headers({ etag, vary: 'accept-encoding' })
  if (matchesEtag(headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(mediaType).send(typeof body === 'function' ? await body() : body)
}

const style = 'body{font:16px/1.6 system-ui,sans-serif;max-width:34em;margin:20vh auto;padding:0 1.5em}'
const unbuilt = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Console · Foyer</title>
<style>${style}</style>
<h1>The console is not built yet</h1>
<p>Run <code>npm run build</code> where Foyer is installed, then load this page again.</p>
<p>If packages were installed with <code>--omit=dev</code>, run <code>npm ci</code> first: building needs the rest of them.</p>
</html>
`

function sendUnbuilt(reply: FastifyReply) {
  const policy = `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; frame-ancestors 'none'`
  return reply
    .code(503)
    .headers({ ...consoleHeaders, 'content-security-policy': policy, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(unbuilt)
}
