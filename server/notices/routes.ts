import type { App, AppContext } from '../context.ts'
import { readTally } from '../lists/tallies.ts'
import { Pager } from '../web/paging.ts'
import { countUnread, listNotices, markRead } from './queries.ts'
import { NoticePage, NoticeQuery, NoticesRead, UnreadNotices } from './schema.ts'

export function noticeRoutes(app: App, { db, sign }: AppContext) {
  app.get(
    '/v0/notices',
    {
      schema: {
        operationId: 'listNotices',
        summary: 'List notices',
        description:
          'First visits, return visits, clicks and form submissions, newest first, as chosen for the console. Kept for 90 days.',
        querystring: NoticeQuery,
        response: { 200: NoticePage },
      },
      config: { scope: 'read', beyond: true },
    },
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
    {
      schema: {
        operationId: 'countUnreadNotices',
        summary: 'Count unread notices',
        response: { 200: UnreadNotices },
      },
      config: { scope: 'read', beyond: true },
    },
    ({ tenantId, caller: { keyId } }) => countUnread(db.read, tenantId, keyId),
  )

  app.post(
    '/v0/notices/read',
    {
      schema: {
        operationId: 'markNoticesRead',
        summary: 'Mark notices as read',
        description: 'Applies to the calling key only.',
        body: NoticesRead,
        response: { 200: UnreadNotices },
      },
      config: { scope: 'read', beyond: true },
    },
    ({ tenantId, caller: { keyId }, body: { upTo } }) =>
      db.inTransaction(async (tx) => {
        await markRead(tx, tenantId, keyId, upTo)
        return await countUnread(tx, tenantId, keyId)
      }),
  )
}
