import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Ground } from '../ground.ts'
import { GroupCommit } from './groupCommit.ts'
import { MinuteCounts } from './minuteCounts.ts'
import type { Arrival } from './plan.ts'
import { mostReportBytes, receiveReport } from './receive.ts'
import { recordVisits } from './record.ts'
import { answer, readBody, type SiteAnswer, type SiteRequest, sendAnswer } from './request.ts'
import { mostFormBytes, takeForm } from './submit.ts'
import { TokenReader } from './token.ts'
import { Visitors } from './visitors.ts'

const reportsPerMinute = 120
const formsPerMinute = 10

export type Visits = {
  /** `POST /_t` */
  report(request: SiteRequest, now?: number): Promise<SiteAnswer>
  /** `POST /_f/…` */
  submit(request: SiteRequest, now?: number): Promise<SiteAnswer>
  /** Either of them for a bare `node:http` server; false when the path is neither. */
  handle(
    request: IncomingMessage,
    response: ServerResponse,
    from: { path: string; tenantId: string; address: string },
  ): boolean
  /** Returns when everything that was taken is written. */
  close(): Promise<void>
}

/** What the site needs to take reports and forms. One a process: it gathers what comes into common transactions. */
export function openVisits({ db, log, sign }: Pick<Ground, 'db' | 'log' | 'sign'>): Visits {
  const visitors = new Visitors(db)
  const commits = new GroupCommit<Arrival>((arrivals) => recordVisits(db, arrivals))
  const receiver = {
    log,
    visitors,
    commits,
    tokens: new TokenReader(sign),
    counts: new MinuteCounts(reportsPerMinute),
  }
  const taker = { db, log, sign, visitors, counts: new MinuteCounts(formsPerMinute) }
  const report = (request: SiteRequest, now = Date.now()) => receiveReport(receiver, request, now)
  const submit = (request: SiteRequest, now = Date.now()) => takeForm(taker, request, now)
  return {
    report,
    submit,
    handle(request, response, { path, tenantId, address }) {
      const isReport = path === '/_t'
      if (!isReport && !path.startsWith('/_f/')) return false
      const { method = '', headers } = request
      readBody(request, isReport ? mostReportBytes : mostFormBytes, (body) => {
        if (!body) return sendAnswer(response, answer(413))
        const given = { method, path, headers, address, tenantId, body }
        ;(isReport ? report(given) : submit(given)).then(
          (reply) => sendAnswer(response, reply),
          // Both answer whatever happens; this is for what can't.
          () => response.destroy(),
        )
      })
      return true
    },
    close: () => commits.close(),
  }
}
