import type { App, AppContext } from '../context.ts'
import { readTally } from '../lists/tallies.ts'
import { operation } from '../web/operation.ts'
import { Pager } from '../web/paging.ts'
import { countUnread, listNotices, markRead } from './queries.ts'
import { NoticePage, NoticeQuery, NoticesRead, UnreadNotices } from './schema.ts'

export function noticeRoutes(app: App, { db, sign }: AppContext) {
  app.get(
    '/v0/notices',
    operation('listNotices', 'List notices', {
      scope: 'read',
      description:
        'First visits, return visits, clicks and form submissions, newest first, as chosen for the console. Kept for 90 days.',
      querystring: NoticeQuery,
      response: { 200: NoticePage },
    }),
    async ({ tenantId, caller: { keyId }, query }) => {
      const pager = new Pager<[string]>(sign, query, 'listNotices', tenantId)
      const [notices, total] = await Promise.all([
        listNotices(db.read, tenantId, keyId, pager.request),
        readTally(db.read, tenantId, 'notices'),
      ])
      return pager.page(notices, total, ({ noticeId }) => [noticeId])
    },
  )

  app.get(
    '/v0/notices/unread',
    operation('countUnreadNotices', 'Count unread notices', {
      scope: 'read',
      response: { 200: UnreadNotices },
    }),
    ({ tenantId, caller: { keyId } }) => countUnread(db.read, tenantId, keyId),
  )

  app.post(
    '/v0/notices/read',
    operation('markNoticesRead', 'Mark notices as read', {
      scope: 'read',
      description: 'Applies to the calling key only.',
      body: NoticesRead,
      response: { 200: UnreadNotices },
    }),
    ({ tenantId, caller: { keyId }, body: { upTo } }) =>
      db.inTransaction(async (tx) => {
        await markRead(tx, tenantId, keyId, upTo)
        return await countUnread(tx, tenantId, keyId)
      }),
  )
}
