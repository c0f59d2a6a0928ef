import { type Static, Type } from 'typebox'
import { Enum, NamedObject } from '../../shared/typebox.ts'
import { Id, Timestamp } from '../web/schema.ts'

export const fieldOwners = ['account', 'person'] as const
export type FieldOwner = (typeof fieldOwners)[number]
export const fieldTypes = ['text', 'number', 'date', 'choice', 'url'] as const

const Key = Type.String({
  pattern: '^[a-z][a-z0-9_]{0,39}$',
  description:
    'Name in placeholders and values: `{{account.fields.industry|your industry}}`. It can’t be changed.',
})
const Label = Type.String({ minLength: 1, maxLength: 100, description: 'Display name.' })
const Choices = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  maxItems: 100,
  uniqueItems: true,
  description: 'What a field of the type `choice` may hold.',
})

const example = { key: 'industry', label: 'Industry', type: 'choice', choices: ['Logistics', 'Retail'] }

export const CustomField = NamedObject(
  'CustomField',
  {
    fieldId: Id('field'),
    owner: Enum(fieldOwners),
    key: Key,
    label: Label,
    type: Enum(fieldTypes),
    choices: Choices,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  example,
)
export type CustomField = Static<typeof CustomField>

export const CustomFields = NamedObject('CustomFields', { items: Type.Array(CustomField) })

export const CustomFieldInput = NamedObject(
  'CustomFieldInput',
  {
    owner: Enum(fieldOwners),
    key: Key,
    label: Label,
    type: Enum(fieldTypes),
    choices: Type.Optional(Choices),
  },
  { key: 'industry', label: 'Industry', type: 'choice', choices: example.choices },
)
export type CustomFieldInput = Static<typeof CustomFieldInput>

export const CustomFieldPatch = NamedObject(
  'CustomFieldPatch',
  { label: Type.Optional(Label), choices: Type.Optional(Choices) },
  { label: 'Sector' },
)
export type CustomFieldPatch = Static<typeof CustomFieldPatch>

const Value = Type.Union([Type.String(), Type.Number()])
export type FieldValue = Static<typeof Value>

export const FieldValues = NamedObject(
  'FieldValues',
  {
    fields: Type.Record(Type.String(), Value, {
      description: 'By the key of the field; those without a value are absent.',
    }),
  },
  { fields: { industry: 'Logistics', employees: 1200 } },
)
export type FieldValues = Static<typeof FieldValues>

export const FieldValuesPatch = NamedObject(
  'FieldValuesPatch',
  {
    fields: Type.Record(Type.String(), Type.Union([Value, Type.Null()]), {
      maxProperties: 100,
      description: 'Only the given fields change; null removes a value.',
    }),
  },
  { fields: { industry: 'Logistics', employees: null } },
)
export type FieldValuesPatch = Static<typeof FieldValuesPatch>

const mostFilters = 5

/** The filter parameter of lists. */
export const FieldFilter = Type.Optional(
  Type.Array(Type.String({ pattern: '^[a-z][a-z0-9_]{0,39}:', maxLength: 2_100 }), {
    maxItems: mostFilters,
    description:
      'Only those with this value of a custom field, such as `industry:Retail`. Numbers and dates also take a range ' +
      'that includes both ends: `employees:100..500`, `employees:100..` or `renewal:..2026-12-31`. ' +
      `All of up to ${mostFilters} filters must match.`,
  }),
)
