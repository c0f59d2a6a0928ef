import type { AppContext } from '../context.ts'
import { findTenantBySlug } from '../tenants/queries.ts'
import { isApiHost, readHostname, readSlug } from './host.ts'
import { findOwnerOfHostname, type HostOwner } from './queries.ts'

/** A host that shows a tenant's pages. */
export type Host = HostOwner & { hostname: string; origin: string }

/** The target of a request to a site, and the client address. */
export type RequestTarget = { path: string; tenantId: string; address: string; host: Host }

const mostRemembered = 10_000

/** How long a stale host is served while the database is unreachable. */
const staleMs = 10 * 60_000

/**
 * The tenants of hosts, cached by Host header. When an owner may have changed, entries become stale: they are used only
 * while the database does not respond, until they are read again.
 */
export class SiteHosts {
  readonly #context: Pick<AppContext, 'db' | 'config' | 'publicUrl' | 'siteUrl'>
  readonly #known = new Map<string, Host>()
  /** `since` by `performance.now()`. */
  readonly #stale = new Map<string, { host: Host; since: number }>()
  readonly #publicHostname: string
  readonly #assetsHostname: string | undefined

  constructor(context: Pick<AppContext, 'db' | 'config' | 'publicUrl' | 'siteUrl'>) {
    this.#context = context
    this.#publicHostname = new URL(context.publicUrl()).hostname
    const { assetsUrl } = context.config
    this.#assetsHostname = assetsUrl && new URL(assetsUrl).hostname
  }

  /** Whether a request is for the API; without a Host header it is. */
  isApi(header: string | undefined): boolean {
    if (header === undefined) return true
    const hostname = readHostname(header)
    return hostname !== undefined && isApiHost(hostname, this.#publicHostname)
  }

  /** Whether a request is for the download host, which serves only files. */
  isAssets(header: string | undefined): boolean {
    return this.#assetsHostname !== undefined && readHostname(header) === this.#assetsHostname
  }

  known(header: string | undefined): Host | undefined {
    return header === undefined ? undefined : this.#known.get(header)
  }

  remember(header: string, host: Host): void {
    if (this.#known.size >= mostRemembered) this.#known.clear()
    this.#known.set(header, host)
  }

  getStale(header: string): Host | undefined {
    const stale = this.#stale.get(header)
    return stale && performance.now() - stale.since <= staleMs ? stale.host : undefined
  }

  dropStale(header: string): void {
    this.#stale.delete(header)
  }

  forgetAll(): void {
    const since = performance.now()
    if (this.#stale.size >= mostRemembered) this.#stale.clear()
    for (const [header, host] of this.#known) this.#stale.set(header, { host, since })
    this.#known.clear()
  }

  async find(header: string | undefined): Promise<Host | undefined> {
    const { db, config, siteUrl } = this.#context
    const hostname = readHostname(header)
    if (!hostname || isApiHost(hostname, this.#publicHostname)) return undefined
    const slug = readSlug(hostname, config.siteDomain)
    if (slug !== undefined) {
      const tenant = await findTenantBySlug(db.read, slug)
      return tenant && { tenantId: tenant.tenantId, tenantDomainId: null, hostname, origin: siteUrl(slug) }
    }
    const owner = await findOwnerOfHostname(db.read, hostname)
    return owner && { ...owner, hostname, origin: this.#originOf(hostname) }
  }

  /** Tenant domains use the scheme of the service, and its port if it is not the default. */
  #originOf(hostname: string): string {
    const { protocol, port } = new URL(this.#context.publicUrl())
    return `${protocol}//${hostname}${port && `:${port}`}`
  }
}
