import { RadioList } from '../ui/RadioList.tsx'
import { type IdentityProvider, useChangeProvider } from './ssoQueries.ts'

/** Whether members must sign in with the provider. */
export function RequiredPart({ provider }: { provider: IdentityProvider }) {
  const change = useChangeProvider(provider.providerId)
  const isRequired = change.isPending ? change.variables.isRequired : provider.isRequired
  return (
    <RadioList
      label="Who must use it"
      hideLabel
      options={[
        { value: 'no', label: 'Anyone may', hint: 'Passkeys, links and passwords stay open.' },
        {
          value: 'yes',
          label: 'Required',
          hint: `Other ways end for members. Admins keep their password and passkeys, for the day ${provider.name} is down.`,
        },
      ]}
      value={isRequired ? 'yes' : 'no'}
      onChange={(value) => change.mutate({ isRequired: value === 'yes' })}
    />
  )
}
