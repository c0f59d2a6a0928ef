import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { keys } from '../api/keys.ts'
import { callConsole } from '../api/own.ts'
import type { Shape } from '../api/schema.ts'
import { useSession } from '../api/session.ts'
import { KeyPanel } from '../keys/KeyPanel.tsx'
import { pageCount, scopeWords, widestOf } from '../keys/words.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { confirm } from '../ui/ConfirmDialog.tsx'
import { RelativeTime } from '../ui/figures.tsx'
import { SettingsPart } from '../ui/SettingsPart.tsx'
import { Line, Lines } from './Line.tsx'
import { createOwnKey, ownKeysQuery, useAccountAction } from './queries.ts'

export function KeysPart() {
  const { data } = useQuery(ownKeysQuery)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <SettingsPart
      title="Personal keys"
      about="For programs of yours. They act as you, never reach further than your role, and stop when you leave."
    >
      {data && data.items.length > 0 && (
        <Lines>
          {data.items.map((key) => (
            <KeyLine key={key.keyId} of={key} />
          ))}
        </Lines>
      )}
      <Button icon={Plus} className={data?.items.length ? 'mt-3' : ''} onClick={() => setIsOpen(true)}>
        Create key
      </Button>
      {isOpen && <OwnKeyPanel onClose={() => setIsOpen(false)} />}
    </SettingsPart>
  )
}

function KeyLine({ of: key }: { of: Shape<'ApiKey'> }) {
  const run = useAccountAction()
  const revoke = async () => {
    const body = 'Programs that use it lose access within a second. This can’t be undone.'
    if (await confirm({ title: `Revoke ${key.name}?`, body, action: 'Revoke key', danger: true }))
      await run(() => callConsole('DELETE', `/user/keys/${key.keyId}`), `${key.name} was revoked`)
  }
  return (
    <Line
      icon={KeyRound}
      title={key.name}
      detail={
        <>
          {scopeWords[widestOf(key.scopes)].label} · {key.pageIds && `${pageCount(key)} · `}
          <code dir="ltr">foyer_…{key.hint}</code> ·{' '}
          {key.lastUsedAt ? (
            <>
              used <RelativeTime at={key.lastUsedAt} />
            </>
          ) : (
            'never used'
          )}
          {key.expiresAt && (
            <>
              {' '}
              · ends <RelativeTime at={key.expiresAt} />
            </>
          )}
        </>
      }
    >
      <IconButton icon={Trash2} size="sm" label={`Revoke ${key.name}`} onClick={() => void revoke()} />
    </Line>
  )
}

function OwnKeyPanel({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const create = useMutation({
    mutationFn: createOwnKey,
    onSuccess: () => client.invalidateQueries({ queryKey: keys.you.keys }),
    gcTime: 0,
  })
  return (
    <KeyPanel
      title="Create a personal key"
      placeholder="Spreadsheet import"
      widest={widestOf(useSession().scopes)}
      first={{ scope: 'read', end: '90' }}
      create={create}
      onClose={onClose}
    />
  )
}
