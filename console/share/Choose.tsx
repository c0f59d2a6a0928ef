import { useMutation } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { describe } from '../api/problem.ts'
import type { Shape } from '../api/schema.ts'
import { useMay } from '../api/session.ts'
import type { AudienceStanding } from '../status/queries.ts'
import { SidePanel } from '../ui/SidePanel.tsx'
import { useWidth } from '../ui/width.ts'
import { AddressField } from './AddressField.tsx'
import { Checklist } from './Checklist.tsx'
import { useChoices } from './choices.ts'
import { useOffer } from './offer.ts'
import { ProtectionField } from './ProtectionField.tsx'
import { PublishFooter } from './PublishFooter.tsx'
import { type PublishResult, publishAndShare } from './publish.ts'
import { closeShare, type ShareSubject } from './queries.ts'
import { useIsSavingDocument } from './saveTexts.ts'
import { ChangesLine, WhatChanges } from './WhatChanges.tsx'
import { WhenField } from './WhenField.tsx'
import { WhoSees } from './WhoSees.tsx'

type Props = {
  subject: ShareSubject
  page: Shape<'Page'>
  audience: Shape<'Audience'> | undefined
  standing: AudienceStanding | undefined
  gate: Shape<'PageLinkGate'> | undefined
  link: Shape<'PageLink'> | undefined
  audienceName: string
  onDone: (done: PublishResult) => void
}

/** The settings for publishing, beside a preview of the changes. */
export function Choose({ subject, page, audience, standing, gate, link, audienceName, onDone }: Props) {
  const offer = useOffer(subject, standing)
  const choices = useChoices({ title: page.title, audience, standing, gate, link })
  const mayPublish = useMay('publish')
  const isWide = useWidth().has('lg')
  const [isLooking, setIsLooking] = useState(false)
  const save = useMutation({
    mutationFn: () => publishAndShare({ subject, page, standing, offer }, choices.toPublish()),
    onSuccess: onDone,
  })
  const isSavingTexts = useIsSavingDocument()
  const blocked = offer.check?.errors.length ?? 0
  const canSave =
    mayPublish &&
    choices.canSave &&
    !offer.isLoading &&
    !isSavingTexts &&
    (choices.when === 'draft' || blocked === 0)
  const view = (
    <WhatChanges offer={offer} standing={standing} onBack={isWide ? undefined : () => setIsLooking(false)} />
  )
  return (
    <SidePanel
      open
      width="full"
      onClose={closeShare}
      title="Publish and share"
      description={`${page.name}, for ${audienceName === 'Everyone' ? 'everyone' : audienceName}`}
      footer={
        <PublishFooter
          {...{ subject, offer, choices, canSave }}
          isSaving={save.isPending}
          onSave={() => save.mutate()}
        />
      }
    >
      <div className="flex h-full min-h-0">
        {(isWide || !isLooking) && (
          <div className="thin-scroll w-full space-y-7 overflow-y-auto p-5 lg:w-110 lg:shrink-0">
            {save.error && <Refused error={save.error} />}
            {!isWide && <ChangesLine offer={offer} standing={standing} onOpen={() => setIsLooking(true)} />}
            <Checklist {...{ subject, offer }} />
            <WhoSees {...{ subject, page, audience, audienceName, choices, standing }} />
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
