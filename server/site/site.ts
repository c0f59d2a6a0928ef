import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Ground } from '../ground.ts'
import { canonicalPath, isReserved, PathError } from '../links/path.ts'
import { type Absence, drawAbsence, drawPlainAbsence } from './absence.ts'
import { openAddressReader } from './address.ts'
import { type Answer, makeAnswer, safeHeaders, sendAnswer } from './answer.ts'
import { Cache, type Origin } from './cache.ts'
import { drawShown, type Equipment, type Place } from './draw.ts'
import { sendFile } from './files.ts'
import { findAudience } from './find.ts'
import { type Host, Hosts } from './hosts.ts'
import { readPreviewPath } from './preview.ts'
import {
  findHome,
  findHomeAddress,
  findShown,
  type ListedAddress,
  listPublicAddresses,
  type Shown,
} from './queries.ts'
import { mostAddresses, robots, sitemap } from './sitemap.ts'

/** Some thousand pages, each in three forms. */
const mostBytes = 128 * 1024 * 1024

/** What others add to the site: they take visits and forms, and put what those need into the pages. */
export type AddOn = {
  equip(place: Place): Equipment
  /** Answers what is its own under `/_t`, `/_f/` and `/_s/`; false when it is not. */
  handle(
    request: IncomingMessage,
    response: ServerResponse,
    from: { path: string; tenantId: string; address: string },
  ): Promise<boolean>
}

/** The pages of all tenants, for a bare HTTP server: what is asked for often is a look-up and a write. */
export class Site {
  /** How many answers of each status were given. */
  readonly answers = new Map<number, number>()
  readonly #ground: Ground
  readonly #addOn: AddOn | undefined
  readonly #addressOf: (request: IncomingMessage) => string
  readonly #hosts: Hosts
  readonly #cache = new Cache(mostBytes)
  readonly #loading = new Map<string, { moment: number; answer: Promise<Answer> }>()
  readonly #listening: { close(): Promise<void> }

  constructor(ground: Ground, addOn?: AddOn) {
    this.#ground = ground
    this.#addOn = addOn
    this.#addressOf = openAddressReader(ground.config.trustProxy)
    this.#hosts = new Hosts(ground)
    this.#listening = ground.db.listen('site_changed', {
      heard: (notice) => this.#hear(notice),
      listening: () => this.#forgetAll(false),
      lost: () => this.#forgetAll(true),
    })
  }

  /** Whether a request is for a site, and not for the interface. */
  serves({ headers }: IncomingMessage): boolean {
    return !this.#hosts.isInterface(headers.host)
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const { method, headers, url = '' } = request
    const host = this.#hosts.known(headers.host ?? '')
    if (host && (method === 'GET' || method === 'HEAD')) {
      const answer = this.#cache.get(host.hostname + pathOf(url))
      if (answer) {
        sendAnswer(request, response, answer)
        return void this.#count(response)
      }
    }
    this.#answer(request, response, host)
      .catch((error) => this.#fail(error, request, response))
      .finally(() => this.#count(response))
  }

  #count({ statusCode }: ServerResponse): void {
    this.answers.set(statusCode, (this.answers.get(statusCode) ?? 0) + 1)
  }

  close(): Promise<void> {
    return this.#listening.close()
  }

  #hear(notice: string) {
    const slash = notice.indexOf('/')
    if (slash >= 0) return this.#cache.forget(notice.slice(0, slash), notice.slice(slash + 1))
    this.#hosts.forgetAll()
    this.#cache.forget(notice)
  }

  #forgetAll(isDeaf: boolean) {
    this.#hosts.forgetAll()
    this.#cache.forgetAll({ isDeaf })
  }

  async #answer(request: IncomingMessage, response: ServerResponse, known: Host | undefined): Promise<void> {
    const { method, url = '' } = request
    const host = known ?? (await this.#findHost(request.headers.host))
    if (!host || !url.startsWith('/')) return sendAnswer(request, response, await drawPlainAbsence('missing'))
    const path = pathOf(url)
    const from = { path, tenantId: host.tenantId, address: this.#addressOf(request) }
    if (path.startsWith('/_') && (await this.#addOn?.handle(request, response, from))) return
    if (method !== 'GET' && method !== 'HEAD')
      return void response.writeHead(405, { ...safeHeaders, allow: 'GET, HEAD', 'content-length': 0 }).end()
    if (path.startsWith('/_s/f/') && (await sendFile(this.#ground, host.tenantId, path, request, response)))
      return
    const canonical = readPath(path)
    if (canonical !== undefined && canonical !== path)
      return redirect(response, canonical + url.slice(path.length))
    sendAnswer(request, response, await this.#find(host, canonical))
  }

  async #findHost(header: string | undefined): Promise<Host | undefined> {
    const moment = this.#cache.moment()
    const host = await this.#hosts.find(header)
    if (host && header && this.#cache.hears && this.#cache.moment() === moment)
      this.#hosts.remember(header, host)
    return host
  }

  /** Those who ask for the same at the same time wait for one answer, unless something changed since it was begun. */
  async #find(host: Host, path: string | undefined): Promise<Answer> {
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

  async #load(host: Host, path: string, moment: number): Promise<Answer> {
    if (path === '/robots.txt' || path === '/sitemap.xml') return await this.#loadList(host, path, moment)
    if (path.startsWith('/_p/')) return await this.#loadPreview(host, path)
    const { tenantId } = host
    const db = this.#ground.db.read
    const found = isReserved(path) ? undefined : await findAudience(db, host, path)
    const shown = found && (await findShown(db, tenantId, found.audienceId))
    if (!shown) return await this.#missing(host)
    const { pageId, audienceId, pageStatus } = shown
    const isGone = shown.isDeleted || shown.isArchived || pageStatus === 'archived'
    if (pageStatus === 'draft' && !isGone) return await this.#missing(host)
    const answer = isGone
      ? await this.#absence(host, 'gone', shown.brand)
      : await this.#drawPage(host, path, shown)
    const depends = found.depends || isGone
    return this.#keep(host, answer, { tenantId, path, pageId, audienceId, depends }, moment)
  }

  async #drawPage({ tenantId, origin }: Host, path: string, shown: Shown): Promise<Answer> {
    const { pageId, audienceId, versionId, isPersonal } = shown
    const place = { tenantId, pageId, audienceId, versionId }
    const equipment = this.#addOn?.equip(place) ?? { formAction: () => '' }
    const { html, csp } = await drawShown(this.#ground.db.read, tenantId, shown, {
      origin,
      path,
      ...equipment,
    })
    return await makeAnswer({
      status: 200,
      mediaType: 'text/html; charset=utf-8',
      text: html,
      // Kept anywhere, shown after asking us: what is published or taken down is so at once.
      cacheControl: isPersonal ? 'private, no-cache' : 'public, no-cache',
      headers: { 'content-security-policy': csp },
    })
  }

  async #loadPreview(host: Host, path: string): Promise<Answer> {
    const { db, sign, publicUrl } = this.#ground
    const previewed = readPreviewPath(sign, path)
    if (previewed === 'over') return await this.#absence(host, 'previewOver')
    if (previewed?.tenantId !== host.tenantId) return await this.#missing(host)
    const { tenantId, audienceId, versionId } = previewed
    const shown = await findShown(db.read, tenantId, audienceId, versionId)
    if (!shown || shown.isDeleted) return await this.#missing(host)
    const { html, csp } = await drawShown(
      db.read,
      tenantId,
      { ...shown, isPersonal: true },
      {
        ...{ origin: host.origin, path: '/', formAction: () => '' },
        frameAncestors: [publicUrl()],
      },
    )
    return await makeAnswer({
      status: 200,
      mediaType: 'text/html; charset=utf-8',
      text: html,
      cacheControl: 'no-store',
      headers: { 'content-security-policy': csp, 'x-robots-tag': 'noindex, nofollow' },
    })
  }

  async #loadList(host: Host, path: string, moment: number): Promise<Answer> {
    const isMap = path === '/sitemap.xml'
    const answer = await makeAnswer({
      status: 200,
      mediaType: isMap ? 'application/xml; charset=utf-8' : 'text/plain; charset=utf-8',
      text: isMap ? sitemap(host.origin, await this.#listAddresses(host)) : robots(host.origin),
      cacheControl: 'public, no-cache',
    })
    return this.#keep(host, answer, { tenantId: host.tenantId, path, depends: true }, moment)
  }

  /** The home page needs no link to be found. */
  async #listAddresses(host: Host): Promise<ListedAddress[]> {
    const db = this.#ground.db.read
    const addresses = await listPublicAddresses(db, host, mostAddresses)
    const home = addresses.some(({ path }) => path === '/')
      ? undefined
      : await findHomeAddress(db, host.tenantId)
    return home ? [home, ...addresses] : addresses
  }

  /** There is one such page for all that is missing on a host: anybody can think of any number of addresses. */
  async #missing(host: Host): Promise<Answer> {
    const path = '\0missing'
    const kept = this.#cache.get(host.hostname + path)
    if (kept) return kept
    const moment = this.#cache.moment()
    const answer = await this.#absence(host, 'missing')
    return this.#keep(host, answer, { tenantId: host.tenantId, path, depends: true }, moment)
  }

  async #absence({ tenantId }: Host, absence: Absence, brand?: Shown['brand']): Promise<Answer> {
    const db = this.#ground.db.read
    const home = await findHome(db, tenantId)
    return await drawAbsence(db, tenantId, absence, {
      brand,
      hasHome: home?.status === 'published' && home.audienceId !== null,
    })
  }

  #keep({ hostname }: Host, answer: Answer, origin: Origin, moment: number): Answer {
    this.#cache.keep(hostname + origin.path, answer, origin, moment)
    return answer
  }

  async #fail(error: unknown, request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#ground.log.error({ err: error }, 'a page could not be shown')
    if (response.headersSent) return void response.destroy()
    sendAnswer(request, response, await drawPlainAbsence('failing'))
  }
}

function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

/** The one spelling of a path; undefined when it can't be the path of anything. */
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
