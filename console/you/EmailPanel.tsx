import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { callConsole } from '../api/own.ts'
import type { Profile } from '../api/profile.ts'
import { FormPanel } from '../ui/FormPanel.tsx'
import { TextField } from '../ui/fields.tsx'
import { notify } from '../ui/notify.tsx'

/** A change of address is confirmed at the new address and, if it was verified, at the current one. */
export function EmailPanel({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const [email, setEmail] = useState(profile.isEmailVerified ? '' : (profile.email ?? ''))
  const save = useMutation({
    mutationFn: () => callConsole('POST', '/user/email', { email: email.trim() }),
    onSuccess: () => {
      notify('Check your e-mail', {
        detail: profile.isEmailVerified
          ? 'Both addresses got a link. The change is made when both were used.'
          : 'The address got a link.',
      })
      onClose()
    },
  })
  return (
    <FormPanel
      title="E-mail address"
      verb="Send links"
      onClose={onClose}
      onSubmit={() => save.mutate()}
      save={save}
    >
      <TextField
        name="email"
        label="New address"
        type="email"
        autoFocus
        value={email}
        onChange={setEmail}
        hint={
          profile.isEmailVerified
            ? `${profile.email} and the new address both get a link. The change is made when both were used.`
            : 'It gets a link. Until then it does not count as yours.'
        }
      />
    </FormPanel>
  )
}
