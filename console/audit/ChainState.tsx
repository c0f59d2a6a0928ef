import { useQuery } from '@tanstack/react-query'
import { Download, RefreshCw, ShieldAlert, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { apiBase } from '../api/client.ts'
import { dates, isToday, numbers } from '../api/locale.ts'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { readTime } from '../ui/figures.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import { Proves } from './Proves.tsx'
import { chainQuery, mostVerifiedAtOnce } from './queries.ts'
import type { AuditChain } from './words.ts'

const count = numbers()
const day = dates({ day: 'numeric', month: 'long' })
const clock = dates({ timeStyle: 'medium' })
const moment = dates({ dateStyle: 'medium', timeStyle: 'medium' })

/** The result of verifying the chain of the audit log, in a sentence. */
export function ChainState({ onOpen }: { onOpen: (eventId: string) => void }) {
  const { data: chain } = useQuery(chainQuery(false))
  const [isAsked, setIsAsked] = useState(false)
  const isSmall = chain !== undefined && chain.lastNumber > 0 && chain.lastNumber <= mostVerifiedAtOnce
  const check = useQuery({ ...chainQuery(true), enabled: isSmall || isAsked })
  if (!chain || chain.lastNumber === 0) return null
  const verified = check.data
  const fault = verified?.faults[0]
  const Sign = fault ? ShieldAlert : ShieldCheck
  const verify = () => (isAsked || isSmall ? void check.refetch() : setIsAsked(true))
  return (
    <section
      aria-label="State of the chain"
      className={cx(
        'mx-4 mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border px-3 py-2 text-sm md:mx-6',
        fault ? 'border-transparent bg-danger-tint' : 'border-line',
      )}
    >
      <Sign
        aria-hidden
        className={cx('size-5 shrink-0', fault ? 'text-danger' : verified ? 'text-good' : 'text-quiet')}
      />
      <p className="min-w-0 flex-1 basis-72">
        {fault ? <Broken chain={verified} /> : <Intact chain={chain} isVerified={verified !== undefined} />}
      </p>
      {fault?.eventId && (
        <Button size="sm" onClick={() => onOpen(fault.eventId as string)}>
          Go to row
        </Button>
      )}
      <Proves />
      <Button
        look="quiet"
        size="sm"
        icon={Download}
        onClick={() => location.assign(`${apiBase}/v0/audit_events/export?format=jsonl`)}
      >
        Download the proof
      </Button>
      <Tooltip label={`Compares all rows with their hashes. Rows are kept ${keptWords(chain)}.`}>
        <Button look="quiet" size="sm" icon={RefreshCw} busy={check.isFetching} onClick={verify}>
          Verify now
        </Button>
      </Tooltip>
    </section>
  )
}

function Intact({ chain, isVerified }: { chain: AuditChain; isVerified: boolean }) {
  const rows = chain.lastNumber - chain.firstNumber + 1
  const all = rows === 1 ? 'The only row' : `All ${count.format(rows)} rows`
  return (
    <>
      <b className="font-medium">
        {isVerified
          ? `${all} ${rows === 1 ? 'fits' : 'fit together'}`
          : `${all} ${rows === 1 ? 'is' : 'are'} chained`}
      </b>{' '}
      <span className="text-quiet">
        {spanWords(chain)}.{' '}
        {chain.waiting > 0 &&
          `${count.format(chain.waiting)} newer ${chain.waiting === 1 ? 'row joins' : 'rows join'} within a minute.`}
      </span>
    </>
  )
}

/** “from 3 March to 19:02:31 today”. */
function spanWords({ startedAt, chainedAt }: AuditChain): string {
  if (!startedAt || !chainedAt) return ''
  const [start, end] = [readTime(startedAt), readTime(chainedAt)]
  const last = isToday(end) ? `${clock.format(end)} today` : moment.format(end)
  const first = isToday(start) ? clock.format(start) : day.format(start)
  return `from ${first} to ${last}`
}

const faultWords = {
  changed: 'was changed after it was written',
  removed: 'was removed',
  inserted: 'was inserted later',
}

function Broken({ chain: { faults } }: { chain: AuditChain }) {
  const [first] = faults
  if (!first) return null
  const which = first.number === null ? 'A row' : `Row ${count.format(first.number)}`
  const of = first.createdAt ? ` of ${day.format(readTime(first.createdAt))}` : ''
  return (
    <>
      <b className="font-medium text-danger">
        {which}
        {of} doesn’t fit.
      </b>{' '}
      It {faultWords[first.kind]}.{' '}
      {faults.length === 1 ? 'All others are intact.' : `${count.format(faults.length - 1)} more don’t fit.`}
    </>
  )
}

function keptWords({ retentionDays }: AuditChain): string {
  if (retentionDays === 0) return 'for good'
  return retentionDays % 365 === 0 ? `for ${retentionDays / 365} years` : `for ${retentionDays} days`
}
