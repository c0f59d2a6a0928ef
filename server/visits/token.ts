import { databaseNow } from '../database/clock.ts'
import type { Sign } from '../secrets/secrets.ts'
import type { PageIdentity } from '../site/draw.ts'

const hourMs = 3_600_000
const id = '[a-z]+_[a-z0-9]{26}'
const shape = new RegExp(`^(${id})\\.(${id})\\.(${id})\\.(${id})\\.([\\w-]{43})$`)

/**
 * Part of every rendered page. A client that has loaded a page can report visits to it and to no other: the ids are
 * public, but their signature can't be forged. It does not expire, as pages do not.
 */
export function visitToken(sign: Sign, { tenantId, pageId, audienceId, versionId }: PageIdentity): string {
  const ids = [tenantId, pageId, audienceId, versionId].join('.')
  return `${ids}.${sign('visit', ids)}`
}

/** The URL that a form posts to; the token covers the form's id. */
export function formAction(sign: Sign, place: PageIdentity, formId: string): string {
  const token = visitToken(sign, place)
  return `/_f/${token}/${encodeURIComponent(formId)}/${sign('form', `${token}/${formId}`)}`
}

export function readVisitToken(sign: Sign, token: string): PageIdentity | undefined {
  const [, tenantId = '', pageId = '', audienceId = '', versionId = '', signature = ''] =
    shape.exec(token) ?? []
  if (!sign.verify('visit', [tenantId, pageId, audienceId, versionId].join('.'), signature)) return undefined
  return { tenantId, pageId, audienceId, versionId }
}

export function readFormAction(sign: Sign, path: string): (PageIdentity & { formId: string }) | undefined {
  const [, token = '', name = '', signature = ''] = /^\/_f\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(path) ?? []
  const formId = decode(name)
  const place = readVisitToken(sign, token)
  if (!place || formId === undefined || !sign.verify('form', `${token}/${formId}`, signature))
    return undefined
  return { ...place, formId }
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Caches valid tokens: every report of a version has the same one. */
export class TokenReader {
  readonly #sign: Sign
  readonly #known = new Map<string, PageIdentity>()
  readonly #most: number
  #emptiedAt = databaseNow()

  constructor(sign: Sign, most = 10_000) {
    this.#sign = sign
    this.#most = most
  }

  read(token: string): PageIdentity | undefined {
    const known = this.#known.get(token)
    if (known) return known
    const place = readVisitToken(this.#sign, token)
    if (!place) return undefined
    // Signatures expire with their secret, a day after it was rotated.
    if (this.#known.size >= this.#most || databaseNow() - this.#emptiedAt > hourMs) {
      this.#known.clear()
      this.#emptiedAt = databaseNow()
    }
    this.#known.set(token, place)
    return place
  }
}
