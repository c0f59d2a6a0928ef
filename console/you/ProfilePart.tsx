import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Profile } from '../api/profile.ts'
import { waysQuery } from '../signIn/queries.ts'
import { TextField } from '../ui/fields.tsx'
import { notifyProblem } from '../ui/notify.tsx'
import { SettingsPart } from '../ui/SettingsPart.tsx'
import { EmailPanel } from './EmailPanel.tsx'
import { LanguageField } from './LanguageField.tsx'
import { PictureLine } from './PictureLine.tsx'
import { type ProfileChange, useSaveProfile } from './queries.ts'
import { ZoneField } from './ZoneField.tsx'

/** Saved on blur. */
export function ProfilePart({ profile, onSaved }: { profile: Profile; onSaved: (text: string) => void }) {
  const [name, setName] = useState(profile.name)
  const [isOpen, setIsOpen] = useState(false)
  const saveProfile = useSaveProfile()
  const save = async (change: ProfileChange) => {
    onSaved('Saving…')
    try {
      await saveProfile(change)
      onSaved('Saved just now')
    } catch (error) {
      onSaved('Not saved')
      notifyProblem(error)
    }
  }
  const changed = name.trim()
  return (
    <SettingsPart title="Profile" about="How your team sees you beside what you make.">
      <PictureLine profile={profile} />
      <div className="mt-5 grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          autoComplete="name"
          maxLength={100}
          value={name}
          onChange={setName}
          onBlur={() => changed && changed !== profile.name && void save({ name: changed })}
        />
        <TextField
          label="E-mail"
          value={profile.email ?? ''}
          placeholder="None"
          readOnly
          className="bg-sunken"
          hint={<EmailHint profile={profile} onChange={() => setIsOpen(true)} />}
        />
        <ZoneField value={profile.timeZone} onChange={(timeZone) => void save({ timeZone })} />
        <LanguageField value={profile.language} onChange={(language) => void save({ language })} />
      </div>
      {isOpen && <EmailPanel profile={profile} onClose={() => setIsOpen(false)} />}
    </SettingsPart>
  )
}

/** Addresses are verified by e-mail, so they can only be changed if the service can send e-mails. */
function EmailHint({ profile, onChange }: { profile: Profile; onChange: () => void }) {
  const { data: ways } = useQuery(waysQuery)
  const isUnverified = profile.email !== null && !profile.isEmailVerified
  return (
    <>
      {isUnverified && 'Not verified. '}
      {ways?.email ? (
        <button type="button" className="underline underline-offset-4 hover:text-ink" onClick={onChange}>
          {isUnverified ? 'Verify or change' : 'Change'}
        </button>
      ) : (
        'It can be changed where a mail server is set.'
      )}
    </>
  )
}
