import { CircleAlert, CircleCheck, Trash2 } from 'lucide-react'
import { describe, ProblemError } from '../api/problem.ts'
import { useSession } from '../api/session.ts'
import { Status } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { RelativeTime } from '../ui/figures.tsx'
import { SidePanel } from '../ui/SidePanel.tsx'
import { type Domain, statusOf, useRemoveDomain, useVerifyDomain } from './queries.ts'

/** The DNS records that a domain needs, and whether they are set. */
export function DomainPanel({ domain, onClose }: { domain: Domain | undefined; onClose: () => void }) {
  const verify = useVerifyDomain()
  const remove = useRemoveDomain()
  return (
    <SidePanel
      open={domain !== undefined}
      onClose={onClose}
      title={domain?.hostname ?? 'Domain'}
      footer={
        domain && (
          <>
            <Button
              icon={Trash2}
              className="me-auto"
              onClick={() => void remove(domain).then((isGone) => isGone && onClose())}
            >
              Remove
            </Button>
            {domain.verifiedAt === null && (
              <Button look="primary" busy={verify.isPending} onClick={() => verify.mutate(domain)}>
                {verify.isPending ? 'Checking…' : 'Verify now'}
              </Button>
            )}
          </>
        )
      }
    >
      {domain && <Setup domain={domain} error={verify.error} />}
    </SidePanel>
  )
}

function Setup({ domain, error }: { domain: Domain; error: unknown }) {
  const { hostname, verification, verifiedAt, failingSince } = domain
  const { siteUrl } = useSession()
  return (
    <div className="space-y-6 p-5">
      <div className="flex items-center gap-3 text-sm">
        <Status of={statusOf(domain)} />
        {verifiedAt && <RelativeTime at={failingSince ?? verifiedAt} className="text-quiet" />}
      </div>
      {Boolean(error) && verifiedAt === null && <NotThere error={error} />}
      {failingSince && <NoLongerProven since={failingSince} />}
      {verifiedAt && !failingSince && (
        <p className="flex items-start gap-2.5 rounded-md bg-good-tint px-3 py-2 text-sm">
          <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
          {hostname} is verified. Choose it as the domain of a link to serve a page there.
        </p>
      )}
      {(verifiedAt === null || failingSince) && (
        <DnsRecord
          title="Verify ownership"
          type="TXT"
          name={verification.record}
          value={verification.value}
        />
      )}
      <DnsRecord
        title="Point the domain to Foyer"
        type="CNAME"
        name={hostname}
        value={new URL(siteUrl).hostname}
      />
      <p className="text-xs text-quiet">
        Set these records at your DNS provider. Changes usually take a few minutes, in rare cases up to a day.
      </p>
    </div>
  )
}

/** Days for which a domain with failing checks is still served. */
const graceDays = 3

function NoLongerProven({ since }: { since: string }) {
  return (
    <div role="alert" className="flex items-start gap-2.5 rounded-md bg-danger-tint px-3 py-2 text-sm">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
      <div className="min-w-0">
        <p className="font-medium text-danger">The TXT record is missing</p>
        <p>
          We first missed it <RelativeTime at={since} />. Restore the record below: pages on this domain stop
          being served {graceDays} days after that. We check every hour.
        </p>
      </div>
    </div>
  )
}

function NotThere({ error }: { error: unknown }) {
  const { title, detail } = describe(error)
  const found = error instanceof ProblemError && Array.isArray(error.more.found) ? error.more.found : []
  return (
    <div role="alert" className="flex items-start gap-2.5 rounded-md bg-warn-tint px-3 py-2 text-sm">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      <div className="min-w-0">
        <p className="font-medium text-warn">{title}</p>
        <p className="break-words">
          {found.length > 0 ? 'The TXT record exists, but its value differs from the one below:' : detail}
        </p>
        {found.map((text) => (
          <code key={String(text)} className="block text-xs break-all">
            {String(text)}
          </code>
        ))}
      </div>
    </div>
  )
}

type RecordProps = { title: string; type: string; name: string; value: string }

function DnsRecord({ title, type, name, value }: RecordProps) {
  const parts = [
    ['Name', name],
    ['Value', value],
  ] as const
  return (
    <section>
      <h3 className="mb-2 text-sm font-medium">{title}</h3>
      <dl className="divide-y divide-line rounded-lg border border-edge bg-raised text-sm shadow-low">
        <div className="flex items-center gap-3 px-3 py-2">
          <dt className="w-12 shrink-0 text-quiet">Type</dt>
          <dd>{type}</dd>
        </div>
        {parts.map(([label, text]) => (
          <div key={label} className="flex items-center gap-3 py-1 ps-3 pe-1">
            <dt className="w-12 shrink-0 text-quiet">{label}</dt>
            <dd className="min-w-0 flex-1" dir="ltr">
              <code className="text-xs break-all">{text}</code>
            </dd>
            <dd>
              <CopyButton text={text} label={`Copy the ${label.toLowerCase()} of the ${type} record`} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
