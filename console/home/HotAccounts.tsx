import { Link } from '@tanstack/react-router'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge } from '../ui/Badge.tsx'
import { ShortNumber, Sparkline } from '../ui/figures.tsx'
import type { HotAccount } from './queries.ts'
import { readWords, signalsOf } from './words.ts'

/** The most active accounts of the last seven days, with reasons. */
export function HotAccounts({ accounts }: { accounts: HotAccount[] }) {
  if (accounts.length === 0) return null
  return (
    <section aria-labelledby="hot">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 id="hot" className="text-base font-semibold">
          Hot accounts this week{' '}
          <span className="ms-1 text-sm font-normal text-quiet max-md:hidden">
            by forms, clicks and visits in the last 7 days
          </span>
        </h2>
        <Link to="/accounts" className="text-sm font-medium whitespace-nowrap text-accent hover:underline">
          All accounts
        </Link>
      </div>
      <div className="overflow-hidden rounded-xl border border-line bg-raised">
        <table className="w-full table-fixed text-sm">
          <thead>
            <tr className="border-b border-line text-quiet [&>th]:h-10 [&>th]:px-4 [&>th]:text-start [&>th]:font-normal">
              <th>Account</th>
              <th className="w-44 max-md:w-28">Signal</th>
              <th className="max-lg:hidden">What they read</th>
              <th className="w-20 text-end! max-md:hidden">People</th>
              <th className="w-20 text-end!">Visits</th>
              <th className="w-28 text-end! max-md:hidden">7 days</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {accounts.map((account) => (
              <AccountRow key={account.accountId} account={account} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function AccountRow({ account }: { account: HotAccount }) {
  const { accountId, name, people, visits, days } = account
  return (
    <tr className="relative hover:bg-hover [&>td]:h-11 [&>td]:px-4">
      <td>
        <span className="flex min-w-0 items-center gap-2.5">
          <Avatar name={name} square />
          <Link
            to="/accounts/$accountId"
            params={{ accountId }}
            className="truncate font-medium after:absolute after:inset-0"
            dir="auto"
          >
            {name}
          </Link>
        </span>
      </td>
      <td>
        <span className="flex gap-1.5 overflow-hidden">
          {signalsOf(account).map(({ label, tone }, index) => (
            <span key={label} className={index > 0 ? 'max-md:hidden' : undefined}>
              <Badge tone={tone}>{label}</Badge>
            </span>
          ))}
        </span>
      </td>
      <td className="truncate text-quiet max-lg:hidden" dir="auto">
        {readWords(account)}
      </td>
      <td className="text-end max-md:hidden">
        <ShortNumber value={people} />
      </td>
      <td className="text-end">
        <ShortNumber value={visits} />
      </td>
      <td className="text-end max-md:hidden">
        <Sparkline values={days} label={`Visits by day: ${days.join(', ')}`} width={64} className="ms-auto" />
      </td>
    </tr>
  )
}
