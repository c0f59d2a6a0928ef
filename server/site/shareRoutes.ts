import type { App, AppContext } from '../context.ts'
import { getAddress, getPageAddresses } from '../links/addresses.ts'
import { operation } from '../web/operation.ts'
import { findShown } from './queries.ts'
import { Share } from './shareSchema.ts'
import { lastingImageOf } from './social.ts'

export function shareRoutes(app: App, context: AppContext) {
  const { db, sign } = context

  app.get(
    '/v0/pages/:page_id/audiences/:audience_id/share',
    operation('getShare', 'Get the share details of an audience', {
      scope: 'read',
      description: 'Its URL, title and preview image for e-mails.',
      response: { 200: Share },
    }),
    async ({ tenantId, params: { page_id, audience_id } }) => {
      const page = await getPageAddresses(context, db.read, tenantId, page_id)
      const [address, shown] = await Promise.all([
        getAddress(db.read, tenantId, page_id, page, audience_id),
        findShown(db.read, tenantId, audience_id),
      ])
      const isLive = address.isLive && shown?.pageStatus === 'published'
      const origin = new URL(address.url ?? page.siteUrl).origin
      return {
        ...address,
        isLive,
        title: shown?.document.metadata?.title || shown?.page.metadata?.title || shown?.page.title || '',
        // E-mail clients can't pass a gate.
        picture: isLive && shown && !shown.gate ? lastingImageOf(sign, origin, shown) : null,
      }
    },
  )
}
