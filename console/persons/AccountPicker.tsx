import type { ReactNode } from 'react'
import {
  type Account,
  accountCreation,
  accountName,
  accountsQuery,
  useCreateAccount,
} from '../accounts/queries.ts'
import { DemoBadge } from '../home/DemoLine.tsx'
import { NamedChoice, Picker } from '../ui/Picker.tsx'

type Props = { trigger: ReactNode; onPick: (account: Account) => void; canCreate?: boolean }

/** Finds an account by its name or domain; with `canCreate`, it can also be created from a domain. */
export function AccountPicker({ canCreate = false, ...props }: Props) {
  const { mutateAsync: createAccount } = useCreateAccount()
  return (
    <Picker
      {...props}
      find="Find an account"
      placeholder="Name or domain"
      query={(query) => accountsQuery({ query })}
      keyOf={({ accountId }) => accountId}
      show={(account) => (
        <NamedChoice
          name={accountName(account)}
          hint={account.name && account.domain}
          badge={<DemoBadge domain={account.domain} />}
          square
        />
      )}
      create={canCreate ? accountCreation(createAccount) : undefined}
    />
  )
}
