import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { noticeKinds } from '../../shared/noticeWords.ts'
import { PagesField } from '../pages/PagesField.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { FormPanel } from '../ui/FormPanel.tsx'
import { Switch, TextArea, TextField } from '../ui/fields.tsx'
import { notify } from '../ui/notify.tsx'
import { RadioList } from '../ui/RadioList.tsx'
import { Kinds } from './choices.tsx'
import { type Channel, useDeleteChannel, useSaveChannel, useTestChannel } from './queries.ts'
import { channelNames, paceWords } from './words.ts'

type Props = {
  onClose: () => void
  /** The channel to change; omitted for a new one. */
  channel: Channel | undefined
  canSendEmail: boolean
}

const urlHints = {
  slack: 'In Slack: Apps → Incoming Webhooks → Add to a channel. It is stored encrypted.',
  teams:
    'In Teams: Workflows → Post to a channel when a webhook request is received. It is stored encrypted.',
}

/** The settings of a channel: its target, kinds of notices, pages and frequency. */
export function ChannelPanel({ onClose, channel, canSendEmail }: Props) {
  const save = useSaveChannel(channel?.channelId)
  const [kind, setKind] = useState<Channel['kind']>(channel?.kind ?? (canSendEmail ? 'email' : 'slack'))
  const [recipients, setRecipients] = useState(channel?.recipients.join('\n') ?? '')
  const [url, setUrl] = useState('')
  const [kinds, setKinds] = useState<Channel['kinds']>(channel?.kinds ?? [...noticeKinds])
  const [pageIds, setPageIds] = useState<Channel['pageIds']>(channel?.pageIds ?? null)
  const [pace, setPace] = useState<Channel['pace']>(channel?.pace ?? 'instant')
  const [active, setActive] = useState(channel?.active ?? true)
  const addresses = recipients.split(/[\s,;]+/).filter(Boolean)
  const submit = () =>
    save.mutate(
      {
        kind,
        kinds,
        pace,
        active,
        // No pages means all pages, as the list says.
        pageIds: pageIds?.length ? pageIds : null,
        ...(kind === 'email' ? { recipients: addresses } : url && { url }),
      },
      {
        onSuccess: () => {
          notify(channel ? 'Channel saved' : 'Channel added')
          onClose()
        },
      },
    )
  return (
    <FormPanel
      title={channel ? channelNames[channel.kind] : 'Add a channel'}
      verb={channel ? 'Save' : 'Add channel'}
      onClose={onClose}
      onSubmit={submit}
      save={save}
      className="space-y-6 p-5"
      footerStart={channel && <Verbs channel={channel} onClose={onClose} />}
    >
      {!channel && (
        <RadioList
          label="Send to"
          value={kind}
          onChange={setKind}
          options={(['email', 'slack', 'teams'] as const).map((value) => ({
            value,
            label: channelNames[value],
            ...(value === 'email' &&
              !canSendEmail && { hint: 'Needs a mail server: the operator sets SMTP_URL and MAIL_FROM' }),
          }))}
        />
      )}
      {kind === 'email' ? (
        <TextArea
          label="Addresses"
          name="recipients"
          hint="Up to 20, one per line. Each receives an e-mail to confirm before notices are sent."
          rows={3}
          value={recipients}
          onChange={setRecipients}
        />
      ) : (
        <TextField
          label="Webhook address"
          name="url"
          type="url"
          dir="ltr"
          autoComplete="off"
          placeholder={channel?.urlHint ?? 'https://'}
          hint={channel ? 'Leave empty to keep the current one' : urlHints[kind]}
          value={url}
          onChange={setUrl}
        />
      )}
      <Kinds kinds={kinds} onChange={setKinds} />
      <PagesField pageIds={pageIds} onChange={setPageIds} />
      <RadioList
        label="How often"
        value={pace}
        onChange={setPace}
        options={(['instant', 'hourly', 'daily'] as const).map((value) => ({ value, ...paceWords[value] }))}
      />
      {channel && (
        <Switch
          label="Active"
          hint="Nothing is sent while this is off"
          checked={active}
          onChange={setActive}
        />
      )}
    </FormPanel>
  )
}

function Verbs({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const test = useTestChannel()
  const remove = useDeleteChannel()
  return (
    <span className="me-auto flex gap-2">
      <Button busy={test.isPending} onClick={() => test.mutate(channel.channelId)}>
        Send a test
      </Button>
      <IconButton
        icon={Trash2}
        label="Remove channel"
        onClick={async () => {
          if (await remove(channel.channelId, channelNames[channel.kind])) onClose()
        }}
      />
    </span>
  )
}
