import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { PageField } from '../pages/PageField.tsx'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/Form.tsx'
import { TextArea } from '../ui/fields.tsx'
import { notify } from '../ui/notify.tsx'
import { SidePanel } from '../ui/SidePanel.tsx'
import { type MadeFor, useMakePageFor } from './queries.ts'

const formId = 'make-page'

type Props = { whom: MadeFor; name: string; open: boolean; onClose: () => void }

/** Starts from whom a page is for: which page, what to say to the agent, and on to the studio. */
export function MakePagePanel({ whom, name, open, onClose }: Props) {
  const make = useMakePageFor(whom)
  return (
    <SidePanel
      open={open}
      onClose={onClose}
      title={`Make a page for ${name}`}
      description="They get their own version. You review it before it goes live."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" keys="mod+enter" busy={make.isPending}>
            Make page
          </Button>
        </>
      }
    >
      {open && <Fields make={make} name={name} />}
    </SidePanel>
  )
}

function Fields({ make, name }: { make: ReturnType<typeof useMakePageFor>; name: string }) {
  const [pageId, setPageId] = useState<string>()
  const [message, setMessage] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const navigate = useNavigate()
  const submit = () => {
    setIsMissing(pageId === undefined)
    if (pageId === undefined || make.isPending) return
    make.mutate(
      { pageId, message: message.trim() },
      {
        onSuccess: ({ audienceId, isNew }) => {
          if (!isNew) notify(`${name} already has a version of this page`)
          void navigate({ href: `/pages/${pageId}/audiences/${audienceId}` })
        },
      },
    )
  }
  return (
    <Form id={formId} onSubmit={submit} error={make.error} className="space-y-5 p-5">
      <PageField
        pageId={pageId}
        onChange={setPageId}
        hint={isMissing ? 'Choose the page to start from.' : 'The page their version starts from.'}
      />
      <TextArea
        name="message"
        label="Message to the agent"
        optional
        rows={5}
        placeholder={`Personalise the page for ${name}. They care about …`}
        hint="The agent starts right away and uses what you know about them."
        maxLength={50_000}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
    </Form>
  )
}
