import type { AppContext } from '../context.ts'
import { databaseNow } from '../database/clock.ts'
import { MailError } from '../mail/mailer.ts'
import type { Ending } from '../queue/jobs.ts'
import type { Job } from '../queue/kinds.ts'
import type { Queue } from '../queue/queue.ts'
import { takeMail } from '../tenants/quotas.ts'
import { toMilliseconds } from '../time.ts'
import { toCodeEmail } from './codeEmail.ts'
import { codeRequest, findBrandOfLink, isAllowed, newCode, storeCode } from './gateCodes.ts'
import { findGate } from './gateQueries.ts'

const mostAttempts = 3
const retryMs = 5_000

/**
 * Sends codes to visitors. The web process enqueues a job for every submitted address, so that its response doesn't
 * reveal which ones are allowed; the worker checks that.
 */
export function workGateCodes(queue: Queue, context: AppContext): void {
  queue.work('gate_code', {
    concurrency: 8,
    retryInMs: () => retryMs,
    handle: (job) => sendCode(context, job),
  })
}

async function sendCode(
  { db, sign, mailer, log, config }: AppContext,
  { tenantId, data: { pageLinkId, email, browserHash }, attempts }: Job<'gate_code'>,
): Promise<Ending | undefined> {
  const [gate, brand] = await Promise.all([
    findGate(db.read, tenantId, pageLinkId),
    findBrandOfLink(db.read, tenantId, pageLinkId),
  ])
  if (!gate?.allowedEmails || !brand || !isAllowed(gate.allowedEmails, email)) return
  if (gate.expiresAt !== null && toMilliseconds(gate.expiresAt) <= databaseNow()) return
  const code = newCode()
  const request = codeRequest(sign, { tenantId, pageLinkId, email, browserHash })
  // Stored before it is sent: a visitor must not receive a code that does not work yet.
  const isStored = await db.inTransaction(
    async (tx) =>
      (await takeMail(tx, tenantId, 1, config.quotas)) && (await storeCode(tx, sign, request, code)),
  )
  if (!isStored) return
  try {
    await mailer.send({ to: email, ...toCodeEmail(code, brand) })
  } catch (error) {
    if (!(error instanceof MailError) || attempts < mostAttempts) throw error
    // The job completes, so that the address is not kept with failed jobs.
    log.warn({ tenantId, pageLinkId, reason: error.message }, 'a code for a page link was not sent')
  }
}
