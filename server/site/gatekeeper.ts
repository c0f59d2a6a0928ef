import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AppContext } from '../context.ts'
import { findGate, type StoredGate, takeVisit } from '../links/gateQueries.ts'
import { isPassword } from '../links/password.ts'
import { canonicalPath } from '../links/path.ts'
import { toMilliseconds } from '../time.ts'
import { MinuteCounts } from '../web/minuteCounts.ts'
import { networkOf } from '../web/network.ts'
import type { Absence } from './absence.ts'
import { safeHeaders } from './answer.ts'
import { isFromElsewhere, readBody } from './body.ts'
import type { GateQuestion } from './gatePage.ts'
import type { LinkGate } from './queries.ts'

const purpose = 'gate'
const shape = /^\/_g\/(page_link_[a-z0-9]{26})$/
const passMs = 12 * 60 * 60_000
const mostBytes = 8 * 1024
const longestPassword = 200
/** Tries a minute: of a network at one link, and of everybody at one link. */
const [triesOfNetwork, triesAtLink] = [10, 300]

/** What came of an answer to a gate: the visitor is let in and sent on, is asked again, or is told why not. */
export type GateOutcome = 'sent' | GateQuestion | Absence

type From = { path: string; tenantId: string; address: string }

/**
 * Lets visitors through the gates of links. One who gave the right answer gets a pass: a signed cookie, good for twelve
 * hours and until the gate is changed. Without it nothing of the page is sent.
 */
export class Gatekeeper {
  readonly #context: Pick<AppContext, 'db' | 'sign' | 'publicUrl'>
  readonly #ofNetwork = new MinuteCounts(triesOfNetwork)
  readonly #atLink = new MinuteCounts(triesAtLink)

  constructor(context: Pick<AppContext, 'db' | 'sign' | 'publicUrl'>) {
    this.#context = context
  }

  /** Whether a request brings a pass for this gate. */
  hasPass(request: IncomingMessage, tenantId: string, { pageLinkId, revision }: LinkGate): boolean {
    const name = `${cookieName(pageLinkId)}=`
    const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
    return cookies.some((cookie) => {
      if (!cookie.startsWith(name)) return false
      const [expires = '', signature = ''] = cookie.slice(name.length).split('.')
      return (
        Number(expires) > Date.now() &&
        this.#context.sign.verify(purpose, passText(tenantId, pageLinkId, revision, expires), signature)
      )
    })
  }

  /** `POST /_g/…`: the answer to a gate. */
  async take(request: IncomingMessage, response: ServerResponse, from: From): Promise<GateOutcome> {
    const [, pageLinkId] = shape.exec(from.path) ?? []
    if (!pageLinkId || request.method !== 'POST' || isFromElsewhere(request.headers)) return 'missing'
    const body = await readBody(request, mostBytes)
    if (!body) return 'tooLong'
    const { db } = this.#context
    const gate = await findGate(db.read, from.tenantId, pageLinkId)
    if (!gate) return 'missing'
    if (gate.expiresAt !== null && toMilliseconds(gate.expiresAt) <= Date.now()) return 'linkOver'
    const path = destination(request.url ?? '', gate)
    const question = { pageLinkId, hasPassword: gate.passwordHash !== null, path }
    if (gate.passwordHash !== null) {
      if (!this.#mayTry(from.address, pageLinkId)) return 'tooManyTries'
      const password = new URLSearchParams(body.toString()).get('password') ?? ''
      if (password.length > longestPassword || !(await isPassword(password, gate.passwordHash)))
        return { ...question, isWrong: true }
    }
    const isLetIn = await db.inTransaction((tx) => takeVisit(tx, from.tenantId, pageLinkId, gate))
    if (!isLetIn) return 'linkOver'
    this.#sendOn(response, from.tenantId, pageLinkId, gate.revision, path)
    return 'sent'
  }

  #mayTry(address: string, pageLinkId: string): boolean {
    const now = Date.now()
    return (
      this.#ofNetwork.take(`${networkOf(address)} ${pageLinkId}`, now) && this.#atLink.take(pageLinkId, now)
    )
  }

  #sendOn(response: ServerResponse, tenantId: string, pageLinkId: string, revision: number, path: string) {
    const { sign, publicUrl } = this.#context
    const expires = String(Date.now() + passMs)
    const pass = `${expires}.${sign(purpose, passText(tenantId, pageLinkId, revision, expires))}`
    const secure = publicUrl().startsWith('https:') ? '; Secure' : ''
    response
      .writeHead(303, {
        ...safeHeaders,
        location: path,
        'set-cookie': `${cookieName(pageLinkId)}=${pass}; Path=/; Max-Age=${passMs / 1000}; HttpOnly; SameSite=Lax${secure}`,
        'cache-control': 'no-store',
        'content-length': 0,
      })
      .end()
  }
}

/** Whether a visitor has to do something before the page is shown. */
export function asksSomething({ hasPassword, visitLimit }: LinkGate): boolean {
  return hasPassword || visitLimit !== null
}

function cookieName(pageLinkId: string): string {
  return `foyer_${pageLinkId}`
}

function passText(tenantId: string, pageLinkId: string, revision: number, expires: string): string {
  return [tenantId, pageLinkId, revision, expires].join(' ')
}

/** Where the visitor wanted to go: the link itself, or a person's page below it. Nowhere else. */
function destination(url: string, { path }: StoredGate): string {
  const wanted = new URLSearchParams(url.slice(url.indexOf('?') + 1)).get('to') ?? ''
  try {
    const canonical = canonicalPath(wanted)
    return canonical.startsWith(path === '/' ? '/' : `${path}/`) ? canonical : path
  } catch {
    return path
  }
}
