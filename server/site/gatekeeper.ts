import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Problem } from '../../shared/problem.ts'
import type { AppContext } from '../context.ts'
import { databaseNow } from '../database/clock.ts'
import { codeRequest, countRequest, tryCode } from '../links/gateCodes.ts'
import { findGate, type StoredGate, takeVisit } from '../links/gateQueries.ts'
import { isPassword } from '../links/password.ts'
import { canonicalPath, PathError } from '../links/path.ts'
import { canonicalEmail } from '../persons/contact.ts'
import { enqueue } from '../queue/jobs.ts'
import { QueueFull } from '../threads/fairQueue.ts'
import { toMilliseconds } from '../time.ts'
import { cookiesNamed } from '../web/cookies.ts'
import { MinuteCounts } from '../web/minuteCounts.ts'
import { networkOf } from '../web/network.ts'
import type { Absence } from './absence.ts'
import { safeHeaders } from './answer.ts'
import { isFromElsewhere, readBody } from './body.ts'
import { findAudience, gateBefore } from './find.ts'
import type { GateQuestion, GateStep } from './gatePage.ts'
import type { Host, RequestTarget } from './hosts.ts'
import { findShown, type LinkGate } from './queries.ts'

const purpose = 'gate'
const browserCookie = 'foyer_code'
const shape = /^\/_g\/(page_link_[a-z0-9]{26})$/
const passMs = 12 * 60 * 60_000
const mostBytes = 8 * 1024
/** Attempts per minute: of a network at one link, and in total at one link. */
const [triesOfNetwork, triesAtLink] = [10, 300]
/** Code requests per minute: of a network, and in total at one link. The limit per address is in the database. */
const [requestsOfNetwork, requestsAtLink] = [6, 60]
/** Submissions of any kind per minute: of a network to all gates, and in total to one. Each costs a lookup. */
const [answersOfNetwork, answersAtLink] = [120, 600]

/** The result of a gate submission: redirected, asked again, or refused. */
export type GateOutcome = 'sent' | GateQuestion | Absence

type GateContext = Pick<AppContext, 'db' | 'sign' | 'mailer' | 'publicUrl'>

type GateAnswer = RequestTarget & {
  pageLinkId: string
  gate: StoredGate
  /** Undefined for a browser that has not requested a code. */
  browser: string | undefined
  knowBrowser(browser: string): void
  field(name: string): string
}
type CheckedAnswer = 'admitted' | GateStep | Absence

/**
 * Checks the gates of links. A visitor who passes gets a signed cookie, valid for twelve hours and until the gate
 * changes. Without it nothing of the page is sent.
 */
export class Gatekeeper {
  readonly #context: GateContext
  readonly #triesOfNetwork = new MinuteCounts(triesOfNetwork)
  readonly #triesAtLink = new MinuteCounts(triesAtLink)
  readonly #requestsOfNetwork = new MinuteCounts(requestsOfNetwork)
  readonly #requestsAtLink = new MinuteCounts(requestsAtLink)
  readonly #answersOfNetwork = new MinuteCounts(answersOfNetwork)
  readonly #answersAtLink = new MinuteCounts(answersAtLink)

  constructor(context: GateContext) {
    this.#context = context
  }

  /** Whether a visitor has a valid pass for a gate. */
  admits(request: IncomingMessage, tenantId: string, gate: LinkGate): boolean {
    const isOver = gate.expiresAtMs !== null && gate.expiresAtMs <= databaseNow()
    return !isOver && this.#hasPass(request, tenantId, gate)
  }

  #hasPass(request: IncomingMessage, tenantId: string, { pageLinkId, revision }: LinkGate): boolean {
    return cookiesNamed(cookieName(pageLinkId), request.headers.cookie).some((cookie) => {
      const [expires = '', signature = ''] = cookie.split('.')
      return (
        Number(expires) > databaseNow() &&
        this.#context.sign.verify(purpose, passText(tenantId, pageLinkId, revision, expires), signature)
      )
    })
  }

  /** `POST /_g/…`: a gate submission. */
  async take(
    request: IncomingMessage,
    response: ServerResponse,
    target: RequestTarget,
  ): Promise<GateOutcome> {
    const [, pageLinkId] = shape.exec(target.path) ?? []
    if (!pageLinkId || request.method !== 'POST' || isFromElsewhere(request.headers)) return 'missing'
    if (!this.#mayAnswer(target.address, pageLinkId)) return 'tooManyTries'
    const body = await readBody(request, mostBytes)
    if (!body) return 'tooLong'
    const gate = await findGate(this.#context.db.read, target.tenantId, pageLinkId)
    if (!gate) return 'missing'
    if (gate.expiresAt !== null && toMilliseconds(gate.expiresAt) <= databaseNow()) return 'linkOver'
    const path = await this.#destination(request.url ?? '', target.host, pageLinkId, gate)
    const fields = new URLSearchParams(body.toString())
    const answer = {
      ...{ ...target, pageLinkId, gate, field: (name: string) => fields.get(name) ?? '' },
      browser: browserOf(request),
      knowBrowser: (browser: string) => this.#setBrowserCookie(response, browser),
    }
    const outcome =
      gate.passwordHash !== null
        ? await this.#takePassword(answer, gate.passwordHash)
        : gate.allowedEmails !== null
          ? await this.#takeEmail(answer)
          : await this.#admit(answer)
    if (outcome === 'admitted') {
      this.#redirect(response, target.tenantId, pageLinkId, gate.revision, path)
      return 'sent'
    }
    return typeof outcome === 'string' ? outcome : { pageLinkId, path, step: outcome }
  }

  /** The requested path: the link, a path below it, or another path protected by its gate. */
  async #destination(url: string, host: Host, pageLinkId: string, { path }: StoredGate): Promise<string> {
    const wanted = readPath(new URLSearchParams(url.slice(url.indexOf('?') + 1)).get('to') ?? '')
    if (wanted === undefined || wanted === path) return path
    if (wanted.startsWith(path === '/' ? '/' : `${path}/`)) return wanted
    const { read } = this.#context.db
    const found = await findAudience(read, host, wanted)
    const shown = found && (await findShown(read, host.tenantId, found.audienceId))
    return shown && gateBefore(found, shown)?.pageLinkId === pageLinkId ? wanted : path
  }

  async #takePassword(answer: GateAnswer, passwordHash: string): Promise<CheckedAnswer> {
    if (!this.#mayTry(answer)) return 'tooManyTries'
    const password = answer.field('password')
    try {
      const isRight = await isPassword(answer.tenantId, password, passwordHash)
      return isRight ? await this.#admit(answer) : { kind: 'password', isWrong: true }
    } catch (error) {
      if (error instanceof QueueFull) return 'tooManyTries'
      throw error
    }
  }

  /**
   * Responds to an address with the form for its code. A worker checks later whether the address is allowed: until a
   * code is correct, responses and their cost are the same for every address.
   */
  async #takeEmail(answer: GateAnswer): Promise<CheckedAnswer> {
    const { db, sign, mailer } = this.#context
    const { tenantId, pageLinkId } = answer
    const email = readEmail(answer.field('email'))
    if (email === undefined) return { kind: 'email', isWrong: true }
    const browser = answer.browser ?? randomBytes(16).toString('base64url')
    const browserHash = sign('gate browser', browser)
    const request = codeRequest(sign, { tenantId, pageLinkId, email, browserHash })
    const code = answer.field('code').replace(/\s+/g, '')
    if (code !== '') {
      if (!this.#mayTry(answer)) return 'tooManyTries'
      return await db.inTransaction(async (tx) => {
        const tried = await tryCode(tx, sign, request, code)
        if (tried === 'linkExhausted') return 'codesUsedUp'
        if (tried === 'wrong') return { kind: 'code', email, fault: 'wrong' }
        return (await takeVisit(tx, tenantId, pageLinkId, answer.gate)) ? 'admitted' : 'linkOver'
      })
    }
    if (!mailer.isConfigured) return 'failing'
    if (!this.#mayRequest(answer)) return 'tooManyTries'
    answer.knowBrowser(browser)
    return await db.inTransaction(async (tx) => {
      if (!(await countRequest(tx, request))) return { kind: 'code', email, fault: 'tooOften' }
      const key = `${pageLinkId}:${request.emailHash}:${browserHash}`
      enqueue(tx, 'gate_code', tenantId, { key, data: { pageLinkId, email, browserHash } })
      return { kind: 'code', email }
    })
  }

  /** A code works only in the browser that requested it, identified by a cookie for half an hour. */
  #setBrowserCookie(response: ServerResponse, browser: string): void {
    response.setHeader(
      'set-cookie',
      `${browserCookie}=${browser}; Path=/_g/; Max-Age=1800; HttpOnly; SameSite=Lax${this.#secure()}`,
    )
  }

  /** Cookies are `Secure` if the service is reached over https. */
  #secure(): string {
    return this.#context.publicUrl().startsWith('https:') ? '; Secure' : ''
  }

  async #admit({ tenantId, pageLinkId, gate }: GateAnswer): Promise<CheckedAnswer> {
    const { db } = this.#context
    return (await db.inTransaction((tx) => takeVisit(tx, tenantId, pageLinkId, gate)))
      ? 'admitted'
      : 'linkOver'
  }

  #mayAnswer(address: string, pageLinkId: string): boolean {
    const now = databaseNow()
    return this.#answersOfNetwork.take(networkOf(address), now) && this.#answersAtLink.take(pageLinkId, now)
  }

  #mayTry({ address, pageLinkId }: GateAnswer): boolean {
    const now = databaseNow()
    return (
      this.#triesOfNetwork.take(`${networkOf(address)} ${pageLinkId}`, now) &&
      this.#triesAtLink.take(pageLinkId, now)
    )
  }

  #mayRequest({ address, pageLinkId }: GateAnswer): boolean {
    const now = databaseNow()
    return this.#requestsOfNetwork.take(networkOf(address), now) && this.#requestsAtLink.take(pageLinkId, now)
  }

  #redirect(response: ServerResponse, tenantId: string, pageLinkId: string, revision: number, path: string) {
    const { sign } = this.#context
    const expires = String(databaseNow() + passMs)
    const pass = `${expires}.${sign(purpose, passText(tenantId, pageLinkId, revision, expires))}`
    response
      .writeHead(303, {
        ...safeHeaders,
        location: path,
        'set-cookie': `${cookieName(pageLinkId)}=${pass}; Path=/; Max-Age=${passMs / 1000}; HttpOnly; SameSite=Lax${this.#secure()}`,
        'cache-control': 'no-store',
        'content-length': 0,
      })
      .end()
  }
}

function cookieName(pageLinkId: string): string {
  return `foyer_${pageLinkId}`
}

function browserOf(request: IncomingMessage): string | undefined {
  return cookiesNamed(browserCookie, request.headers.cookie).find((value) => /^[\w-]{22}$/.test(value))
}

function passText(tenantId: string, pageLinkId: string, revision: number, expires: string): string {
  return [tenantId, pageLinkId, revision, expires].join(' ')
}

function readPath(text: string): string | undefined {
  try {
    return canonicalPath(text)
  } catch (error) {
    if (error instanceof PathError) return undefined
    throw error
  }
}

function readEmail(text: string): string | undefined {
  try {
    return canonicalEmail(text)
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}
