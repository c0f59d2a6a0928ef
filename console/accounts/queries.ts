import { useMutation, useQueryClient } from '@tanstack/react-query'
import { nameOfDomain } from '../../shared/nameOfDomain.ts'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { editLists, listQuery, readQuery, refreshLists, sortBy } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'
import type { PickerCreation } from '../ui/Picker.tsx'

export type Account = Shape<'Account'>

/** The display name; the domain of an account without a name. */
export function accountName({ name, domain }: Pick<Account, 'name' | 'domain'>): string {
  return name ?? domain
}

export function accountsQuery({
  query,
  field,
  sort,
}: {
  query?: string | undefined
  field?: string[] | undefined
  sort?: string | undefined
}) {
  const filters = { ...(query && { query }), ...(field && { field }), ...sortBy<'/v0/accounts'>(sort) }
  return listQuery<Account>(keys.accounts.list(filters), (page, signal) =>
    api.accounts.list({ ...filters, ...page }, { signal }),
  )
}

export function accountQuery(accountId: string) {
  return readQuery(keys.accounts.one(accountId), (call) => api.accounts.get(accountId, call))
}

export function useCreateAccount() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Shape<'AccountInput'>) => api.accounts.create(input),
    onSuccess: () =>
      // The service links persons of this domain to the new account.
      Promise.all([
        refreshLists(client, keys.accounts.all),
        client.invalidateQueries({ queryKey: keys.persons.all }),
      ]),
  })
}

/** Lets a picker create an account from a typed domain, with the name that visitors will read. */
export function accountCreation(
  create: (input: Shape<'AccountInput'>) => Promise<Account>,
): PickerCreation<Account> {
  return {
    label: (text) => (/^\S+\.\S+$/.test(text) ? `Add company ${text}` : undefined),
    help: 'Add it by its domain, such as acme.com.',
    ask: {
      label: 'Company name',
      hint: 'Visitors read it on their page.',
      proposal: (domain) => nameOfDomain(domain) ?? '',
    },
    run: (domain, name) => create({ domain, ...(name && { name }) }),
  }
}

export function useRenameAccount(accountId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (name: string | null) => api.accounts.update(accountId, { name }),
    onSuccess: (account) => {
      client.setQueryData(accountQuery(accountId).queryKey, account)
      editLists<Account>(client, keys.accounts.all, (row) => (row.accountId === accountId ? account : row))
      // Audience names contain the name of their account.
      void client.invalidateQueries({ queryKey: keys.audiences.all })
    },
  })
}

export function accountLogoQuery(accountId: string) {
  return readQuery(keys.accounts.logo(accountId), (call) => api.accounts.getLogo(accountId, call))
}

export function useSetAccountLogo(accountId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (logoAssetId: string | null) => api.accounts.setLogo(accountId, { logoAssetId }),
    onSuccess: (logo) => client.setQueryData(accountLogoQuery(accountId).queryKey, logo),
  })
}
