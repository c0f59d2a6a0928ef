import { useQuery } from '@tanstack/react-query'
import { Plus, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { SettingsPart } from '../ui/SettingsPart.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { DomainsPart } from './DomainsPart.tsx'
import { GroupsPart } from './GroupsPart.tsx'
import { ProviderCard } from './ProviderCard.tsx'
import { ProviderPanel } from './ProviderPanel.tsx'
import { RequiredPart } from './RequiredPart.tsx'
import { ScimPart } from './ScimPart.tsx'
import { type IdentityProvider, providersQuery } from './ssoQueries.ts'

/** Sign-in with identity providers. */
export function SsoTab() {
  const { data, error, refetch } = useQuery(providersQuery)
  const [edited, setEdited] = useState<IdentityProvider | 'new'>()
  const add = () => setEdited('new')
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  const providers = data?.items ?? []
  return (
    <div className="thin-scroll min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-4xl divide-y divide-line px-4 md:px-6">
        {!data && <Skeleton className="mt-8 h-64 rounded-xl" />}
        {data && providers.length === 0 && (
          <EmptyState
            icon={ShieldCheck}
            title="No provider yet"
            action={
              <Button look="primary" icon={Plus} onClick={add}>
                Add a provider
              </Button>
            }
          >
            Let people sign in with Google, Entra, Okta, Keycloak or any other OpenID Connect provider.
          </EmptyState>
        )}
        {providers.length > 0 && (
          <SettingsPart title="Provider" about="Where people of the team prove who they are.">
            <div className="space-y-3">
              {providers.map((provider) => (
                <ProviderCard
                  key={provider.providerId}
                  provider={provider}
                  onEdit={() => setEdited(provider)}
                />
              ))}
            </div>
            <Button look="quiet" icon={Plus} className="mt-2" onClick={add}>
              Add a provider
            </Button>
          </SettingsPart>
        )}
        {providers.map((provider) => (
          <Rules key={provider.providerId} provider={provider} isOne={providers.length === 1} />
        ))}
        {data && (
          <SettingsPart
            title="Provisioning"
            about="Lets the provider add, change and deactivate people by SCIM, without waiting for a sign-in."
          >
            <ScimPart />
          </SettingsPart>
        )}
      </div>
      {edited && (
        <ProviderPanel
          provider={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  )
}

function Rules({ provider, isOne }: { provider: IdentityProvider; isOne: boolean }) {
  const of = isOne ? '' : ` · ${provider.name}`
  return (
    <>
      <SettingsPart title={`Domains${of}`} about="A domain is proven before it lets anyone in by itself.">
        <DomainsPart provider={provider} />
      </SettingsPart>
      <SettingsPart
        title={`Who must use it${of}`}
        about="Asked again when the provider ends a session there."
      >
        <RequiredPart provider={provider} />
      </SettingsPart>
      <SettingsPart
        title={`Groups to roles${of}`}
        about="The highest role that fits counts. Checked at each sign-in and by provisioning."
      >
        <GroupsPart provider={provider} />
      </SettingsPart>
    </>
  )
}
