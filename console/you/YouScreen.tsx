import { useQuery } from '@tanstack/react-query'
import { KeyRound, LogOut } from 'lucide-react'
import { useState } from 'react'
import { profileQuery } from '../api/profile.ts'
import { useSession } from '../api/session.ts'
import { PageHeader } from '../shell/PageHeader.tsx'
import { useSignOut } from '../shell/useSignOut.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { KeysPart } from './KeysPart.tsx'
import { PasskeysPart } from './PasskeysPart.tsx'
import { ProfilePart } from './ProfilePart.tsx'
import { ProvidersPart } from './ProvidersPart.tsx'
import { SecondFactorPart } from './SecondFactorPart.tsx'
import { SessionsPart } from './SessionsPart.tsx'

export function YouScreen() {
  const { user } = useSession()
  const signOut = useSignOut()
  const [saved, setSaved] = useState('')
  return (
    <>
      <PageHeader
        title="Your account"
        more={
          <span role="status" className="text-sm text-quiet">
            {saved}
          </span>
        }
        action={
          <Button icon={LogOut} onClick={() => void signOut()}>
            Sign out
          </Button>
        }
      />
      {user ? (
        <Parts onSaved={setSaved} />
      ) : (
        <EmptyState icon={KeyRound} title="You are signed in with an API key">
          A key has no profile. Invite yourself on the Team screen to sign in as a person.
        </EmptyState>
      )}
    </>
  )
}

function Parts({ onSaved }: { onSaved: (text: string) => void }) {
  const { data: profile, error, refetch } = useQuery(profileQuery)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <div className="thin-scroll min-h-0 flex-1 overflow-y-auto border-t border-line">
      <div className="mx-auto max-w-4xl divide-y divide-line px-4 md:px-6">
        {profile ? (
          <>
            <ProfilePart profile={profile} onSaved={onSaved} />
            <PasskeysPart profile={profile} />
            <SecondFactorPart profile={profile} />
            <ProvidersPart />
            <SessionsPart />
            <KeysPart />
          </>
        ) : (
          <Skeleton className="mt-8 h-64 rounded-xl" />
        )}
      </div>
    </div>
  )
}
