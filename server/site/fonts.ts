import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BundledFontName, type FontSubset, isBundled } from '../../document/index.ts'
import type { AppContext } from '../context.ts'
import { findFile } from '../files/queries.ts'
import { readBundledFile } from '../graphics/bundledFiles.ts'
import { GraphicsCache } from '../graphics/cache.ts'
import { readFontAddress } from '../graphics/fontAddress.ts'
import type { GraphicsWorker } from '../graphics/worker.ts'
import { safeHeaders, sendUnchanged } from './answer.ts'

/** Visitors see another font until theirs arrives. */
const longestWaitMs = 8_000
/** A few thousand subsets. */
const mostBytes = 32 * 1024 * 1024

/** The fonts of pages: subsets are generated when a page needs them, and cached. */
export class SiteFonts {
  readonly #context: Pick<AppContext, 'db' | 'storage' | 'sign'>
  readonly #worker: GraphicsWorker
  readonly #cache = new GraphicsCache(mostBytes)

  constructor(context: Pick<AppContext, 'db' | 'storage' | 'sign'>, worker: GraphicsWorker) {
    this.#context = context
    this.#worker = worker
  }

  /** Starts to generate a subset, so that it is ready when the browser requests it. */
  prepare(tenantId: string, path: string): void {
    const subset = readFontAddress(this.#context.sign, path)
    if (subset) this.#make(tenantId, path, subset).catch(() => {})
  }

  /** Sends the subset at a path, public and immutable. False if there is none. */
  async send(
    tenantId: string,
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    const subset = readFontAddress(this.#context.sign, path)
    if (!subset) return false
    const common = {
      ...safeHeaders,
      'content-type': 'font/woff2',
      // Previews are sandboxed frames with an opaque origin.
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    }
    const forever = {
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${path.slice(-49, -6)}"`,
    }
    if (sendUnchanged(request, response, { ...common, ...forever })) return true
    const made = await this.#makeInTime(tenantId, path, subset)
    const bytes = made ?? (await readWhole(subset))
    const caching = made ? forever : { 'cache-control': 'public, max-age=60' }
    response.writeHead(200, { ...common, ...caching, 'content-length': bytes.length })
    response.end(request.method === 'HEAD' ? undefined : bytes)
    return true
  }

  /** The subset, unless the threads are busy or failed and there is a whole file to send instead. */
  async #makeInTime(tenantId: string, path: string, subset: FontSubset): Promise<Uint8Array | undefined> {
    const made = this.#make(tenantId, path, subset)
    if (!isBundled(subset.font)) return await made
    const orNothing = made.catch(() => undefined)
    return await Promise.race([orNothing, sleep(longestWaitMs, undefined, { ref: false })])
  }

  #make(tenantId: string, path: string, subset: FontSubset): Promise<Uint8Array> {
    const isOwn = !isBundled(subset.font)
    return this.#cache.get(isOwn ? `${tenantId}${path}` : path, async () => {
      const own = isOwn ? await this.#readOwn(tenantId, subset.font) : undefined
      return await this.#worker.run(tenantId, { kind: 'font', subset, own })
    })
  }

  async #readOwn(tenantId: string, fileId: string): Promise<Buffer> {
    const { db, storage } = this.#context
    const file = await findFile(db.read, tenantId, fileId)
    const bytes = file && (await storage.read({ tenantId, fileId, variant: 'original' }))
    if (!bytes) throw new Error(`there is no font ${fileId}`)
    return await buffer(bytes)
  }
}

/** The file that a subset is made from: larger, with all characters of its script. */
async function readWhole({ font, script, style }: FontSubset): Promise<Uint8Array> {
  return await readBundledFile(font as BundledFontName, script, style)
}
