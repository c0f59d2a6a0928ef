import { Type } from 'typebox'
import { invalid } from '../../shared/problem.ts'
import { ClosedObject, Enum } from '../../shared/typebox.ts'
import { noteChange } from '../audit/cause.ts'
import type { App, AppContext } from '../context.ts'
import type { Tx } from '../database/database.ts'
import { operation } from '../web/operation.ts'
import { changeFieldValues } from './change.ts'
import { deleteField, getField, getValues, insertField, listFields, updateField } from './queries.ts'
import {
  CustomField,
  CustomFieldInput,
  CustomFieldPatch,
  CustomFields,
  type FieldOwner,
  FieldValues,
  FieldValuesPatch,
  fieldOwners,
} from './schema.ts'
import { readPatch } from './values.ts'

export function customFieldRoutes(app: App, context: AppContext) {
  definitionRoutes(app, context)
  for (const owner of fieldOwners) valueRoutes(app, context, owner)
}

function definitionRoutes(app: App, { db }: AppContext) {
  app.get(
    '/v0/custom_fields',
    operation('listCustomFields', 'List custom fields', {
      scope: 'read',
      description: 'A tenant has at most 100.',
      querystring: ClosedObject({ owner: Type.Optional(Enum(fieldOwners)) }),
      response: { 200: CustomFields },
    }),
    async ({ tenantId, query }) => ({ items: await listFields(db.read, tenantId, query.owner) }),
  )

  app.post(
    '/v0/custom_fields',
    operation('createCustomField', 'Create a custom field', {
      scope: 'admin',
      body: CustomFieldInput,
      response: { 201: CustomField },
      problems: ['field_limit', 'field_exists'],
    }),
    async ({ tenantId, body }) => {
      demandChoices(body.type, body.choices ?? [])
      return await db.inTransaction((tx) => insertField(tx, tenantId, body))
    },
  )

  app.patch(
    '/v0/custom_fields/:field_id',
    operation('updateCustomField', 'Update a custom field', {
      scope: 'admin',
      description: 'Values that are no longer among the choices stay until they are changed.',
      body: CustomFieldPatch,
      response: { 200: CustomField },
    }),
    ({ tenantId, params, body }) =>
      db.inTransaction(async (tx) => {
        const field = await getField(tx, tenantId, params.field_id)
        if (Object.keys(body).length === 0) return field
        noteChange(tx, { before: field })
        if (body.choices !== undefined) demandChoices(field.type, body.choices)
        return await updateField(tx, tenantId, params.field_id, body)
      }),
  )

  app.delete(
    '/v0/custom_fields/:field_id',
    operation('deleteCustomField', 'Delete a custom field', {
      scope: 'admin',
      description: 'Its values are deleted too. Placeholders show their fallback from the next version.',
    }),
    async ({ tenantId, params }) => {
      await db.inTransaction((tx) => deleteField(tx, tenantId, params.field_id))
    },
  )
}

function demandChoices(type: CustomField['type'], choices: string[]): void {
  if (type === 'choice' && choices.length === 0) throw invalid('/choices', 'must name at least one choice')
  if (type !== 'choice' && choices.length > 0)
    throw invalid('/choices', 'are only for fields of the type choice')
}

async function patchValues(
  tx: Tx,
  tenantId: string,
  owner: FieldOwner,
  id: string,
  patch: FieldValuesPatch,
): Promise<FieldValues> {
  // A missing owner is reported before an invalid value.
  const [fields, before] = await Promise.all([
    listFields(tx, tenantId, owner),
    getValues(tx, tenantId, owner, id),
  ])
  noteChange(tx, { before: before.fields, after: patch.fields })
  await changeFieldValues(tx, tenantId, owner, id, readPatch(fields, patch))
  return await getValues(tx, tenantId, owner, id)
}

/** The values of one account or person. */
function valueRoutes(app: App, { db }: AppContext, owner: FieldOwner) {
  const name = owner === 'account' ? 'Account' : 'Person'
  const noun = owner === 'account' ? 'an account' : 'a person'
  const path = `/v0/${owner}s/:${owner}_id/fields`
  const idOf = (params: object) => (params as Record<string, string>)[`${owner}_id`] as string

  app.get(
    path,
    operation(`get${name}Fields`, `Get the custom fields of ${noun}`, {
      scope: 'read',
      response: { 200: FieldValues },
    }),
    ({ tenantId, params }) => getValues(db.read, tenantId, owner, idOf(params)),
  )

  app.patch(
    path,
    operation(`update${name}Fields`, `Change custom fields of ${noun}`, {
      scope: 'write',
      body: FieldValuesPatch,
      response: { 200: FieldValues },
    }),
    ({ tenantId, params, body }) =>
      db.inTransaction((tx) => patchValues(tx, tenantId, owner, idOf(params), body)),
  )
}
