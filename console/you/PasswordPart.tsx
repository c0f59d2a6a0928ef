import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { keys } from '../api/keys.ts'
import type { Profile } from '../api/profile.ts'
import { PasswordField } from '../signIn/PasswordField.tsx'
import { Button } from '../ui/Button.tsx'
import { FormPanel } from '../ui/FormPanel.tsx'
import { notify } from '../ui/notify.tsx'
import { Part } from './Part.tsx'
import { setPassword } from './queries.ts'

export function PasswordPart({ profile }: { profile: Profile }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Part title="Password" about="Changing it ends your other sessions.">
      <div className="flex items-center gap-3 rounded-xl border border-line bg-raised p-4">
        <span className="grid size-8 place-items-center rounded-md border border-line bg-sunken text-quiet">
          <Lock aria-hidden className="size-4" />
        </span>
        <span className="min-w-0 flex-1 text-sm">
          <span className="block font-medium">Password</span>
          <span className="block text-xs text-quiet">{profile.hasPassword ? 'Set' : 'None'}</span>
        </span>
        <Button onClick={() => setIsOpen(true)}>{profile.hasPassword ? 'Change' : 'Set'}</Button>
      </div>
      {isOpen && <PasswordPanel onClose={() => setIsOpen(false)} />}
    </Part>
  )
}

function PasswordPanel({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [password, setNew] = useState('')
  const save = useMutation({
    mutationFn: setPassword,
    onSuccess: async () => {
      notify('Your password was changed')
      onClose()
      await client.invalidateQueries({ queryKey: keys.you.all })
    },
  })
  return (
    <FormPanel
      title="New password"
      verb="Save password"
      onClose={onClose}
      onSubmit={() => save.mutate(password)}
      save={save}
    >
      <PasswordField
        label="New password"
        autoComplete="new-password"
        autoFocus
        value={password}
        onChange={setNew}
        {...(!save.error && { hint: 'At least 10 characters. Several words are better than many signs.' })}
      />
    </FormPanel>
  )
}
