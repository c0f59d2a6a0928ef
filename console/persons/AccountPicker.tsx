import type { ReactNode } from 'react'
import { type Account, accountName, accountsQuery } from '../accounts/queries.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Picker } from '../ui/Picker.tsx'

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
        <>
          <Avatar name={accountName(account)} square />
          <span className="min-w-0 flex-1 truncate">{accountName(account)}</span>
          {account.name && <span className="truncate text-xs text-quiet">{account.domain}</span>}
        </>
      )}
    />
  )
}
