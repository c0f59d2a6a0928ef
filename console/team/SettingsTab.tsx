import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Switch, TextField } from '../ui/fields.tsx'
import { SettingsPart } from '../ui/SettingsPart.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { type TenantSettings, tenantSettingsQuery, useChangeSettings } from './queries.ts'

/** Settings of the whole team, saved as they are changed. */
export function SettingsTab() {
  const { data, error, refetch } = useQuery(tenantSettingsQuery)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <div className="max-w-4xl divide-y divide-line px-4 md:px-6">
      {data ? <Settings settings={data} /> : <Skeleton className="my-8 h-32" />}
    </div>
  )
}

function Settings({ settings }: { settings: TenantSettings }) {
  const [name, setName] = useState(settings.name)
  const change = useChangeSettings()
  const wanted = name.trim()
  const isLeftOut = change.variables?.respectPrivacySignals ?? settings.respectPrivacySignals
  return (
    <>
      <SettingsPart title="Name" about="In the console, in invitations and in e-mails with notices.">
        <TextField
          label="Name of the team"
          value={name}
          maxLength={255}
          autoComplete="organization"
          onChange={setName}
          onBlur={() => wanted && wanted !== settings.name && change.mutate({ name: wanted })}
        />
      </SettingsPart>
      <SettingsPart title="Privacy" about="Whom visits and figures leave out.">
        <Switch
          label="Respect Do Not Track and Global Privacy Control"
          hint="Visitors whose browser sends one of them see the page, and nothing about their visit is stored."
          checked={isLeftOut}
          onChange={(respectPrivacySignals) => change.mutate({ respectPrivacySignals })}
        />
      </SettingsPart>
    </>
  )
}
