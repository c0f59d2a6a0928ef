import { isUtf8 } from 'node:buffer'
import { characterError } from '../../shared/characters.ts'
import { keepsTo } from '../../shared/judge.ts'
import type { Log } from '../log/log.ts'
import type { Sign } from '../secrets/secrets.ts'
import type { PageIdentity } from '../site/draw.ts'
import type { FindCountry } from '../web/countries.ts'
import { toProblem } from '../web/errors.ts'
import { secondsLeft } from '../web/minuteCounts.ts'
import type { AnonymousLimits } from './anonymousLimits.ts'
import type { KeyedGroupCommit } from './groupCommit.ts'
import { readOrigin } from './origin.ts'
import { isOwnBrowser } from './own.ts'
import type { Arrival } from './plan.ts'
import { answer, isFromElsewhere, type SiteAnswer, type SiteRequest } from './request.ts'
import { Report } from './schema.ts'
import type { ServedAudiences } from './served.ts'
import type { TokenReader } from './token.ts'
import { type Judgement, judge, unmapped } from './verdict.ts'
import type { Visitor, Visitors } from './visitors.ts'

export const mostReportBytes = 8 * 1024
const isReport = keepsTo(Report)
const stored = answer(204)
const own: Judgement = { verdict: 'own', reason: 'team' }

export type Receiver = {
  log: Log
  sign: Sign
  tokens: TokenReader
  visitors: Visitors
  served: ServedAudiences
  limits: AnonymousLimits
  commits: Pick<KeyedGroupCommit<Arrival>, 'add'>
  findCountry: FindCountry
}

/** `POST /_t`: receives one report of the visit script and sends 204 once it is committed. */
export async function receiveReport(
  { log, sign, tokens, visitors, served, limits, commits, findCountry }: Receiver,
  { method, headers, address, tenantId, body }: SiteRequest,
  now: number,
): Promise<SiteAnswer> {
  if (method !== 'POST') return answer(405, { allow: 'POST' })
  try {
    const report = readReport(body)
    if (typeof report === 'number') return answer(report)
    const place = tokens.read(report.token)
    // A forged token and one of another tenant's page get the same response.
    if (place?.tenantId !== tenantId || isFromElsewhere(headers)) return answer(403)
    if (!limits.takeNetwork(address, now)) return tooMany(now)
    const found = visitors.identify(tenantId, address, headers['user-agent'] ?? '', now)
    const who = found instanceof Promise ? await found : found
    if (!limits.takeVisitor(who.visitor, now)) return tooMany(now)
    const shown = await served.find(tenantId, place.audienceId, now)
    if (!shown) return answer(410)
    if (!limits.takePage(place.pageId, now)) return tooMany(now)
    // The response is the same as for visitors.
    const judgement = isOwnBrowser(sign, headers, tenantId, now)
      ? own
      : judge({ method, headers, address, automated: report.automated })
    // A page may lose an action while a tab is open; the rest of the report still counts.
    const actions = report.actions.filter((actionId) => shown.actionIds.has(actionId))
    const userAgent = headers['user-agent'] ?? ''
    const country = findCountry(unmapped(address))
    const origin = readOrigin({ report, host: headers.host, userAgent, country })
    const checked = { ...report, actions, ...(report.links && { links: report.links.map(cleanLink) }) }
    await commits.add({ ...toArrival(place, who, judgement, now, checked), origin })
    return stored
  } catch (error) {
    const problem = toProblem(error)
    if (problem.code === 'internal_error') log.error({ err: error }, 'a visit could not be stored')
    return answer(problem.status, problem.headers)
  }
}

function tooMany(now: number): SiteAnswer {
  return answer(429, { 'retry-after': String(secondsLeft(now)) })
}

/** A link without its query, which may contain personal data. */
function cleanLink(link: string): string {
  return link.replace(/\?[^#]*/, '').replace(/\p{Cc}/gu, ' ') || '/'
}

/** Listed one by one: spreading four objects would take as long as parsing the report. */
function toArrival(
  { tenantId, pageId, audienceId, versionId }: PageIdentity,
  { visitor, formerVisitor }: Visitor,
  { verdict, reason }: Judgement,
  receivedAtMs: number,
  { stay, age, span, views, visible, scroll, interactions, actions, links, submits }: Report,
): Arrival {
  const counts = { stay, age, span, views, visible, scroll, interactions, actions, submits }
  const stayReport = links ? { ...counts, links } : counts
  const where = { tenantId, pageId, audienceId, versionId }
  return { ...where, visitor, formerVisitor, verdict, reason, receivedAtMs, report: stayReport }
}

/** The parsed report, or the status of the error. */
function readReport(body: Buffer): Report | number {
  if (body.length > mostReportBytes) return 413
  if (!isUtf8(body)) return 400
  let report: unknown
  try {
    report = JSON.parse(body.toString())
  } catch {
    return 400
  }
  if (!isReport(report)) return 400
  return [...report.actions, ...(report.links ?? [])].some(characterError) ? 400 : report
}
