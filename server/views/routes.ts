import { Type } from 'typebox'
import { ClosedObject, Enum } from '../../shared/typebox.ts'
import type { App, AppContext } from '../context.ts'
import { operation } from '../web/operation.ts'
import { deleteView, listViews, saveView } from './queries.ts'
import { SavedView, SavedViewInput, SavedViews, viewLists } from './schema.ts'

export function viewRoutes(app: App, { db }: AppContext) {
  app.get(
    '/v0/views',
    operation('listViews', 'List saved views', {
      scope: 'read',
      description: 'Lists of the console with their filters and sort. A tenant has at most 100.',
      querystring: ClosedObject({ list: Type.Optional(Enum(viewLists)) }),
      response: { 200: SavedViews },
    }),
    async ({ tenantId, query }) => ({ items: await listViews(db.read, tenantId, query.list) }),
  )

  app.post(
    '/v0/views',
    operation('saveView', 'Save a view', {
      scope: 'write',
      description: 'A view of the same list with the same name is replaced.',
      body: SavedViewInput,
      response: { 201: SavedView },
      problems: ['view_limit'],
    }),
    ({ tenantId, body }) => db.inTransaction((tx) => saveView(tx, tenantId, body)),
  )

  app.delete(
    '/v0/views/:view_id',
    operation('deleteView', 'Delete a saved view', { scope: 'write' }),
    ({ tenantId, params }) => db.inTransaction((tx) => deleteView(tx, tenantId, params.view_id)),
  )
}
