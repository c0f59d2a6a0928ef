import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/Form.tsx'
import { Switch } from '../ui/fields.tsx'
import { notify } from '../ui/notify.tsx'
import { SidePanel } from '../ui/SidePanel.tsx'
import { Kinds, Pages } from './choices.tsx'
import { type ConsoleChannel, useSaveConsoleChannel } from './queries.ts'

const formId = 'console-channel'

type Props = { open: boolean; onClose: () => void; channel: ConsoleChannel }

/** Chooses which notices the console shows. */
export function ConsolePanel({ open, onClose, channel }: Props) {
  const save = useSaveConsoleChannel()
  const [kinds, setKinds] = useState(channel.kinds)
  const [pageIds, setPageIds] = useState(channel.pageIds)
  const [active, setActive] = useState(channel.active)
  const submit = () =>
    !save.isPending &&
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
    <SidePanel
      open={open}
      onClose={onClose}
      title="Console"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" keys="mod+enter" busy={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      <Form id={formId} error={save.error} onSubmit={submit} className="space-y-6 px-5 py-5">
        <p className="text-sm text-quiet">
          Choose what everyone who signs in sees under Notices and in the count beside the bell. Changes apply
          to new notices.
        </p>
        <Kinds kinds={kinds} onChange={setKinds} />
        <Pages pageIds={pageIds} onChange={setPageIds} />
        <Switch
          label="Active"
          hint="The console shows no new notices while this is off"
          checked={active}
          onChange={setActive}
        />
      </Form>
    </SidePanel>
  )
}
