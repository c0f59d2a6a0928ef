import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/Form.tsx'
import { TextField } from '../ui/fields.tsx'
import { notify } from '../ui/notify.tsx'
import { SidePanel } from '../ui/SidePanel.tsx'
import { useSaveTemplate } from './queries.ts'
import type { Page } from './words.ts'

const formId = 'save-template'

/** Saves a page for others to start from. */
export function SaveTemplatePanel({
  page,
  open,
  onClose,
}: {
  page: Page
  open: boolean
  onClose: () => void
}) {
  const [name, setName] = useState(page.name)
  const save = useSaveTemplate(page.pageId)
  const submit = () =>
    save.mutate(name.trim(), {
      onSuccess: () => {
        onClose()
        notify(`${name.trim()} saved as a template`)
      },
    })
  return (
    <SidePanel
      open={open}
      onClose={onClose}
      title="Save as template"
      description="Your team can start new pages from it."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" keys="mod+enter" busy={save.isPending}>
            Save template
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={submit} error={save.error} className="space-y-5 p-5">
        <TextField
          name="name"
          label="Template name"
          value={name}
          maxLength={255}
          autoFocus
          onChange={(event) => setName(event.target.value)}
        />
        <p className="text-sm text-quiet">
          It keeps the content with its placeholders, the buttons and the settings. Audiences, links and
          figures stay with this page.
        </p>
      </Form>
    </SidePanel>
  )
}
