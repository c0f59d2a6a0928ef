import { useState } from 'react'
import { PagesField } from '../pages/PagesField.tsx'
import { FormPanel } from '../ui/FormPanel.tsx'
import { Switch } from '../ui/fields.tsx'
import { notify } from '../ui/notify.tsx'
import { Kinds } from './choices.tsx'
import { type ConsoleChannel, useSaveConsoleChannel } from './queries.ts'

type Props = { onClose: () => void; channel: ConsoleChannel }

/** Chooses the notices that the console shows. */
export function ConsolePanel({ onClose, channel }: Props) {
  const save = useSaveConsoleChannel()
  const [kinds, setKinds] = useState(channel.kinds)
  const [pageIds, setPageIds] = useState(channel.pageIds)
  const [active, setActive] = useState(channel.active)
  const submit = () =>
    save.mutate(
      { kinds, active, pageIds: pageIds?.length ? pageIds : null },
      {
        onSuccess: () => {
          notify('Channel saved')
          onClose()
        },
      },
    )
  return (
    <FormPanel
      title="Console"
      verb="Save"
      onClose={onClose}
      onSubmit={submit}
      save={save}
      className="space-y-6 p-5"
    >
      <p className="text-sm text-quiet">
        Choose what everyone who signs in sees under Notices and in the count beside the bell. Changes apply
        to new notices.
      </p>
      <Kinds kinds={kinds} onChange={setKinds} />
      <PagesField pageIds={pageIds} onChange={setPageIds} />
      <Switch
        label="Active"
        hint="The console shows no new notices while this is off"
        checked={active}
        onChange={setActive}
      />
    </FormPanel>
  )
}
