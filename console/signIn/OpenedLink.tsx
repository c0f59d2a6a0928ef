import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Avatar } from '../ui/Avatar.tsx'
import { RelativeTime } from '../ui/figures.tsx'
import { Skeleton } from '../ui/states.tsx'
import { Centre, Ended, TextButton, WideButton } from './Centre.tsx'
import { openedLinkQuery, type SecondFactor, useAttempt, useEnter, useLink } from './queries.ts'
import { SecondFactorForm } from './SecondFactorForm.tsx'

/** A sign-in link from an e-mail. Only its button signs in, because mail scanners open links, too. */
export function OpenedLink({ token, onBack }: { token: string; onBack: () => void }) {
  const { data: opened, error } = useQuery(openedLinkQuery(token))
  const enter = useEnter()
  const [step, setStep] = useState<SecondFactor>()
  const attempt = useAttempt(useLink, (outcome) => ('next' in outcome ? setStep(outcome) : enter(outcome)))
  if (step)
    return (
      <SecondFactorForm
        step={step}
        accepted="Link accepted"
        onDone={(session) => enter(session)}
        onBack={onBack}
      />
    )
  if (error || attempt.isError)
    return (
      <Ended
        title="This link doesn’t work any more"
        lead="It was used, or it is older than 15 minutes. You can have a new one sent."
        label="Go to sign-in"
        onGo={onBack}
      />
    )
  return (
    <Centre
      title="Sign in to Foyer?"
      lead={
        opened ? (
          <>
            You asked for this <RelativeTime at={opened.askedAt} />, in {opened.browser}.
          </>
        ) : (
          <Skeleton className="mt-1 h-4 w-56" />
        )
      }
    >
      <div className="mt-6 flex h-12 items-center gap-3 rounded-lg border border-line bg-raised px-3">
        {opened && <Avatar name={opened.email} size={28} />}
        <span className="truncate text-sm font-medium">{opened?.email}</span>
      </div>
      <WideButton
        look="primary"
        className="mt-3"
        disabled={!opened}
        busy={attempt.isPending}
        onClick={() => attempt.mutate(token)}
      >
        Sign in
      </WideButton>
      <div className="mt-4">
        <TextButton onClick={onBack}>That wasn’t me</TextButton>
      </div>
    </Centre>
  )
}
