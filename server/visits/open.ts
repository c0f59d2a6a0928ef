import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AppContext } from '../context.ts'
import { databaseNow } from '../database/clock.ts'
import { allTenants, groupOf } from '../database/distribution.ts'
import { drawPlainAbsence } from '../site/absence.ts'
import { sendAnswer } from '../site/answer.ts'
import type { RequestTarget } from '../site/hosts.ts'
import type { SiteExtension } from '../site/site.ts'
import { AnonymousLimits, formRates, reportRates } from './anonymousLimits.ts'
import { KeyedGroupCommit } from './groupCommit.ts'
import { markBrowser } from './own.ts'
import type { Arrival } from './plan.ts'
import { mostReportBytes, receiveReport } from './receive.ts'
import { VisitRecorder } from './recorder.ts'
import { answer, readBody, type SiteAnswer, type SiteRequest, send } from './request.ts'
import { visitScript, visitScriptPath } from './script.ts'
import { ServedAudiences } from './served.ts'
import { mostFormBytes, takeForm } from './submit.ts'
import { formAction, TokenReader, visitToken } from './token.ts'
import { Visitors } from './visitors.ts'

export type Visits = SiteExtension & {
  /** `POST /_t`, with the time of arrival. */
  report(request: SiteRequest, now?: number): Promise<SiteAnswer>
  /** The number of reports that are written. */
  written(): number
  /** Resolves when all accepted reports are written. */
  close(): Promise<void>
}

type VisitsContext = Pick<AppContext, 'db' | 'database' | 'log' | 'sign' | 'findCountry' | 'publicUrl'>

/** The part of the site that handles reports and forms. One per process: it groups reports into common transactions. */
export function openVisits(
  { db, database, log, sign, findCountry, publicUrl }: VisitsContext,
  rates = reportRates,
): Visits {
  const visitors = new Visitors(db)
  let written = 0
  const recorder = new VisitRecorder({ ...database, log })
  const commits = new KeyedGroupCommit<Arrival>(
    ({ tenantId }) => groupOf(db, tenantId),
    async (arrivals) => {
      await recorder.record(arrivals)
      written += arrivals.length
    },
    // Groups of one tenant are small: one at a time lets them grow.
    (key) => (key === allTenants ? {} : { mostRunning: 1 }),
  )
  const tokens = new TokenReader(sign)
  const served = new ServedAudiences(db.read)
  const receiver = {
    log,
    sign,
    visitors,
    served,
    commits,
    tokens,
    findCountry,
    limits: new AnonymousLimits(rates),
  }
  const taker = { db, log, sign, visitors, served, limits: new AnonymousLimits(formRates) }
  const report = (request: SiteRequest, now = databaseNow()) => receiveReport(receiver, request, now)

  async function submit(
    request: IncomingMessage,
    response: ServerResponse,
    target: RequestTarget,
  ): Promise<void> {
    const body = await readBody(request, mostFormBytes)
    const { method = '', headers } = request
    const outcome = body
      ? await takeForm(taker, { method, headers, body, ...target }, databaseNow())
      : 'tooLong'
    if (typeof outcome !== 'string') return send(response, outcome)
    if (!body) response.shouldKeepAlive = false
    sendAnswer(request, response, await drawPlainAbsence(outcome))
  }

  return {
    report,
    written: () => written,
    changed: (tenantId) => served.forget(tenantId),
    visitOptions: (place, { respectPrivacySignals }) => ({
      visitScript: {
        url: visitScriptPath,
        data: {
          token: visitToken(sign, place),
          ...(respectPrivacySignals ? { 'respect-privacy': '' } : {}),
        },
      },
      formAction: (blockId) => formAction(sign, place, blockId),
    }),
    handlers: {
      async report(request, response, target) {
        const { method = '', headers } = request
        const body = await readBody(request, mostReportBytes)
        send(response, body ? await report({ method, headers, ...target, body }) : answer(413))
        return true
      },
      async visitScript(request, response, { path }) {
        if (path !== visitScriptPath) return false
        sendAnswer(request, response, await visitScript())
        return true
      },
      async ownBrowser({ url, headers, method }, response, { path, tenantId }) {
        // A request for the head alone must not set the cookie.
        if (method !== 'GET') return false
        const query = url?.slice(path.length + 1) ?? ''
        const isTrusted =
          publicUrl().startsWith('https:') || /(^|\.)localhost(:\d+)?$/.test(headers.host ?? '')
        const marked = markBrowser(sign, { path, query, tenantId, isTrusted }, databaseNow())
        if (marked) send(response, marked)
        return marked !== undefined
      },
      async form(request, response, target) {
        await submit(request, response, target)
        return true
      },
    },
    async close() {
      await commits.close()
      await recorder.close()
    },
  }
}
