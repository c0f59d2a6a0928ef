import { createHash } from 'node:crypto'
import { honeypotField, sentAnchor } from '../../document/index.ts'
import { appendActivity } from '../activity/queries.ts'
import { recordEvent } from '../audit/write.ts'
import { databaseNow } from '../database/clock.ts'
import type { Database } from '../database/database.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log/log.ts'
import { enqueue } from '../queue/jobs.ts'
import type { Sign } from '../secrets/secrets.ts'
import type { Absence } from '../site/absence.ts'
import type { PageIdentity } from '../site/draw.ts'
import { toProblem } from '../web/errors.ts'
import { emit } from '../webhooks/events.ts'
import type { AnonymousLimits } from './anonymousLimits.ts'
import { checkAnswers, findForm, readAnswers } from './form.ts'
import { isOwnBrowser } from './own.ts'
import { holdAudiences } from './queries.ts'
import { answer, isFromElsewhere, type SiteAnswer, type SiteRequest } from './request.ts'
import type { Submission, SubmissionField } from './schema.ts'
import type { ServedAudiences } from './served.ts'
import { insertSubmission } from './submissionQueries.ts'
import { readFormAction } from './token.ts'
import type { Visitors } from './visitors.ts'

export const mostFormBytes = 64 * 1024
/** Total length of a form's answers, in UTF-16 units. */
const mostAnswerLength = 20_000

export type FormTaker = {
  db: Database
  log: Log
  sign: Sign
  visitors: Visitors
  served: ServedAudiences
  limits: AnonymousLimits
}

/**
 * `POST /_f/…`: receives a form of a page and redirects the browser to the page's confirmation. Works without scripts.
 * Returns what to show if the page to return to is unknown.
 */
export async function takeForm(
  taker: FormTaker,
  request: SiteRequest,
  now: number,
): Promise<SiteAnswer | Absence> {
  const { method, headers, address, tenantId, body } = request
  if (method !== 'POST') return answer(405, { allow: 'POST' })
  const place = readFormAction(taker.sign, request.path)
  if (place?.tenantId !== tenantId || isFromElsewhere(headers)) return 'missing'
  const answers = readAnswers(headers['content-type'], body)
  if (!answers) return 'badForm'
  if (answers.reduce((sum, { value }) => sum + value.length, 0) > mostAnswerLength) return 'tooLong'
  try {
    if (!taker.limits.takeNetwork(address, now)) return 'tooMany'
    const { visitor } = await taker.visitors.identify(tenantId, address, headers['user-agent'] ?? '', now)
    if (!taker.limits.takeVisitor(visitor, now)) return 'tooMany'
    if (!(await taker.served.find(tenantId, place.audienceId, now))) return 'gone'
    // A bot that filled in the honeypot gets the usual response.
    if (answers.some(({ name, value }) => name === honeypotField && value !== ''))
      return redirectToConfirmation(request, place.formId)
    const form = await findForm(taker.db.read, place)
    if (!form) return 'missing'
    const fields = checkAnswers(form, answers)
    if (!fields) return 'badForm'
    // Forms that the team submits to try them out are not stored.
    if (isOwnBrowser(taker.sign, headers, tenantId, now)) return redirectToConfirmation(request, place.formId)
    const isStored = await storeSubmission(taker.db, place, visitor, fields)
    return isStored ? redirectToConfirmation(request, place.formId) : 'missing'
  } catch (error) {
    if (toProblem(error).code === 'internal_error')
      taker.log.error({ err: error }, 'a form could not be stored')
    return 'notStored'
  }
}

/** Stores a submission with its activity and events; false if the audience was erased. Duplicates are stored once. */
async function storeSubmission(
  db: Database,
  { tenantId, formId, ...place }: PageIdentity & { formId: string },
  visitor: string,
  fields: SubmissionField[],
): Promise<boolean> {
  const { pageId, audienceId, versionId } = place
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([visitor, audienceId, formId, fields.map(({ name, value }) => [name, value])]))
    .digest()
  return await db.inTransaction(async (tx) => {
    const [held] = await holdAudiences(tx, [{ tenantId, audienceId }])
    if (!held) return false
    const { personId, accountId } = held
    const submissionId = newId('submission')
    const row = { submissionId, pageId, audienceId, versionId, formId, fields, fingerprint }
    const createdAt = await insertSubmission(tx, tenantId, row)
    if (createdAt === undefined) return true
    const submission: Submission = { submissionId, ...place, personId, accountId, formId, fields, createdAt }
    const entry = { type: 'form.submitted', source: 'visitor' as const, personId, accountId }
    if (personId !== null || accountId !== null)
      appendActivity(tx, tenantId, { ...entry, payload: { submissionId, ...place, formId } })
    recordEvent(tx, tenantId, 'form.submitted', {
      actor: { kind: 'visitor', id: null, keyId: null },
      way: 'site',
      objectId: submissionId,
      aboutId: audienceId,
      details: { facts: { pageId, formId } },
    })
    emit(tx, tenantId, 'form.submitted', submission)
    enqueue(tx, 'notice', tenantId, {
      data: { actions: [{ kind: 'form', submissionId, audienceId, pageId, atMs: databaseNow() }] },
    })
    return true
  })
}

/** Redirects to the form's page as given by the browser, because it may have several URLs. */
function redirectToConfirmation({ headers }: SiteRequest, formId: string): SiteAnswer | Absence {
  const from = URL.parse(headers.referer ?? '')
  if (!from || from.host !== headers.host) return 'thanks'
  // `//elsewhere` is a path here but another site to a browser.
  const path = from.pathname.replace(/^\/+/, '/')
  return answer(303, { location: `${path}${from.search}#${encodeURIComponent(sentAnchor(formId))}` })
}
