import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AppContext } from '../context.ts'
import { databaseNow } from '../database/clock.ts'
import { everyTenant, siteChannel } from '../database/siteChanges.ts'
import { withTimeout } from '../database/timeout.ts'
import { openGraphicsWorker } from '../graphics/worker.ts'
import { canonicalPath, keyParameter, PathError, personalPath } from '../links/path.ts'
import { MinuteCounts } from '../web/minuteCounts.ts'
import { networkOf } from '../web/network.ts'
import type { RequestHead } from '../web/requestHead.ts'
import { drawPlainAbsence } from './absence.ts'
import { openAddressReader } from './address.ts'
import { type PreparedResponse, safeHeaders, sendAnswer } from './answer.ts'
import { Cache } from './cache.ts'
import type { GetVisitOptions, PageIdentity, RenderOptions, VisitSettings } from './draw.ts'
import { sendFile, sendSharedFile } from './files.ts'
import { needsVisitorAction } from './find.ts'
import { SiteFonts } from './fonts.ts'
import { Gatekeeper } from './gatekeeper.ts'
import type { GateQuestion } from './gatePage.ts'
import { type Host, type RequestTarget, SiteHosts } from './hosts.ts'
import { load, loadAbsence, loadGate } from './load.ts'
import type { LinkGate } from './queries.ts'
import { type HandledPath, isHandled, sitePathOf } from './sitePaths.ts'
import { SocialImages } from './social.ts'

/** A few thousand pages, each in three encodings. */
const mostBytes = 128 * 1024 * 1024

/** Unknown URLs of personal pages per minute and network. */
const missesPerMinute = 60
/** How long to wait for the database if a stale copy exists. */
const patienceMs = 1_000

/** Answers a request; false if nothing is at its path. */
export type SiteHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  target: RequestTarget,
) => Promise<boolean>

/** An extension of the site that handles visits and forms, and adds their scripts and forms to pages. */
export type SiteExtension = {
  visitOptions(place: PageIdentity, settings: VisitSettings): RenderOptions
  /** Called when data of a tenant has changed, or may have; without a tenant, of any. */
  changed(tenantId?: string): void
  handlers: Pick<Record<HandledPath, SiteHandler>, 'report' | 'form' | 'ownBrowser' | 'visitScript'>
}

/** Serves the pages of all tenants from a plain HTTP server: a popular page costs a lookup and a write. */
export class Site {
  /** Number of responses by status. */
  readonly answers = new Map<number, number>()
  readonly #context: AppContext
  readonly #extension: SiteExtension | undefined
  readonly #addressOf: (request: IncomingMessage) => string
  readonly #hosts: SiteHosts
  readonly #cache = new Cache(mostBytes)
  readonly #loading = new Map<string, { moment: number; answer: Promise<PreparedResponse> }>()
  readonly #graphics = openGraphicsWorker()
  readonly #fonts: SiteFonts
  /** Requests for personal pages that don't exist, by network, so that keys can't be guessed. */
  readonly #misses = new MinuteCounts(missesPerMinute)
  /** By `performance.now()`. */
  #silentUntil = 0
  readonly #socialImages: SocialImages
  readonly #gatekeeper: Gatekeeper
  readonly #handlers: Partial<Record<HandledPath, SiteHandler>>
  readonly #visitOptions: GetVisitOptions = (place, settings) =>
    this.#extension?.visitOptions(place, settings) ?? { formAction: () => '' }
  readonly #listening: { close(): Promise<void> }

  constructor(context: AppContext, extension?: SiteExtension) {
    this.#context = context
    this.#extension = extension
    this.#addressOf = openAddressReader(context.config.trustProxy)
    this.#hosts = new SiteHosts(context)
    this.#fonts = new SiteFonts(context, this.#graphics)
    this.#gatekeeper = new Gatekeeper(context)
    this.#socialImages = new SocialImages(context, this.#graphics)
    this.#handlers = {
      ...extension?.handlers,
      gate: (request, response, target) => this.#takeGateAnswer(request, response, target),
      file: (request, response, { path, tenantId }) => sendFile(context, tenantId, path, request, response),
      font: (request, response, { path, tenantId }) => this.#fonts.send(tenantId, path, request, response),
      socialImage: (request, response, { path, tenantId }) => {
        const mayPass = (gate: LinkGate) => this.#gatekeeper.admits(request, tenantId, gate)
        return this.#socialImages.send(tenantId, path, request, response, mayPass)
      },
    }
    this.#listening = context.db.listen(siteChannel, {
      onNotification: (notice) => this.#receive(notice),
      // A secret rotation may have been missed.
      onListening: () => {
        this.#forgetAll(false)
        void this.#renewSecrets()
      },
      onLost: () => this.#forgetAll(true),
    })
  }

  /** Handles a request for a site; false if it is for the API. */
  handle(request: IncomingMessage, response: ServerResponse, head: RequestHead): boolean {
    const host = this.#hosts.known(head.host)
    if (!host && this.#hosts.isApi(head.host)) return false
    if (!host && this.#hosts.isAssets(head.host) && request.url?.startsWith('/files/')) return false
    const { method, url = '' } = request
    if (host && (method === 'GET' || method === 'HEAD')) {
      const answer = this.#cache.get({ hostname: host.hostname, path: withKey(pathOf(url), url) })
      if (answer && answer.gate === undefined) {
        sendAnswer(request, response, answer, head)
        this.#count(response)
        return true
      }
    }
    void this.#answerOrFail(request, response, host)
    return true
  }

  async #answerOrFail(request: IncomingMessage, response: ServerResponse, host: Host | undefined) {
    try {
      await this.#answer(request, response, host)
    } catch (error) {
      await this.#fail(error, request, response)
    }
    this.#count(response)
  }

  #count({ statusCode }: ServerResponse): void {
    this.answers.set(statusCode, (this.answers.get(statusCode) ?? 0) + 1)
  }

  async close(): Promise<void> {
    await Promise.all([this.#listening.close(), this.#graphics.close()])
  }

  #receive(notice: string) {
    if (notice === everyTenant) return void this.#renewSecrets()
    const slash = notice.indexOf('/')
    this.#extension?.changed(slash < 0 ? notice : notice.slice(0, slash))
    if (slash >= 0) return this.#cache.forget(notice.slice(0, slash), notice.slice(slash + 1))
    this.#hosts.forgetAll()
    this.#cache.forget(notice)
  }

  /** Pages contain signatures, so they are rendered again with the new secret. */
  async #renewSecrets(): Promise<void> {
    try {
      await this.#context.sign.reload()
    } catch (error) {
      this.#context.log.error({ err: error }, 'the signing secret could not be read')
    }
    this.#forgetAll(!this.#cache.isListening)
  }

  #forgetAll(isDeaf: boolean) {
    this.#extension?.changed()
    this.#hosts.forgetAll()
    this.#cache.forgetAll({ isDeaf })
  }

  /**
   * Reads something that may have a stale copy. The copy is used if the database does not respond; a database that
   * timed out a moment ago is not waited for again.
   */
  async #freshOr<T>(stale: T | undefined, read: () => Promise<T>): Promise<T> {
    if (stale === undefined) return await read()
    if (performance.now() < this.#silentUntil) return stale
    try {
      return await withTimeout(patienceMs, read())
    } catch {
      this.#silentUntil = performance.now() + patienceMs
      return stale
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse, known: Host | undefined): Promise<void> {
    const { method, url = '' } = request
    const isRead = method === 'GET' || method === 'HEAD'
    const isAssets = !known && this.#hosts.isAssets(request.headers.host)
    if (isAssets && isRead && (await sendSharedFile(this.#context, pathOf(url), request, response))) return
    const host = known ?? (await this.#findHost(request.headers.host))
    if (!host || !url.startsWith('/')) return sendAnswer(request, response, await drawPlainAbsence('missing'))
    const path = pathOf(url)
    const target = { path, host, tenantId: host.tenantId, address: this.#addressOf(request) }
    const name = sitePathOf(path)
    if (isHandled(name, method) && (await this.#handlers[name]?.(request, response, target))) return
    if (!isRead)
      return void response.writeHead(405, { ...safeHeaders, allow: 'GET, HEAD', 'content-length': 0 }).end()
    const canonical = readPath(path)
    if (canonical !== undefined && canonical !== path)
      return redirect(response, canonical + url.slice(path.length))
    const keyed = canonical === undefined ? undefined : withKey(canonical, url)
    const isGuess = keyed !== undefined && personalPath.test(keyed)
    const network = networkOf(target.address)
    // Counted before the lookup, so that a burst can't pass the limit.
    const askedAt = databaseNow()
    if (isGuess && !this.#misses.take(network, askedAt))
      return sendAnswer(request, response, await drawPlainAbsence('tooMany'))
    const stale =
      keyed === undefined ? undefined : this.#cache.getStale({ hostname: host.hostname, path: keyed })
    const answer = await this.#freshOr(stale, () => this.#find(host, keyed))
    if (isGuess && answer.status !== 404) this.#misses.giveBack(network, askedAt)
    // A `k` that is no key of this page is an unrelated parameter.
    const isOther = canonical !== undefined && answer.status === 404 && keyed !== canonical
    const shown = isOther
      ? await this.#passGate(request, host, canonical, await this.#find(host, canonical))
      : await this.#passGate(request, host, keyed ?? path, answer)
    sendAnswer(request, response, shown)
  }

  /** The protected page for visitors with a pass; otherwise the gate. */
  async #passGate(
    request: IncomingMessage,
    host: Host,
    path: string,
    answer: PreparedResponse,
  ): Promise<PreparedResponse> {
    const { gate } = answer
    if (!gate) return answer
    if (needsVisitorAction(gate) && this.#gatekeeper.admits(request, host.tenantId, gate))
      return await this.#findProtected(host, path)
    const isOver = gate.expiresAtMs !== null && gate.expiresAtMs <= databaseNow()
    return isOver || gate.isUsedUp ? await loadAbsence(this.#context, host, 'linkOver') : answer
  }

  /** Cached beside the gate of the path, under a key that no request can have. */
  async #findProtected(host: Host, path: string): Promise<PreparedResponse> {
    const key = { hostname: host.hostname, path: `${path}\0in` }
    const kept = this.#cache.get(key)
    if (kept) return kept
    const moment = this.#cache.moment()
    const loaded = await load(this.#context, this.#visitOptions, host, path, { isAdmitted: true })
    if (!loaded) return await this.#missing(host)
    for (const font of loaded.fonts ?? []) this.#fonts.prepare(host.tenantId, font)
    if (loaded.origin) this.#cache.keep(key, loaded.answer, loaded.origin, moment)
    return loaded.answer
  }

  async #takeGateAnswer(
    request: IncomingMessage,
    response: ServerResponse,
    target: RequestTarget,
  ): Promise<true> {
    const outcome = await this.#gatekeeper.take(request, response, target)
    if (outcome === 'sent') return true
    const answer =
      typeof outcome === 'string'
        ? await drawPlainAbsence(outcome)
        : await this.#findGate(target.host, outcome)
    sendAnswer(request, response, answer)
    return true
  }

  /** Can be requested any number of times without authentication, so it is rendered and compressed once. */
  async #findGate(host: Host, question: GateQuestion): Promise<PreparedResponse> {
    const { pageLinkId, path, step } = question
    const key = { hostname: host.hostname, path: `${path}\0gate ${pageLinkId} ${JSON.stringify(step)}` }
    const kept = this.#cache.get(key)
    if (kept) return kept
    const moment = this.#cache.moment()
    const { answer, origin } = await loadGate(this.#context, host, question)
    if (origin) this.#cache.keep(key, answer, origin, moment)
    return answer
  }

  async #findHost(header: string | undefined): Promise<Host | undefined> {
    const moment = this.#cache.moment()
    const host = await this.#freshOr(this.#hosts.getStale(header ?? ''), async () => {
      const found = await this.#hosts.find(header)
      this.#hosts.dropStale(header ?? '')
      return found
    })
    if (host && header && this.#cache.isListening && this.#cache.moment() === moment)
      this.#hosts.remember(header, host)
    return host
  }

  /** Concurrent requests for the same path share one response, unless something changed since it was started. */
  async #find(host: Host, path: string | undefined): Promise<PreparedResponse> {
    if (path === undefined) return await this.#missing(host)
    const key = host.hostname + path
    const moment = this.#cache.moment()
    const loading = this.#loading.get(key)
    if (loading?.moment === moment) return await loading.answer
    const answer = this.#load(host, path, moment)
    this.#loading.set(key, { moment, answer })
    try {
      return await answer
    } finally {
      if (this.#loading.get(key)?.answer === answer) this.#loading.delete(key)
    }
  }

  async #load(host: Host, path: string, moment: number): Promise<PreparedResponse> {
    const loaded = await load(this.#context, this.#visitOptions, host, path)
    this.#cache.dropStale({ hostname: host.hostname, path })
    if (!loaded) return await this.#missing(host)
    const { answer, origin, fonts = [] } = loaded
    for (const font of fonts) this.#fonts.prepare(host.tenantId, font)
    if (origin) this.#cache.keep({ hostname: host.hostname, path }, answer, origin, moment)
    return answer
  }

  /** One not-found page per host, since clients can request any number of unknown paths. */
  async #missing(host: Host): Promise<PreparedResponse> {
    const path = '\0missing'
    const key = { hostname: host.hostname, path }
    const kept = this.#cache.get(key)
    if (kept) return kept
    const moment = this.#cache.moment()
    const answer = await loadAbsence(this.#context, host, 'missing')
    this.#cache.keep(key, answer, { tenantId: host.tenantId, path, depends: true }, moment)
    return answer
  }

  async #fail(error: unknown, request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#context.log.error({ err: error }, 'a page could not be shown')
    if (response.headersSent) return void response.destroy()
    sendAnswer(request, response, await drawPlainAbsence('failing'))
  }
}

function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

/** The path of a personal page, whose key may be sent as `?k=`. */
function withKey(path: string, url: string): string {
  if (path === url) return path
  const [, key] = keyParameter.exec(url) ?? []
  return key === undefined ? path : `${path === '/' ? '' : path}/${key}`
}

/** The canonical form of a path; undefined if it is invalid. */
function readPath(path: string): string | undefined {
  try {
    return canonicalPath(path)
  } catch (error) {
    if (error instanceof PathError) return undefined
    throw error
  }
}

function redirect(response: ServerResponse, location: string): void {
  response
    .writeHead(308, { ...safeHeaders, location, 'cache-control': 'no-cache', 'content-length': 0 })
    .end()
}
