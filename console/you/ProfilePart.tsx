import { useState } from 'react'
import type { Profile } from '../api/profile.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { TextField } from '../ui/fields.tsx'
import { notifyProblem } from '../ui/notify.tsx'
import { Part } from './Part.tsx'
import { type ProfileChange, useSaveProfile } from './queries.ts'
import { ZoneField } from './ZoneField.tsx'

/** Saved when a field is left. */
export function ProfilePart({ profile, onSaved }: { profile: Profile; onSaved: (text: string) => void }) {
  const [name, setName] = useState(profile.name)
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
    <Part title="Profile" about="How your team sees you beside what you make.">
      <div className="flex items-center gap-4">
        <Avatar name={name || profile.email || '?'} size={56} />
        <p className="text-sm text-quiet">Your initials stand for you.</p>
      </div>
      <div className="mt-5 grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          autoComplete="name"
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onBlur={() => changed && changed !== profile.name && void save({ name: changed })}
        />
        <TextField
          label="E-mail"
          value={profile.email ?? ''}
          placeholder="None"
          readOnly
          className="bg-sunken"
          hint={profile.email && !profile.isEmailVerified ? 'Not verified' : undefined}
        />
        <ZoneField value={profile.timeZone} onChange={(timeZone) => void save({ timeZone })} />
      </div>
    </Part>
  )
}
