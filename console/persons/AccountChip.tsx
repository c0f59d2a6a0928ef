import { useQuery } from '@tanstack/react-query'
import { accountName, accountQuery } from '../accounts/queries.ts'
import { ChipButton, ChipFrame } from '../ui/filters.tsx'
import { AccountPicker } from './AccountPicker.tsx'

type Props = { accountId: string | undefined; onChange: (accountId: string | undefined) => void }

/** Filters by account. There may be a million accounts, so they are searched and not listed. */
export function AccountChip({ accountId, onChange }: Props) {
  const { data, isError } = useQuery({ ...accountQuery(accountId ?? ''), enabled: accountId !== undefined })
  const name = data ? accountName(data) : isError ? 'unknown' : '…'
  return (
    <ChipFrame
      isChosen={accountId !== undefined}
      clearLabel="Show every account"
      onClear={() => onChange(undefined)}
      className="max-md:h-10"
    >
      <AccountPicker
        onPick={({ accountId }) => onChange(accountId)}
        trigger={<ChipButton label="Account" chosen={accountId && name} />}
      />
    </ChipFrame>
  )
}
