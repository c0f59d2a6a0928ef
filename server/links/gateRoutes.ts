import type { App, AppContext } from '../context.ts'
import type { Tx } from '../database/database.ts'
import { toMilliseconds } from '../time.ts'
import { invalid } from '../web/problem.ts'
import { areShown, type DemandPublish, demandPublishOf } from '../web/publishing.ts'
import { Params } from '../web/schema.ts'
import { findGate, presentGate, saveGate } from './gateQueries.ts'
import { PageLinkGate, PageLinkGateInput } from './gateSchema.ts'
import { hashPassword } from './password.ts'
import { getLink, lockLink } from './queries.ts'

const params = Params({ page_link_id: 'page_link' })

export function linkGateRoutes(app: App, { db }: AppContext) {
  app.get(
    '/v0/page_links/:page_link_id/gate',
    {
      schema: {
        operationId: 'getPageLinkGate',
        summary: 'Get the gate of a page link',
        description: 'Who may open the page behind a link, how often, and until when.',
        tags: ['Page links'],
        params,
        response: { 200: PageLinkGate },
      },
      config: { scope: 'read', beyond: true },
    },
    async ({ tenantId, params }) => {
      const { pageLinkId } = await getLink(db.read, tenantId, params.page_link_id)
      return presentGate(pageLinkId, await findGate(db.read, tenantId, pageLinkId))
    },
  )

  app.patch(
    '/v0/page_links/:page_link_id/gate',
    {
      schema: {
        operationId: 'updatePageLinkGate',
        summary: 'Change the gate of a page link',
        description:
          'Only what is named changes. Visits are counted from the start again, and visitors who were let in have to ask again.',
        tags: ['Page links'],
        params,
        body: PageLinkGateInput,
        response: { 200: PageLinkGate },
      },
      config: { scope: 'write', beyond: true },
    },
    async ({ tenantId, caller, params, body: { password, ...body } }) => {
      if (body.expiresAt && toMilliseconds(body.expiresAt) <= Date.now())
        throw invalid('/expiresAt', 'must be in the future')
      // Takes a while, so before the transaction.
      const passwordHash = typeof password === 'string' ? await hashPassword(password) : password
      const demandPublish = demandPublishOf(caller, 'updatePageLinkGate')
      return await db.inTransaction((tx) =>
        changeGate(tx, tenantId, params.page_link_id, { ...body, passwordHash }, demandPublish),
      )
    },
  )
}

type GatePatch = Omit<PageLinkGateInput, 'password'> & { passwordHash?: string | null | undefined }

async function changeGate(
  tx: Tx,
  tenantId: string,
  pageLinkId: string,
  { passwordHash, expiresAt, visitLimit }: GatePatch,
  demandPublish: DemandPublish,
): Promise<PageLinkGate> {
  const { link } = await lockLink(tx, tenantId, pageLinkId)
  const before = await findGate(tx, tenantId, pageLinkId)
  if (passwordHash === undefined && expiresAt === undefined && visitLimit === undefined)
    return presentGate(pageLinkId, before)
  if (await areShown(tx, tenantId, { linkedAudienceIds: [link.target.audienceId] })) demandPublish()
  const end = expiresAt === undefined ? (before?.expiresAt ?? null) : expiresAt
  return await saveGate(tx, tenantId, link, {
    passwordHash: passwordHash === undefined ? (before?.passwordHash ?? null) : passwordHash,
    expiresAtMs: end === null ? null : toMilliseconds(end),
    visitLimit: visitLimit === undefined ? (before?.visitLimit ?? null) : visitLimit,
  })
}
