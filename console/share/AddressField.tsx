import { Check } from 'lucide-react'
import { useId } from 'react'
import type { Shape } from '../api/schema.ts'
import { useSession } from '../api/session.ts'
import { audienceKindOf } from '../audiences/words.ts'
import { useLinkHosts } from '../links/queries.ts'
import { readable } from '../links/words.ts'
import type { AudienceStanding } from '../status/queries.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { cx } from '../ui/cx.ts'
import { Select } from '../ui/fields.tsx'
import type { ShareChoices } from './choices.ts'
import { Part } from './Part.tsx'

type Props = {
  choices: ShareChoices
  standing: AudienceStanding | undefined
  audience: Shape<'Audience'> | undefined
}

/** The existing address, or a suggested one that is created when the page is published. */
export function AddressField({ choices, standing, audience }: Props) {
  if (choices.isInherited && standing?.url) return <Inherited url={standing.url} choices={choices} />
  return (
    <Part title="Address">
      <Path choices={choices} />
      <Hint choices={choices} audience={audience} />
    </Part>
  )
}

function Inherited({ url, choices }: { url: string; choices: ShareChoices }) {
  return (
    <Part title="Address">
      <p className="flex items-center gap-1 rounded-md bg-sunken ps-3 pe-1">
        <span dir="ltr" className="min-w-0 flex-1 truncate py-2 text-sm" title={url}>
          {readable(url)}
        </span>
        <CopyButton text={url} label="Copy the address" />
      </p>
      <p className="-mt-1 flex items-center justify-between gap-2 text-xs text-quiet">
        Stands below the address of their company or page, and is protected like it.
        <Button look="quiet" size="sm" onClick={() => choices.change({ isOwn: true })}>
          Own address
        </Button>
      </p>
    </Part>
  )
}

function Path({ choices }: { choices: ShareChoices }) {
  const { path, domain, isTaken, fault, isChecking, isPresent, change } = choices
  const { siteUrl } = useSession()
  const domains = useLinkHosts() ?? []
  const host = domains.find(({ tenantDomainId }) => tenantDomainId === domain)?.hostname ?? readable(siteUrl)
  const id = useId()
  const isMissing = path.replace(/^\/+/, '') === ''
  return (
    <div className="space-y-2.5">
      {domains.length > 0 && (
        <Select
          label="Domain"
          hideLabel
          value={domain ?? ''}
          options={[
            { value: '', label: readable(siteUrl) },
            ...domains.map(({ tenantDomainId, hostname }) => ({ value: tenantDomainId, label: hostname })),
          ].map((one) => ({ ...one, value: one.value || 'own' }))}
          onChange={(next) => change({ domain: next === 'own' ? null : next })}
        />
      )}
      <div
        dir="ltr"
        className="flex min-h-9 items-center gap-0 rounded-md border border-edge bg-raised px-3 text-sm shadow-low focus-within:border-accent focus-within:outline-1 focus-within:outline-accent max-md:flex-wrap max-md:py-2"
      >
        <span className="shrink-0 text-quiet max-md:w-full">{host}/</span>
        <input
          aria-label="Address"
          value={path.replace(/^\//, '')}
          onChange={({ target }) => change({ path: `/${target.value}` })}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          aria-invalid={isTaken || fault !== undefined || isMissing || undefined}
          aria-describedby={`${id}-state`}
          className="h-8 min-w-0 flex-1 bg-transparent font-medium outline-none max-md:basis-24 max-md:text-lg"
        />
        <span
          id={`${id}-state`}
          role="status"
          className={cx(
            'ms-2 flex shrink-0 items-center gap-1',
            isTaken || isMissing ? 'text-danger' : 'text-good',
          )}
        >
          {isMissing ? (
            'needed'
          ) : fault ? null : isTaken ? (
            'taken'
          ) : isChecking || isPresent ? null : (
            <>
              <Check aria-hidden className="size-3.5" />
              free
            </>
          )}
        </span>
      </div>
    </div>
  )
}

function Hint({ choices, audience }: Pick<Props, 'choices' | 'audience'>) {
  const { fault, isTaken, free, isProposed, change } = choices
  if (fault) return <p className="-mt-1 text-xs text-danger">It {fault}.</p>
  if (isTaken && free)
    return (
      <p className="-mt-1 text-xs text-danger">
        Taken by another page.{' '}
        <button type="button" className="font-medium underline" onClick={() => change({ path: free })}>
          Use {free}
        </button>
      </p>
    )
  if (!isProposed) return null
  const isForAll = !audience || audienceKindOf(audience) === 'everyone'
  return (
    <p className="-mt-1 text-xs text-quiet">
      Proposed from {isForAll ? 'the title of the page' : 'their name'}.
      {audience?.personRouteKey && ' The last part is a key, so that nobody guesses it.'}
    </p>
  )
}
