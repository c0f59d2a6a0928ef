import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keys } from '../api/keys.ts'
import { PasswordField } from '../signIn/PasswordField.tsx'
import { FormPanel } from '../ui/FormPanel.tsx'
import { notify } from '../ui/notify.tsx'
import { setPassword } from './queries.ts'

export function PasswordPanel({ onClose }: { onClose: () => void }) {
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
