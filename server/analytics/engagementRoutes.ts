import { type Static, Type } from 'typebox'
import { exampleId } from '../../shared/ids.ts'
import { ClosedObject, NamedObject } from '../../shared/typebox.ts'
import { readEngagement } from '../activity/engagement.ts'
import type { App, AppContext } from '../context.ts'
import { databaseNow } from '../database/clock.ts'
import { operation } from '../web/operation.ts'
import { Id } from '../web/schema.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

const EngagementFigures = NamedObject(
  'EngagementFigures',
  {
    id: Type.String({ description: 'Id of the account or person.', examples: [exampleId('account')] }),
    visits: count('Sessions of people.'),
    visitedPages: count('Pages made for them that were visited.'),
    returns: count('Visits to the same page on another day.'),
    forms: count('Sessions with a form submit.'),
    actionClicks: count('Clicks on actions.'),
  },
  { visits: 14, visitedPages: 3, returns: 3, forms: 1, actionClicks: 4 },
)
type EngagementFigures = Static<typeof EngagementFigures>

const EngagementList = NamedObject('EngagementList', {
  items: Type.Array(EngagementFigures, { description: 'Those with visits, in no order.' }),
})

const ids = (prefix: 'account' | 'person') =>
  Type.Optional(Type.Array(Id(prefix), { minItems: 1, maxItems: 100, description: `Which ${prefix}s.` }))

export function engagementRoutes(app: App, { db }: AppContext) {
  app.get(
    '/v0/analytics/engagement',
    operation('listEngagement', 'List what accounts and persons did', {
      scope: 'read',
      description:
        'Visits to the pages made for them, today and in the six days before, in UTC. Those without visits are left out.',
      querystring: ClosedObject({ accountId: ids('account'), personId: ids('person') }),
      response: { 200: EngagementList },
    }),
    async ({ tenantId, query: { accountId = [], personId = [] } }) => {
      const now = databaseNow()
      const read = (owner: 'account' | 'person', named: string[]) =>
        named.length === 0 ? [] : readEngagement(db.read, tenantId, { now, owner, ids: named })
      const found = (await Promise.all([read('account', accountId), read('person', personId)])).flat()
      const items: EngagementFigures[] = found.map(({ ownerId, visitedAudiences, ...figures }) => ({
        id: ownerId,
        visitedPages: visitedAudiences,
        ...figures,
      }))
      return { items }
    },
  )
}
