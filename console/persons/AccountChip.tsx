import { useQuery } from '@tanstack/react-query'
import { ListFilter, X } from 'lucide-react'
import { accountName, accountQuery } from '../accounts/queries.ts'
import { IconButton } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { AccountPicker } from './AccountPicker.tsx'

type Props = { accountId: string | undefined; onChange: (accountId: string | undefined) => void }

/** Filters by account. There may be a million accounts, so they are searched and not listed. */
export function AccountChip({ accountId, onChange }: Props) {
  const { data, isError } = useQuery({ ...accountQuery(accountId ?? ''), enabled: accountId !== undefined })
  return (
    <div
      className={cx(
        'flex h-8 max-w-full min-w-0 items-center rounded-md border text-sm max-md:h-10',
        accountId ? 'border-edge bg-raised shadow-low' : 'border-dashed border-edge text-quiet',
      )}
    >
      <AccountPicker
        onPick={({ accountId }) => onChange(accountId)}
        trigger={
          <button
            type="button"
            className="flex h-full min-w-0 items-center gap-1.5 rounded-md px-2.5 hover:bg-hover hover:text-ink data-[state=open]:bg-hover"
          >
            {!accountId && <ListFilter aria-hidden className="size-3.5" />}
            <span className={cx(accountId && 'text-quiet')}>Account</span>
            {accountId && (
              <span className="truncate font-medium">
                {data ? accountName(data) : isError ? 'unknown' : '…'}
              </span>
            )}
          </button>
        }
      />
      {accountId && (
        <IconButton
          icon={X}
          label="Show every account"
          size="sm"
          className="h-full!"
          onClick={() => onChange(undefined)}
        />
      )}
    </div>
  )
}
