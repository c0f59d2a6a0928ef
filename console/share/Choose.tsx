import { useMutation } from '@tanstack/react-query'
import { Globe, Save, TriangleAlert, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { fromLocalInput } from '../api/locale.ts'
import { describe } from '../api/problem.ts'
import type { Shape } from '../api/schema.ts'
import { useMay } from '../api/session.ts'
import type { AudienceStanding } from '../status/queries.ts'
import { timeOf } from '../status/words.ts'
import { Button } from '../ui/Button.tsx'
import { SidePanel } from '../ui/SidePanel.tsx'
import { useWidth } from '../ui/width.ts'
import { AddressField } from './AddressField.tsx'
import { Checklist } from './Checklist.tsx'
import { type Choices, useChoices } from './choices.ts'
import { carryOut, type Done } from './deeds.ts'
import { type Offer, useOffer } from './offer.ts'
import { ProtectionField } from './ProtectionField.tsx'
import { closeShare, type Subject } from './queries.ts'
import { ChangesLine, WhatChanges } from './WhatChanges.tsx'
import { WhenField } from './WhenField.tsx'
import { WhoSees } from './WhoSees.tsx'

type Props = {
  subject: Subject
  page: Shape<'Page'>
  audience: Shape<'Audience'> | undefined
  standing: AudienceStanding | undefined
  gate: Shape<'PageLinkGate'> | undefined
  link: Shape<'PageLink'> | undefined
  whom: string
  onDone: (done: Done) => void
}

/** What to decide, and beside it what changes. */
export function Choose({ subject, page, audience, standing, gate, link, whom, onDone }: Props) {
  const offer = useOffer(subject, standing)
  const choices = useChoices({ pageName: page.name, audience, standing, gate, link })
  const mayPublish = useMay('publish')
  const isWide = useWidth().has('lg')
  const [isLooking, setIsLooking] = useState(false)
  const save = useMutation({
    mutationFn: () => carryOut({ subject, page, standing, offer }, choices.wishes()),
    onSuccess: onDone,
  })
  const blocked = offer.check?.errors.length ?? 0
  const canSave =
    mayPublish && choices.canSave && !offer.isLoading && (choices.when === 'draft' || blocked === 0)
  const view = (
    <WhatChanges offer={offer} standing={standing} onBack={isWide ? undefined : () => setIsLooking(false)} />
  )
  return (
    <SidePanel
      open
      width="full"
      onClose={closeShare}
      title="Publish and share"
      description={`${page.name}, for ${whom === 'Everyone' ? 'everyone' : whom}`}
      footer={
        <>
          <p className="me-auto flex items-center gap-2 text-sm text-quiet max-md:hidden">
            <Undo2 aria-hidden className="size-4" />
            {mayPublish ? 'You can undo it afterwards.' : 'Your key can’t publish. Ask an administrator.'}
          </p>
          <Button look="quiet" className="max-md:hidden" onClick={closeShare}>
            Cancel
          </Button>
          <Button
            type="submit"
            look="primary"
            icon={choices.when === 'draft' ? Save : Globe}
            keys="mod+enter"
            busy={save.isPending}
            disabled={!canSave}
            className="max-md:h-11 max-md:flex-1"
            onClick={() => save.mutate()}
          >
            {labelOf(choices, offer)}
          </Button>
        </>
      }
    >
      <div className="flex h-full min-h-0">
        {(isWide || !isLooking) && (
          <div className="thin-scroll w-full space-y-7 overflow-y-auto p-5 lg:w-110 lg:shrink-0">
            {save.error && <Refused error={save.error} />}
            {!isWide && <ChangesLine offer={offer} standing={standing} onOpen={() => setIsLooking(true)} />}
            <Checklist {...{ subject, offer }} />
            <WhoSees {...{ subject, page, audience, whom }} />
            <AddressField {...{ choices, standing, audience }} />
            {!choices.isInherited && <ProtectionField choices={choices} />}
            <WhenField choices={choices} isPublished={offer.kind === 'none'} />
          </div>
        )}
        {(isWide || isLooking) && view}
      </div>
    </SidePanel>
  )
}

function labelOf(choices: Choices, { kind }: Offer): string {
  if (choices.when === 'later') return `Schedule for ${timeOf(String(fromLocalInput(choices.at)))}`
  if (choices.when === 'draft') return 'Save draft'
  if (kind === 'none') return choices.isChanged ? 'Save and copy link' : 'Copy link'
  return 'Publish and copy link'
}

function Refused({ error }: { error: unknown }) {
  const { title, detail } = describe(error)
  return (
    <p role="alert" className="flex gap-2 rounded-lg bg-danger-tint px-3 py-2.5 text-sm text-danger">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        {title}. {detail}
      </span>
    </p>
  )
}
