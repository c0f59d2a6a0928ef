import type { Shape } from '../../api/schema.ts'
import { Checkbox, TextArea, TextField } from '../../ui/fields.tsx'
import type { Page } from '../words.ts'
import { Group } from './Group.tsx'
import { Rows } from './Rows.tsx'

type Script = Shape<'Script'>

export function Scripts({ page }: { page: Page }) {
  return (
    <Group
      page={page}
      title="Scripts"
      about="Third-party code, such as chat or analytics. It runs in your visitors’ browsers, so only add code you trust."
      saved={{ scripts: page.scripts }}
    >
      {({ scripts }, change) => (
        <Rows
          rows={scripts}
          onChange={(scripts) => change({ scripts })}
          noun="script"
          nameOf={({ name }) => name}
          fresh={(): Script => ({ name: '', description: '', content: '', enabled: true })}
          most={20}
          empty="No scripts yet."
        >
          {(script, index, edit) => <ScriptFields {...{ script, index, edit }} />}
        </Rows>
      )}
    </Group>
  )
}

type FieldsProps = { script: Script; index: number; edit: (part: Partial<Script>) => void }

function ScriptFields({ script, index, edit }: FieldsProps) {
  const at = `scripts/${index}`
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          name={`${at}/name`}
          label="Name"
          placeholder="Chat"
          maxLength={255}
          value={script.name}
          onChange={(value) => edit({ name: value })}
        />
        <TextField
          name={`${at}/description`}
          label="Description"
          optional
          maxLength={2000}
          value={script.description}
          onChange={(value) => edit({ description: value })}
        />
      </div>
      <TextArea
        name={`${at}/content`}
        label="Code"
        hint="JavaScript, or <script> tags as provided by the vendor."
        spellCheck={false}
        maxLength={20_000}
        className="font-mono text-sm!"
        value={script.content}
        onChange={(value) => edit({ content: value })}
      />
      <Checkbox label="Enabled" checked={script.enabled} onChange={(enabled) => edit({ enabled })} />
    </>
  )
}
