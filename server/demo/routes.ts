import type { App, AppContext } from '../context.ts'
import { operation } from '../web/operation.ts'
import { removeDemo } from './remove.ts'

export function demoRoutes(app: App, context: AppContext) {
  app.delete(
    '/v0/demo',
    operation('removeDemo', 'Remove the sample data', {
      scope: 'publish',
      description:
        'Deletes the sample pages and erases the sample accounts and people with their notes, activity and visits. Accounts that pages of your own are made for stay. Without sample data, nothing happens.',
    }),
    async ({ tenantId }) => {
      await context.db.inTransaction((tx) => removeDemo(context, tx, tenantId))
    },
  )
}
