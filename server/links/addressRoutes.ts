import { Type } from 'typebox'
import type { App, AppContext } from '../context.ts'
import { fold } from '../lists/search.ts'
import { operation } from '../web/operation.ts'
import { Pager } from '../web/paging.ts'
import { sendCsv } from '../web/send.ts'
import {
  countAddresses,
  exportAddresses,
  getPageAddresses,
  listAddresses,
  setPersonalLinks,
} from './addresses.ts'
import { AddressPage, AddressQuery, LinkSettings } from './addressSchema.ts'

export function addressRoutes(app: App, context: AppContext) {
  const { db, sign } = context

  app.get(
    '/v0/pages/:page_id/addresses',
    operation('listAddresses', 'List the addresses of a page’s audiences', {
      scope: 'read',
      description: 'Newest audience first, together with the address of the page.',
      querystring: AddressQuery,
      response: { 200: AddressPage },
    }),
    async ({ tenantId, params: { page_id }, query: { query = '', ...request } }) => {
      const filters = { page_id, query: fold(query) }
      const pager = new Pager<[string]>(sign, request, 'listAddresses', tenantId, filters)
      return await db.inSnapshot(async (read) => {
        const page = await getPageAddresses(context, read, tenantId, page_id)
        const [addresses, total] = await Promise.all([
          listAddresses(read, tenantId, page_id, page, query, pager.request),
          countAddresses(read, tenantId, page_id, query),
        ])
        const { publicUrl, personalLinks } = page
        const paged = pager.page(addresses, total, ({ audienceId }) => [audienceId])
        return { ...paged, publicUrl, personalLinks }
      })
    },
  )

  app.get(
    '/v0/pages/:page_id/addresses/export',
    operation('exportAddresses', 'Export names and addresses', {
      scope: 'read',
      description: 'As CSV in UTF-8 with a header row, for a mail merge.',
      response: { 200: { content: { 'text/csv': { schema: Type.String() } } } },
    }),
    async ({ tenantId, params: { page_id } }, reply) => {
      const page = await getPageAddresses(context, db.read, tenantId, page_id)
      return sendCsv(reply, `${page_id}-links`, exportAddresses(db.read, tenantId, page_id, page))
    },
  )

  app.put(
    '/v0/pages/:page_id/link_settings',
    operation('setLinkSettings', 'Choose how addresses of persons are written', {
      scope: 'write',
      description: 'Existing addresses keep working.',
      body: LinkSettings,
      response: { 200: LinkSettings },
    }),
    async ({ tenantId, params: { page_id }, body: { personalLinks } }) => {
      await db.inTransaction((tx) => setPersonalLinks(tx, tenantId, page_id, personalLinks))
      return { personalLinks }
    },
  )
}
