import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { readQuery } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'
import { confirm } from '../ui/ConfirmDialog.tsx'
import { attempt } from '../ui/notify.tsx'
import type { CustomField } from './words.ts'

export type FieldValues = Shape<'FieldValues'>['fields']
export type FieldOwner = CustomField['owner']

export const fieldTypeWords = {
  text: 'Text',
  number: 'Number',
  date: 'Date',
  choice: 'Choice',
  url: 'Web address',
} as const
export const ownerWords = { account: 'Accounts', person: 'People' } as const
export const owners = ['account', 'person'] as const

export const fieldsQuery = readQuery(keys.fields.definitions, (call) => api.customFields.list({}, call), {
  staleTime: 60_000,
})

export function useCreateField() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Shape<'CustomFieldInput'>) => api.customFields.create(body),
    onSuccess: () => client.invalidateQueries({ queryKey: fieldsQuery.queryKey }),
  })
}

export function useDeleteField() {
  const client = useQueryClient()
  return async ({ fieldId, label }: CustomField) => {
    const isSure = await confirm({
      title: `Delete ${label}?`,
      body: 'Its values are deleted permanently. Pages keep what they show until their next version.',
      action: 'Delete field',
      danger: true,
    })
    if (!isSure) return
    await attempt(async () => {
      await api.customFields.delete(fieldId)
      await client.invalidateQueries({ queryKey: fieldsQuery.queryKey })
      await client.invalidateQueries({ queryKey: keys.fields.allValues })
    }, `${label} deleted`)
  }
}

export function valuesQuery(owner: FieldOwner, id: string) {
  return readQuery(keys.fields.values(owner, id), (call) =>
    owner === 'account'
      ? api.customFields.getAccountFields(id, call)
      : api.customFields.getPersonFields(id, call),
  )
}

export function useSaveValues(owner: FieldOwner, id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (fields: Shape<'FieldValuesPatch'>['fields']) =>
      owner === 'account'
        ? api.customFields.updateAccountFields(id, { fields })
        : api.customFields.updatePersonFields(id, { fields }),
    onSuccess: (values) => client.setQueryData(valuesQuery(owner, id).queryKey, values),
  })
}
