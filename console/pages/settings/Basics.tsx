import { Select, TextArea, TextField } from '../../ui/fields.tsx'
import { type Page, pageTypes, typeWords } from '../words.ts'
import { Group } from './Group.tsx'

export function Basics({ page }: { page: Page }) {
  const { name, title, pageType, pageContext } = page
  return (
    <Group
      page={page}
      title="Basics"
      about="The name of the page, and what the agent knows when it personalises it."
      saved={{ name, title, pageType, pageContext }}
    >
      {(draft, change) => (
        <>
          <TextField
            name="name"
            label="Name"
            hint="Only your team sees it."
            maxLength={255}
            value={draft.name}
            onChange={(value) => change({ name: value })}
          />
          <TextField
            name="title"
            label="Title"
            hint="Shown in the browser tab."
            maxLength={500}
            value={draft.title}
            onChange={(value) => change({ title: value })}
          />
          <Select
            name="pageType"
            label="Type"
            value={draft.pageType}
            onChange={(pageType) => change({ pageType })}
            options={pageTypes.map((value) => ({ value, ...typeWords[value] }))}
          />
          <TextArea
            name="pageContext"
            label="What the agent should know"
            optional
            rows={6}
            placeholder="What you sell, to whom, what they care about, and how you speak"
            maxLength={50_000}
            value={draft.pageContext}
            onChange={(value) => change({ pageContext: value })}
          />
        </>
      )}
    </Group>
  )
}
