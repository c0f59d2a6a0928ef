import { KeyRound, Laptop, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { callConsole } from '../api/own.ts'
import { hasPasskeys } from '../api/passkeys.ts'
import type { OwnPasskey, Profile } from '../api/profile.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { confirm } from '../ui/ConfirmDialog.tsx'
import { TextField } from '../ui/fields.tsx'
import { RelativeTime } from '../ui/figures.tsx'
import { SettingsPart } from '../ui/SettingsPart.tsx'
import { Line, Lines } from './Line.tsx'
import { addPasskey, useAccountAction } from './queries.ts'

export function PasskeysPart({ profile }: { profile: Profile }) {
  const { passkeys } = profile
  const run = useAccountAction()
  const name = passkeys.length === 0 ? 'First passkey' : `Passkey ${passkeys.length + 1}`
  return (
    <SettingsPart
      title="Passkeys"
      about="The safest way in: your device checks that it’s you, and nothing can be guessed or phished."
    >
      {passkeys.length > 0 && (
        <Lines>
          {passkeys.map((passkey) => (
            <PasskeyLine key={passkey.credentialId} passkey={passkey} />
          ))}
        </Lines>
      )}
      {hasPasskeys ? (
        <Button
          icon={Plus}
          look={passkeys.length === 0 ? 'primary' : 'plain'}
          className={passkeys.length > 0 ? 'mt-3' : ''}
          onClick={() => void run(() => addPasskey(name), 'Your passkey was added')}
        >
          Add a passkey
        </Button>
      ) : (
        <p className="text-sm text-quiet">This browser has no passkeys here: they need https.</p>
      )}
    </SettingsPart>
  )
}

function PasskeyLine({ passkey }: { passkey: OwnPasskey }) {
  const [isEdited, setIsEdited] = useState(false)
  const [name, setName] = useState(passkey.name ?? '')
  const run = useAccountAction()
  const path = `/user/passkeys/${encodeURIComponent(passkey.credentialId)}`
  const rename = () => {
    setIsEdited(false)
    const next = name.trim()
    if (next && next !== passkey.name) void run(() => callConsole('PATCH', path, { name: next }))
  }
  const remove = async () => {
    const title = `Remove ${passkey.name ?? 'this passkey'}?`
    const body = 'It no longer signs you in. Your device keeps it until you delete it there.'
    if (await confirm({ title, body, action: 'Remove', danger: true }))
      await run(() => callConsole('DELETE', path), 'The passkey was removed')
  }
  return (
    <Line
      icon={passkey.isSynced ? Laptop : KeyRound}
      title={
        isEdited ? (
          <TextField
            label="Name of the passkey"
            hideLabel
            autoFocus
            maxLength={60}
            value={name}
            onChange={setName}
            onBlur={rename}
            onKeyDown={(event) => event.key === 'Enter' && rename()}
          />
        ) : (
          (passkey.name ?? 'Passkey')
        )
      }
      detail={
        <>
          Added <RelativeTime at={passkey.createdAt} />
          {passkey.isSynced ? ', synced by the system' : ''}
          {passkey.lastUsedAt && (
            <>
              , last used <RelativeTime at={passkey.lastUsedAt} />
            </>
          )}
        </>
      }
    >
      <IconButton
        icon={Pencil}
        size="sm"
        label={`Rename ${passkey.name}`}
        onClick={() => setIsEdited(true)}
      />
      <IconButton icon={Trash2} size="sm" label={`Remove ${passkey.name}`} onClick={() => void remove()} />
    </Line>
  )
}
