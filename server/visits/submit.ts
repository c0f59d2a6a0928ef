import { createHash } from 'node:crypto'
import { recordActivities } from '../activity/bulk.ts'
import type { Database } from '../db.ts'
import { toProblem } from '../http/errors.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'
import type { Sign } from '../secrets.ts'
import { emit } from '../webhooks/events.ts'
import type { MinuteCounts } from './minuteCounts.ts'
import { holdAudiences } from './queries.ts'
import { answer, type SiteAnswer, type SiteRequest } from './request.ts'
import type { Submission, SubmissionField } from './schema.ts'
import { insertSubmission } from './submissionQueries.ts'
import { type Place, readFormAction } from './token.ts'
import type { Visitors } from './visitors.ts'

export const mostFormBytes = 64 * 1024
const mostFields = 50
const longestValue = 10_000
const fieldName = /^[a-zA-Z][a-zA-Z0-9_]{0,39}$/

/** Hidden from people, who leave it empty; programmes that fill in every field give themselves away. */
export const honeypotField = '_website'
/** Where the page shows its thanks. */
export const sentAnchor = (formId: string) => `${formId}_sent`

export type FormTaker = { db: Database; log: Log; sign: Sign; visitors: Visitors; counts: MinuteCounts }

/**
 * `POST /_f/…`: takes what a form of a page was filled in with, and sends the browser back to where the page says
 * thanks. It needs no script; a plain form is enough.
 */
export async function takeForm(taker: FormTaker, request: SiteRequest, now: number): Promise<SiteAnswer> {
  const { method, headers, address, tenantId, body } = request
  if (method !== 'POST') return answer(405, { allow: 'POST' })
  const place = readFormAction(taker.sign, request.path)
  if (place?.tenantId !== tenantId) return answer(404, {}, 'There is no such form.')
  if (body.length > mostFormBytes) return answer(413, {}, 'That is too much text for this form.')
  if (!/^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? ''))
    return answer(415, {}, 'This form is sent as application/x-www-form-urlencoded.')
  const fields = readFields(body)
  if (typeof fields === 'string') return answer(400, {}, fields)
  try {
    const { visitor } = await taker.visitors.identify(tenantId, address, headers['user-agent'] ?? '', now)
    if (!taker.counts.take(visitor, now))
      return answer(
        429,
        { 'retry-after': String(taker.counts.resetSeconds(now)) },
        'Please wait a minute, then send it again.',
      )
    // Whoever fell for the honeypot is thanked like everybody else, and learns nothing.
    const isPerson = fields.every(({ name, value }) => name !== honeypotField || value === '')
    const given = fields.filter(({ name }) => name !== honeypotField)
    if (isPerson && !(await storeSubmission(taker.db, place, visitor, given)))
      return answer(404, {}, 'There is no such form.')
    return thank(request, place.formId)
  } catch (error) {
    const problem = toProblem(error)
    if (problem.code === 'internal_error') taker.log.error({ err: error }, 'a form could not be stored')
    return answer(problem.status, problem.headers, 'This could not be stored. Please send it again.')
  }
}

/** The fields, or what is wrong with them. */
function readFields(body: Uint8Array): SubmissionField[] | string {
  const text = decode(body)
  if (text === undefined) return 'The form is not sent in UTF-8.'
  const fields = [...new URLSearchParams(text)].map(([name, value]) => ({ name, value }))
  if (fields.length > mostFields) return `A form has at most ${mostFields} fields.`
  for (const { name, value } of fields) {
    if (name !== honeypotField && !fieldName.test(name)) return 'A field has a name that no form gives it.'
    if (value.length > longestValue) return `A field holds at most ${longestValue} characters.`
    if (value.includes('\0')) return 'A field holds a character that is not text.'
  }
  return fields.some(({ name, value }) => name !== honeypotField && value.trim() !== '')
    ? fields
    : 'The form is empty.'
}

function decode(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return undefined
  }
}

/** Stores a submission with what follows from it; false when the audience is gone. The same again is stored once. */
async function storeSubmission(
  db: Database,
  { tenantId, formId, ...place }: Place & { formId: string },
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
    if (personId !== null || accountId !== null)
      await recordActivities(tx, [
        {
          tenantId,
          type: 'form.submitted',
          source: 'visitor',
          personId,
          accountId,
          payload: { submissionId, ...place, formId },
        },
      ])
    await emit(tx, tenantId, 'form.submitted', submission)
    return true
  })
}

/** Back to the page the form stands on, as the browser names it; it may be found under several addresses. */
function thank({ headers }: SiteRequest, formId: string): SiteAnswer {
  const from = URL.parse(headers.referer ?? '')
  if (!from || from.host !== headers.host) return answer(200, {}, 'Thank you.')
  // `//elsewhere` is a path here and another site to a browser.
  const path = from.pathname.replace(/^\/+/, '/')
  return answer(303, { location: `${path}${from.search}#${encodeURIComponent(sentAnchor(formId))}` })
}
