import { invalid, Problem } from '../../shared/problem.ts'
import { toHostName } from '../accounts/domain.ts'
import { noteChange } from '../audit/cause.ts'
import type { App, AppContext } from '../context.ts'
import { databaseNow } from '../database/clock.ts'
import type { Tx } from '../database/database.ts'
import { canonicalEmail } from '../persons/contact.ts'
import { toMilliseconds } from '../time.ts'
import { operation } from '../web/operation.ts'
import { areLive, type DemandPublish } from '../web/publishing.ts'
import { findGate, type GateValues, presentGate, type StoredGate, saveGate } from './gateQueries.ts'
import { PageLinkGate, PageLinkGateInput } from './gateSchema.ts'
import { hashPassword } from './password.ts'
import { getLink, lockLink } from './queries.ts'

export function linkGateRoutes(app: App, { db, mailer }: AppContext) {
  app.get(
    '/v0/page_links/:page_link_id/gate',
    operation('getPageLinkGate', 'Get the gate of a page link', {
      scope: 'read',
      description: 'Who may open the page behind a link, how often, and until when.',
      response: { 200: PageLinkGate },
    }),
    async ({ tenantId, params }) => {
      const { pageLinkId } = await getLink(db.read, tenantId, params.page_link_id)
      const gate = await findGate(db.read, tenantId, pageLinkId)
      return presentGate(pageLinkId, gate, mailer.isConfigured)
    },
  )

  app.patch(
    '/v0/page_links/:page_link_id/gate',
    operation('updatePageLinkGate', 'Change the gate of a page link', {
      scope: 'write',
      description:
        'Only the given fields change. The visit count restarts, and visitors who were let in must enter again.',
      body: PageLinkGateInput,
      response: { 200: PageLinkGate },
      problems: ['mail_unavailable'],
    }),
    async ({ tenantId, demandPublish, params, body: { password, allowedEmails, ...body } }) => {
      if (body.expiresAt && toMilliseconds(body.expiresAt) <= databaseNow())
        throw invalid('/expiresAt', 'must be in the future')
      if (allowedEmails && !mailer.isConfigured)
        throw new Problem('mail_unavailable', 'E-mail codes need a mail server, and none is configured.')
      // Password fields of browsers leave out line breaks, so such a password could not be entered.
      if (password && /[\r\n]/.test(password)) throw invalid('/password', 'must not contain line breaks')
      // Hashing takes 50 ms: only for an existing link, and before the transaction.
      if (typeof password === 'string') await getLink(db.read, tenantId, params.page_link_id)
      const passwordHash = typeof password === 'string' ? await hashPassword(tenantId, password) : password
      const patch = {
        passwordHash,
        allowedEmails: allowedEmails && readAllowed(allowedEmails),
        ...(body.visitLimit !== undefined && { visitLimit: body.visitLimit }),
        ...(body.expiresAt !== undefined && {
          expiresAtMs: body.expiresAt === null ? null : toMilliseconds(body.expiresAt),
        }),
      }
      const { page_link_id: pageLinkId } = params
      const gate = await db.inTransaction((tx) => changeGate(tx, tenantId, pageLinkId, patch, demandPublish))
      return presentGate(pageLinkId, gate, mailer.isConfigured)
    },
  )
}

/** Normalises and deduplicates addresses and domains. */
function readAllowed(entries: string[]): string[] {
  const read = entries.map((entry) => {
    const text = entry.trim().replace(/^@/, '')
    const at = text.lastIndexOf('@')
    const domain = toHostName(text.slice(at + 1))
    if (domain === undefined)
      throw invalid(
        '/allowedEmails',
        `contains an entry that is neither an e-mail address nor a domain: ${entry.slice(0, 80)}`,
      )
    return at < 0 ? domain : canonicalEmail(text, '/allowedEmails').toLowerCase()
  })
  return [...new Set(read)]
}

type GatePatch = { [Name in keyof GateValues]?: GateValues[Name] | undefined }

async function changeGate(
  tx: Tx,
  tenantId: string,
  pageLinkId: string,
  patch: GatePatch,
  demandPublish: DemandPublish,
): Promise<StoredGate | undefined> {
  const locked = await lockLink(tx, tenantId, pageLinkId)
  const before = await findGate(tx, tenantId, pageLinkId)
  if (Object.values(patch).every((value) => value === undefined)) return before
  noteChange(tx, {
    label: locked.link.path,
    before: { expiresAt: before?.expiresAt ?? null, visitLimit: before?.visitLimit ?? null },
  })
  if (await areLive(tx, tenantId, { linkedAudienceIds: [locked.link.target.audienceId] })) demandPublish()
  const keep = <T>(value: T | undefined, old: T | undefined) => (value === undefined ? (old ?? null) : value)
  const end = before?.expiresAt ?? null
  const values = {
    passwordHash: keep(patch.passwordHash, before?.passwordHash),
    allowedEmails: keep(patch.allowedEmails, before?.allowedEmails),
    expiresAtMs: keep(patch.expiresAtMs, end === null ? null : toMilliseconds(end)),
    visitLimit: keep(patch.visitLimit, before?.visitLimit),
  }
  if (values.passwordHash !== null && values.allowedEmails !== null)
    throw invalid(
      patch.allowedEmails ? '/allowedEmails' : '/password',
      'a link can require a password or an e-mail code, not both: set the other to null',
    )
  return await saveGate(tx, tenantId, locked, values)
}
