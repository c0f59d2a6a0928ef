import { useState } from 'react'
import { FormPanel } from '../ui/FormPanel.tsx'
import { TextField } from '../ui/fields.tsx'
import { notify } from '../ui/notify.tsx'
import { useSaveTemplate } from './queries.ts'
import type { Page } from './words.ts'

/** Saves a page as a template for the team. */
export function SaveTemplatePanel({ page, onClose }: { page: Page; onClose: () => void }) {
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
    <FormPanel
      title="Save as template"
      description="Your team can start new pages from it."
      verb="Save template"
      onClose={onClose}
      onSubmit={submit}
      save={save}
    >
      <TextField
        name="name"
        required
        label="Template name"
        value={name}
        maxLength={255}
        autoFocus
        onChange={setName}
      />
      <p className="text-sm text-quiet">
        It keeps the content with its placeholders, the buttons and the settings. Audiences, links and figures
        stay with this page.
      </p>
    </FormPanel>
  )
}
