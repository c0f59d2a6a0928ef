import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { editLists, listQuery, readQuery, refreshLists, sortBy } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'
import type { PickerCreation } from '../ui/Picker.tsx'

export type Person = Shape<'Person'>

/** The display name; every person has a name or an e-mail address. */
export function personName({ name, email }: Pick<Person, 'name' | 'email'>): string {
  return name ?? email ?? ''
}

type PersonListFilters = {
  query?: string | undefined
  accountId?: string | undefined
  field?: string[] | undefined
  sort?: string | undefined
}

export function personsQuery({ query, accountId, field, sort }: PersonListFilters) {
  const filters = {
    ...(query && { query }),
    ...(accountId && { accountId }),
    ...(field && { field }),
    ...sortBy<'/v0/persons'>(sort),
  }
  return listQuery<Person>(keys.persons.list(filters), (page, signal) =>
    api.persons.list({ ...filters, ...page }, { signal }),
  )
}

export function personQuery(personId: string) {
  return readQuery(keys.persons.one(personId), (call) => api.persons.get(personId, call))
}

/** A typed person that isn't saved yet, with an e-mail address or a name. */
export type NewPerson = Pick<Person, 'name' | 'email'>

/** Lets a picker create a typed person. */
export const personCreation: PickerCreation<NewPerson> = {
  label: (text) => (text ? `Add person ${text}` : undefined),
  run: async (text) => (text.includes('@') ? { name: null, email: text } : { name: text, email: null }),
}

/** Creates a person, or changes the one with this id. */
export function useSavePerson(personId?: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Shape<'PersonInput'>) =>
      personId === undefined ? api.persons.create(input) : api.persons.update(personId, input),
    onSuccess: async (person) => {
      client.setQueryData(personQuery(person.personId).queryKey, person)
      if (personId === undefined) await refreshLists(client, keys.persons.all)
      else editLists<Person>(client, keys.persons.all, (row) => (row.personId === personId ? person : row))
      // Accounts show their persons; audiences and activity show their names.
      for (const { all } of [keys.accounts, keys.audiences, keys.activity])
        void client.invalidateQueries({ queryKey: all })
    },
  })
}

/** Erases a person. After leaving their screen (`leave`), their data is removed from the query cache, too. */
export function useErasePerson(leave: () => Promise<void>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ personId }: Person) => api.persons.erase(personId),
    onSuccess: async (_, { personId }) => {
      editLists<Person>(client, keys.persons.all, (row) => (row.personId === personId ? undefined : row))
      await leave()
      for (const { all } of [keys.persons, keys.accounts, keys.audiences, keys.activity, keys.pages])
        client.removeQueries({ queryKey: all, type: 'inactive' })
      client.removeQueries({ queryKey: keys.pages.everyOne, type: 'inactive' })
    },
  })
}
