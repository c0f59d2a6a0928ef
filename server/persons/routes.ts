import type { App, AppContext } from '../context.ts'
import { readFieldFilters } from '../fields/filter.ts'
import { operation } from '../web/operation.ts'
import { areLive } from '../web/publishing.ts'
import { erasePerson } from './erase.ts'
import { areNamedByLiveGates } from './eraseElsewhere.ts'
import { getPerson, openPersonList } from './queries.ts'
import { Person, PersonInput, PersonPage, PersonPatch, PersonQuery } from './schema.ts'
import { createPerson, patchPerson } from './verbs.ts'

export function personRoutes(app: App, context: AppContext) {
  const { db } = context
  const persons = openPersonList()

  app.post(
    '/v0/persons',
    operation('createPerson', 'Create a person', {
      scope: 'write',
      description:
        'Linked to the given account, or else to the account with the same domain, now or when one is created.',
      body: PersonInput,
      response: { 201: Person },
      problems: ['person_exists', 'slug_taken'],
    }),
    ({ tenantId, body }) => db.inTransaction((tx) => createPerson(tx, tenantId, body)),
  )

  app.get(
    '/v0/persons',
    operation('listPersons', 'List persons', {
      scope: 'read',
      description:
        'Newest first; with `query`, best match first: every word occurs in name, e-mail or domain.',
      querystring: PersonQuery,
      response: { 200: PersonPage },
    }),
    async ({ tenantId, query: { field, ...query } }) => {
      const fields = await readFieldFilters(db.read, tenantId, 'person', field)
      return await persons.read(context, 'listPersons', tenantId, { ...query, fields })
    },
  )

  app.get(
    '/v0/persons/:person_id',
    operation('getPerson', 'Get a person', { scope: 'read', response: { 200: Person } }),
    ({ tenantId, params }) => getPerson(db.read, tenantId, params.person_id),
  )

  app.patch(
    '/v0/persons/:person_id',
    operation('updatePerson', 'Change a person', {
      scope: 'write',
      body: PersonPatch,
      response: { 200: Person },
      problems: ['person_exists', 'slug_taken'],
    }),
    ({ tenantId, demandPublish, params, body }) =>
      db.inTransaction((tx) => patchPerson(tx, tenantId, params.person_id, body, demandPublish)),
  )

  app.delete(
    '/v0/persons/:person_id',
    operation('erasePerson', 'Erase a person', {
      scope: 'write',
      description: 'Permanently deletes the person and all data about them.',
    }),
    async ({ tenantId, demandPublish, params: { person_id: personId } }) => {
      await db.inTransaction(async (tx) => {
        const isSeen =
          (await areLive(tx, tenantId, { personId })) ||
          (await areNamedByLiveGates(tx, tenantId, tx`person_id = ${personId}`))
        if (isSeen) demandPublish()
        await erasePerson(tx, tenantId, personId)
      })
    },
  )
}
