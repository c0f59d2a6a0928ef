import { useQuery } from '@tanstack/react-query'
import { ChevronDown, X } from 'lucide-react'
import { useId } from 'react'
import { accountName, accountQuery } from '../accounts/queries.ts'
import { IconButton } from '../ui/Button.tsx'
import { useFieldError } from '../ui/Form.tsx'
import { AccountPicker } from './AccountPicker.tsx'

type Props = { accountId: string | null; onChange: (accountId: string | null) => void }

/** The account of a person; if empty, the domain of their e-mail address decides. */
export function AccountField({ accountId, onChange }: Props) {
  const id = useId()
  const error = useFieldError('accountId')
  const { data } = useQuery({ ...accountQuery(accountId ?? ''), enabled: accountId !== null })
  return (
    <div>
      <div className="mb-1.5 text-sm font-medium" id={`${id}-label`}>
        Account
      </div>
      <div className="flex gap-1">
        <AccountPicker
          canCreate
          onPick={(account) => onChange(account.accountId)}
          trigger={
            <button
              type="button"
              id={id}
              aria-labelledby={`${id}-label ${id}`}
              aria-describedby={`${id}-hint`}
              className="flex h-9 min-w-0 flex-1 items-center justify-between gap-2 rounded-md border border-edge bg-raised px-3 text-start text-base shadow-low hover:border-faint/60 max-md:text-lg"
            >
              {accountId === null ? (
                <span className="truncate text-faint">Matched by e-mail domain</span>
              ) : (
                <span className="truncate">{data ? accountName(data) : '…'}</span>
              )}
              <ChevronDown aria-hidden className="size-4 shrink-0 text-faint" />
            </button>
          }
        />
        {accountId !== null && (
          <IconButton icon={X} label="Match by domain" className="h-9!" onClick={() => onChange(null)} />
        )}
      </div>
      <p id={`${id}-hint`} className="mt-1.5 text-xs text-quiet">
        {error ?? 'An account you choose is kept. A matched account changes with the e-mail address.'}
      </p>
    </div>
  )
}
