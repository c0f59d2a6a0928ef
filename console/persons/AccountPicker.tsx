import { Command } from 'cmdk'
import { Popover } from 'radix-ui'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { type Account, accountName, accountsQuery } from '../accounts/queries.ts'
import { useList } from '../api/lists.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { cx } from '../ui/cx.ts'
import { Skeleton } from '../ui/states.tsx'

type Props = { trigger: ReactNode; onPick: (account: Account) => void }

/** Finds an account by typing a part of its name or domain. */
export function AccountPicker({ trigger, onPick }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label="Find an account"
          className="z-50 w-72 animate-rise overflow-hidden rounded-lg bg-raised shadow-float"
        >
          <Choices
            onPick={(account) => {
              setIsOpen(false)
              onPick(account)
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Choices({ onPick }: Pick<Props, 'onPick'>) {
  const [text, setText] = useState('')
  const query = useDeferredValue(text.trim())
  const { rows, isLoading, isStale } = useList(accountsQuery({ query }))
  return (
    <Command label="Find an account" shouldFilter={false}>
      <Command.Input
        autoFocus
        value={text}
        onValueChange={setText}
        placeholder="Name or domain"
        className="h-10 w-full border-b border-line bg-transparent px-3 text-sm outline-none max-md:text-lg"
      />
      <Command.List className={cx('thin-scroll max-h-64 overflow-y-auto p-1', isStale && 'opacity-60')}>
        {isLoading && <Skeleton className="m-2 h-4 w-40" />}
        {!isLoading && (
          <Command.Empty className="px-2 py-3 text-sm text-quiet">No account matches.</Command.Empty>
        )}
        {rows.slice(0, 20).map((account) => (
          <Command.Item
            key={account.accountId}
            value={account.accountId}
            onSelect={() => onPick(account)}
            className="flex items-center gap-2.5 rounded-md px-2 py-1.5 text-sm data-[selected=true]:bg-hover"
          >
            <Avatar name={accountName(account)} square />
            <span className="min-w-0 flex-1 truncate">{accountName(account)}</span>
            {account.name && <span className="truncate text-xs text-quiet">{account.domain}</span>}
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  )
}
