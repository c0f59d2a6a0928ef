import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/Form.tsx'
import { Select, TextArea, TextField } from '../ui/fields.tsx'
import { SidePanel } from '../ui/SidePanel.tsx'
import { useCreatePage } from './queries.ts'
import { type PageType, pageTypes, typeWords } from './words.ts'

const formId = 'create-page'

export function CreatePage({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const create = useCreatePage()
  const [name, setName] = useState('')
  const [pageType, setPageType] = useState<PageType>('outbound')
  const [pageContext, setPageContext] = useState('')
  const submit = () =>
    create.mutate(
      { name: name.trim(), pageType, ...(pageContext.trim() && { pageContext: pageContext.trim() }) },
      { onSuccess: ({ pageId }) => void navigate({ to: '/pages/$pageId', params: { pageId } }) },
    )
  return (
    <SidePanel
      open={open}
      onClose={onClose}
      title="Create a page"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" busy={create.isPending}>
            Create page
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={submit} error={create.error} className="space-y-5 p-5">
        <TextField
          name="name"
          label="Name"
          value={name}
          onChange={(event) => setName(event.target.value)}
          autoFocus
        />
        <Select
          name="pageType"
          label="Type"
          value={pageType}
          onChange={setPageType}
          options={pageTypes.map((value) => ({ value, label: typeWords[value].label }))}
        />
        <TextArea
          name="pageContext"
          label="What the agent should know"
          optional
          value={pageContext}
          onChange={(event) => setPageContext(event.target.value)}
        />
      </Form>
    </SidePanel>
  )
}
