import { useState } from 'react'
import { notify, notifyProblem } from '../ui/notify.tsx'
import { SidePanel } from '../ui/SidePanel.tsx'
import { DomainField } from './DomainField.tsx'
import { FoundBrandPanel } from './FoundBrandPanel.tsx'
import { emptyBrand, type FoundBrand, foundOn, useCreateBrand, useReadSite } from './queries.ts'
import type { Brand } from './words.ts'

/** Reads a brand from a domain; without a domain, asks for name, logo and colour. */
export function useBrandSetup({ isFirst, onAdded }: { isFirst: boolean; onAdded: (brand: Brand) => void }) {
  const reading = useReadSite()
  const create = useCreateBrand({ isFirst })
  const [domain, setDomain] = useState('')
  const [found, setFound] = useState<FoundBrand>()
  const problem = reading.error ? 'Foyer can’t be reached.' : reading.data?.problem
  return {
    ...{ domain, setDomain, found, setFound },
    isReading: reading.isPending,
    isSaving: create.isPending,
    problem: problem ?? undefined,
    read: () =>
      reading.mutate(domain.trim(), {
        onSuccess: ({ site }) => setFound(site ? foundOn(site) : { ...emptyBrand, domain: null }),
        onError: () => setFound(emptyBrand),
      }),
    enter: () => setFound(emptyBrand),
    use: () =>
      found &&
      create.mutate(found, {
        onSuccess: (brand) => {
          setFound(undefined)
          notify(`${brand.name} is your brand`)
          onAdded(brand)
        },
        onError: notifyProblem,
      }),
    title: found?.domain ? `Found on ${found.domain}` : 'Your brand',
  }
}

type Props = { onClose: () => void; onAdded: (brand: Brand) => void }

export function AddBrandPanel({ onClose, onAdded }: Props) {
  const setup = useBrandSetup({
    isFirst: false,
    onAdded: (brand) => {
      onAdded(brand)
      onClose()
    },
  })
  const { found } = setup
  return (
    <SidePanel
      open
      onClose={onClose}
      title="Add a brand"
      description="Read it from a site, or enter it yourself."
    >
      <div className="thin-scroll space-y-6 overflow-y-auto p-5">
        <DomainField
          value={setup.domain}
          onChange={setup.setDomain}
          onRead={setup.read}
          isReading={setup.isReading}
          verb={found ? 'Read again' : 'Read site'}
        >
          <SetupWords setup={setup} />
        </DomainField>
        {found && (
          <FoundBrandPanel
            found={found}
            title={setup.title}
            onChange={setup.setFound}
            onUse={setup.use}
            isSaving={setup.isSaving}
            onCancel={onClose}
          />
        )}
      </div>
    </SidePanel>
  )
}

/** Says that reading a site saves nothing yet, or shows the error. */
export function SetupWords({ setup }: { setup: ReturnType<typeof useBrandSetup> }) {
  if (setup.problem)
    return (
      <span className="text-warn">
        We couldn’t read {setup.domain.trim() || 'the site'}. {setup.problem} Enter name, logo and colour
        instead.
      </span>
    )
  return (
    <>
      Only public pages of this domain are read. You see everything before it is saved.{' '}
      {!setup.found && (
        <button type="button" className="font-medium text-accent hover:underline" onClick={setup.enter}>
          I’ll enter it myself
        </button>
      )}
    </>
  )
}
