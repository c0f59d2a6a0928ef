import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Encoding, encodings } from '../web/encoding.ts'

export type EncodedFile = { etag: string; body: Buffer | (() => Promise<Buffer>) }
/** A built file in its encodings: at least the plain one, or gzip for WebAssembly. */
export type BuiltFile = { mediaType: string; forms: Partial<Record<Encoding, EncodedFile>> }
export type Built = {
  /** By path below the folder. */
  files: ReadonlyMap<string, BuiltFile>
  index: BuiltFile
  /** Hashes of the inline scripts of the page. */
  inlineScripts: string[]
}

/** The output folder of `npm run build`. */
export const builtFolder = fileURLToPath(new URL('../../console/dist', import.meta.url))

const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

const endings: Partial<Record<Encoding, string>> = { br: '.br', gzip: '.gz' }

/**
 * The built console, read into memory: a few MB, so that a request path is only ever a lookup among existing files.
 * Undefined if it was not built.
 */
export async function readBuilt(folder: string): Promise<Built | undefined> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
  const known = names.filter((name) => mediaTypes[extname(name)])
  const files = new Map(
    await Promise.all(known.map(async (name) => [name, await readForms(folder, name, names)] as const)),
  )
  for (const name of names.filter((one) => one.endsWith('.wasm.gz')))
    files.set(name.slice(0, -'.gz'.length), largeFile(folder, name))
  const index = files.get('index.html')
  return index && { files, index, inlineScripts: hashScripts(index.forms.identity?.body.toString() ?? '') }
}

/**
 * Files of 8 MB in total, which exist only gzipped (every browser supports it) and are kept in memory after the first
 * request.
 */
function largeFile(folder: string, name: string): BuiltFile {
  let body: Promise<Buffer> | undefined
  const read = () => (body ??= readFile(join(folder, name)))
  const etag = `"${hash('sha256', name, 'base64url').slice(0, 22)}"`
  return { mediaType: 'application/wasm', forms: { gzip: { etag, body: read } } }
}

async function readForms(folder: string, name: string, names: string[]): Promise<BuiltFile> {
  const identity = await readForm(join(folder, name), 'identity')
  const forms: BuiltFile['forms'] = { identity }
  for (const encoding of encodings) {
    const ending = endings[encoding]
    if (ending && names.includes(name + ending))
      forms[encoding] = await readForm(join(folder, name + ending), encoding)
  }
  return { mediaType: mediaTypes[extname(name)] as string, forms }
}

async function readForm(path: string, encoding: Encoding): Promise<EncodedFile> {
  const body = await readFile(path)
  const tag = hash('sha256', body, 'base64url').slice(0, 22)
  return { body, etag: encoding === 'identity' ? `"${tag}"` : `"${tag}.${encoding}"` }
}

function hashScripts(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, code = '']) => `'sha256-${hash('sha256', code, 'base64')}'`,
  )
}
