import type { ReactNode } from 'react'
import { type Account, accountName, accountsQuery } from '../accounts/queries.ts'
import { NamedChoice, Picker } from '../ui/Picker.tsx'

type Props = { trigger: ReactNode; onPick: (account: Account) => void }

/** Finds an account by typing a part of its name or domain. */
export function AccountPicker(props: Props) {
  return (
    <Picker
      {...props}
      find="Find an account"
      placeholder="Name or domain"
      query={(query) => accountsQuery({ query })}
      keyOf={({ accountId }) => accountId}
      show={(account) => (
        <NamedChoice name={accountName(account)} hint={account.name && account.domain} square />
      )}
    />
  )
}
