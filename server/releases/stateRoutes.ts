import type { App, AppContext } from '../context.ts'
import { fold } from '../lists/search.ts'
import { operation } from '../web/operation.ts'
import { Pager } from '../web/paging.ts'
import { Empty } from '../web/schema.ts'
import {
  countConflictAudiences,
  countConflicts,
  decideConflicts,
  groupConflicts,
  listConflicts,
} from './conflicts.ts'
import { setDetached } from './detach.ts'
import {
  AudienceBaseState,
  BaseStatePage,
  BaseStateQuery,
  ChangedBlocks,
  ConflictDecisions,
  ConflictPage,
  ConflictQuery,
  ConflictsDecided,
} from './stateSchema.ts'
import { countChangedBlocks, countMatching, countStates, listStates, refreshStates } from './states.ts'

/** How audiences differ from the newest revision of their page. */
export function baseStateRoutes(app: App, context: AppContext) {
  const { db, sign } = context

  app.get(
    '/v0/pages/:page_id/base_states',
    operation('listBaseStates', 'See which audiences have the newest revision of a page', {
      scope: 'read',
      description:
        'Newest audience first, with counts for the whole page. Audiences are compared on request. On large pages, `counts.unchecked` is the number still to compare; repeat the request to continue.',
      querystring: BaseStateQuery,
      response: { 200: BaseStatePage },
    }),
    async ({ tenantId, params: { page_id }, query: { cursor, limit, ...filter } }) => {
      const filters = { ...filter, page_id, query: fold(filter.query ?? '') }
      const pager = new Pager<[string]>(sign, { cursor, limit }, 'listBaseStates', tenantId, filters)
      const released = await refreshStates(db, tenantId, page_id)
      const [states, total, counts] = await Promise.all([
        listStates(db.read, tenantId, released, filter, pager.request),
        countMatching(db.read, tenantId, released, filter),
        countStates(db.read, tenantId, released),
      ])
      const { revision } = released
      return { ...pager.page(states, total, ({ audienceId }) => [audienceId]), revision, counts }
    },
  )

  app.get(
    '/v0/pages/:page_id/document/changes',
    operation('listChangedBlocks', 'See which blocks of a page audiences have changed', {
      scope: 'read',
      description: 'A release that changes these blocks can cause conflicts.',
      response: { 200: ChangedBlocks },
    }),
    async ({ tenantId, params: { page_id } }) =>
      countChangedBlocks(db.read, tenantId, await refreshStates(db, tenantId, page_id)),
  )

  for (const [verb, operationId, summary, description] of [
    ['detach', 'detachAudience', 'Detach an audience from its page', 'Releases of the page skip it.'],
    ['attach', 'attachAudience', 'Attach an audience to its page', 'Releases of the page include it again.'],
  ] as const)
    app.post(
      `/v0/pages/:page_id/audiences/:audience_id/${verb}`,
      operation(operationId, summary, {
        scope: 'write',
        description,
        body: Empty,
        response: { 200: AudienceBaseState },
        problems: ['state_conflict'],
      }),
      async ({ tenantId, params: { page_id, audience_id } }) =>
        setDetached(db, tenantId, page_id, audience_id, verb === 'detach'),
    )

  conflictRoutes(app, context)
}

function conflictRoutes(app: App, { db, sign }: AppContext) {
  app.get(
    '/v0/pages/:page_id/conflicts',
    operation('listConflicts', 'List conflicts of a page', {
      scope: 'read',
      description:
        'Texts that both the page and an audience changed, compared with the latest revision. `groups` summarises them for the whole page.',
      querystring: ConflictQuery,
      response: { 200: ConflictPage },
    }),
    async ({ tenantId, params: { page_id }, query: { cursor, limit, ...filter } }) => {
      const filters = { page_id, ...filter }
      const pager = new Pager<[string, string]>(sign, { cursor, limit }, 'listConflicts', tenantId, filters)
      const released = await refreshStates(db, tenantId, page_id)
      const [items, total, groups, audiences, { unchecked }] = await Promise.all([
        listConflicts(db.read, tenantId, page_id, filter, pager.request),
        countConflicts(db.read, tenantId, page_id, filter),
        groupConflicts(db.read, tenantId, page_id),
        countConflictAudiences(db.read, tenantId, page_id),
        countStates(db.read, tenantId, released),
      ])
      const paged = pager.page(items, total, ({ conflictId, audienceId }) => [conflictId, audienceId])
      return { ...paged, revision: released.revision, groups, ...audiences, unchecked }
    },
  )

  app.post(
    '/v0/pages/:page_id/conflicts/decisions',
    operation('decideConflicts', 'Decide conflicts', {
      scope: 'write',
      description:
        'Decisions are used by a release with `conflicts: "decided"` and discarded when either side changes again. Nothing is published.',
      body: ConflictDecisions,
      response: { 200: ConflictsDecided },
    }),
    async ({ tenantId, params: { page_id }, body }) => ({
      decided: await decideConflicts(db, tenantId, page_id, body),
    }),
  )
}
