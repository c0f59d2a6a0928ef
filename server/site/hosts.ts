import type { AppContext } from '../context.ts'
import { findTenantBySlug } from '../tenants/queries.ts'
import { isInterfaceHost, readHostname, readSlug } from './host.ts'
import { findOwnerOfHostname, type Owner } from './queries.ts'

/** A host that shows a tenant's pages. */
export type Host = Owner & { hostname: string; origin: string }

const mostRemembered = 10_000

/** Which hosts are whose. Those found are remembered by the Host header they came with, until told otherwise. */
export class Hosts {
  readonly #context: Pick<AppContext, 'db' | 'config' | 'publicUrl' | 'siteUrl'>
  readonly #known = new Map<string, Host>()
  /** Those known when changes were last heard, while they are not. */
  #stale = new Map<string, Host>()
  readonly #publicHostname: string

  constructor(context: Pick<AppContext, 'db' | 'config' | 'publicUrl' | 'siteUrl'>) {
    this.#context = context
    this.#publicHostname = new URL(context.publicUrl()).hostname
  }

  /** Whether a request is for the API; without a Host header nobody asked for a site. */
  isApi(header: string | undefined): boolean {
    if (header === undefined) return true
    const hostname = readHostname(header)
    return hostname !== undefined && isInterfaceHost(hostname, this.#publicHostname)
  }

  known(header: string | undefined): Host | undefined {
    return header === undefined ? undefined : this.#known.get(header)
  }

  remember(header: string, host: Host): void {
    if (this.#known.size >= mostRemembered) this.#known.clear()
    this.#known.set(header, host)
  }

  getStale(header: string): Host | undefined {
    return this.#stale.get(header)
  }

  /** While `isDeaf`, changes are not heard: what was known is stale. */
  forgetAll({ isDeaf = false } = {}): void {
    if (!isDeaf) this.#stale.clear()
    else if (this.#known.size > 0) this.#stale = new Map(this.#known)
    this.#known.clear()
  }

  async find(header: string | undefined): Promise<Host | undefined> {
    const { db, config, siteUrl } = this.#context
    const hostname = readHostname(header)
    if (!hostname || isInterfaceHost(hostname, this.#publicHostname)) return undefined
    const slug = readSlug(hostname, config.siteDomain)
    if (slug !== undefined) {
      const tenant = await findTenantBySlug(db.read, slug)
      return tenant && { tenantId: tenant.tenantId, tenantDomainId: null, hostname, origin: siteUrl(slug) }
    }
    const owner = await findOwnerOfHostname(db.read, hostname)
    return owner && { ...owner, hostname, origin: this.#originOf(hostname) }
  }

  /** Domains of tenants are reached as the service is: the same scheme, and the same port where it is unusual. */
  #originOf(hostname: string): string {
    const { protocol, port } = new URL(this.#context.publicUrl())
    return `${protocol}//${hostname}${port && `:${port}`}`
  }
}
