import type { App, AppContext } from '../context.ts'
import { readFieldFilters } from '../fields/filter.ts'
import { fold, MatchCounts, type SearchKey } from '../lists/search.ts'
import { readSort, type SortKey, sortKey } from '../lists/sort.ts'
import { Pager } from '../web/paging.ts'
import { areLive } from '../web/publishing.ts'
import { Params } from '../web/schema.ts'
import { erasePerson } from './erase.ts'
import { getPerson, searchPersons, sortPersons } from './queries.ts'
import { Person, PersonInput, PersonPage, PersonPatch, PersonQuery } from './schema.ts'
import { createPerson, patchPerson } from './verbs.ts'

const one = Params({ person_id: 'person' })

export function personRoutes(app: App, { db, sign }: AppContext) {
  const counts = new MatchCounts('persons_revision')
  app.post(
    '/v0/persons',
    {
      schema: {
        operationId: 'createPerson',
        summary: 'Create a person',
        description:
          'Linked to the given account, or else to the account with the same domain, now or when one is created.',
        body: PersonInput,
        response: { 201: Person },
      },
      config: { scope: 'write', beyond: true, problems: ['person_exists', 'slug_taken'] },
    },
    ({ tenantId, body }) => db.inTransaction((tx) => createPerson(tx, tenantId, body)),
  )

  app.get(
    '/v0/persons',
    {
      schema: {
        operationId: 'listPersons',
        summary: 'List persons',
        description:
          'Newest first; with `query`, best match first: every word occurs in name, e-mail or domain.',
        querystring: PersonQuery,
        response: { 200: PersonPage },
      },
      config: { scope: 'read', beyond: true },
    },
    async ({ tenantId, query: { query = '', accountId, field, sort, ...request } }) => {
      const fields = await readFieldFilters(db.read, tenantId, 'person', field)
      const filters = { query: fold(query), accountId, ...(field && { fields }) }
      const sorting = readSort(sort)
      if (sorting) {
        const pager = new Pager<SortKey>(sign, request, 'listPersons', tenantId, { ...filters, sort })
        const { rows, total } = await db.inSnapshot((read) =>
          sortPersons(read, counts, tenantId, filters, sorting, pager.request),
        )
        return pager.page(rows, total, (row) => sortKey(row, row.personId))
      }
      const pager = new Pager<SearchKey>(sign, request, 'listPersons', tenantId, filters)
      const { rows, total } = await db.inSnapshot((read) =>
        searchPersons(read, counts, tenantId, filters, pager.request),
      )
      return pager.page(rows, total, ({ tier, personId }) => [tier, personId])
    },
  )

  app.get(
    '/v0/persons/:person_id',
    {
      schema: {
        operationId: 'getPerson',
        summary: 'Get a person',
        params: one,
        response: { 200: Person },
      },
      config: { scope: 'read', beyond: true },
    },
    ({ tenantId, params }) => getPerson(db.read, tenantId, params.person_id),
  )

  app.patch(
    '/v0/persons/:person_id',
    {
      schema: {
        operationId: 'updatePerson',
        summary: 'Change a person',
        params: one,
        body: PersonPatch,
        response: { 200: Person },
      },
      config: { scope: 'write', beyond: true, problems: ['person_exists', 'slug_taken'] },
    },
    ({ tenantId, params, body }) =>
      db.inTransaction((tx) => patchPerson(tx, tenantId, params.person_id, body)),
  )

  app.delete(
    '/v0/persons/:person_id',
    {
      schema: {
        operationId: 'erasePerson',
        summary: 'Erase a person',
        description: 'Permanently deletes the person and all data about them.',
        params: one,
      },
      config: { scope: 'write', beyond: true },
    },
    async ({ tenantId, demandPublish, params: { person_id: personId } }) => {
      await db.inTransaction(async (tx) => {
        if (await areLive(tx, tenantId, { personId })) demandPublish()
        await erasePerson(tx, tenantId, personId)
      })
    },
  )
}
