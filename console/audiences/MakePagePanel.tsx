import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { PageField } from '../pages/PageField.tsx'
import { FormPanel } from '../ui/FormPanel.tsx'
import { TextArea } from '../ui/fields.tsx'
import { notify } from '../ui/notify.tsx'
import { type PersonOrAccount, personaliseMessage, useMakePageFor } from './queries.ts'

type Props = { recipient: PersonOrAccount; name: string; onClose: () => void }

/** Starts from an account or person: choose the page, write to the agent, continue in the studio. */
export function MakePagePanel({ recipient, name, onClose }: Props) {
  const make = useMakePageFor(recipient)
  const [pageId, setPageId] = useState<string>()
  const [note, setNote] = useState('')
  const [message, setMessage] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const navigate = useNavigate()
  const submit = () => {
    setIsMissing(pageId === undefined)
    if (pageId === undefined) return
    make.mutate(
      { pageId, note: note.trim(), message: message.trim() },
      {
        onSuccess: ({ audienceId, isNew }) => {
          if (!isNew) notify(`${name} already has a version of this page`)
          void navigate({ href: `/pages/${pageId}/audiences/${audienceId}` })
        },
      },
    )
  }
  return (
    <FormPanel
      title={`Make a page for ${name}`}
      description="They get their own version. You review it before it goes live."
      verb="Make page"
      onClose={onClose}
      onSubmit={submit}
      save={make}
    >
      <PageField
        pageId={pageId}
        onChange={setPageId}
        hint={isMissing ? 'Choose the page to start from.' : 'The page their version starts from.'}
      />
      <TextArea
        name="text"
        label="What they told you"
        optional
        rows={3}
        placeholder="They asked about delivery times. They want one contact."
        hint="Kept as a note of theirs. What they asked for goes on the page; prices, judgements and the like don’t."
        maxLength={8_000}
        value={note}
        onChange={setNote}
      />
      <TextArea
        name="message"
        label="Message to the agent"
        optional
        rows={3}
        placeholder={personaliseMessage}
        hint="The agent starts right away and uses what you know about them."
        maxLength={50_000}
        value={message}
        onChange={setMessage}
      />
    </FormPanel>
  )
}
