import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../api/session.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { TextField } from '../ui/fields.tsx'
import { notifyProblem } from '../ui/notify.tsx'
import { RadioList } from '../ui/RadioList.tsx'
import { type PageTemplate, useDeleteTemplate, useRenameTemplate } from './queries.ts'
import { typeWords } from './words.ts'

type Props = {
  templates: readonly PageTemplate[]
  chosen: PageTemplate | undefined
  onChoose: (template: PageTemplate | undefined) => void
}

/** The team's templates. The chosen one can be renamed and deleted. */
export function OwnTemplates({ templates, chosen, onChoose }: Props) {
  const mayWrite = useMay('write')
  return (
    <div className="space-y-2">
      <RadioList
        label="Template"
        options={templates.map(({ templateId, name, pageType }) => ({
          value: templateId,
          label: name,
          hint: typeWords[pageType].label,
        }))}
        value={chosen?.templateId ?? ''}
        onChange={(id) => onChoose(templates.find(({ templateId }) => templateId === id))}
      />
      {chosen && mayWrite && <Manage key={chosen.templateId} template={chosen} onChange={onChoose} />}
    </div>
  )
}

function Manage({
  template,
  onChange,
}: {
  template: PageTemplate
  onChange: (template: PageTemplate | undefined) => void
}) {
  const [isRenaming, setIsRenaming] = useState(false)
  const [name, setName] = useState(template.name)
  const rename = useRenameTemplate()
  const remove = useDeleteTemplate()
  const save = () =>
    rename.mutate(
      { templateId: template.templateId, name: name.trim() },
      {
        onSuccess: (renamed) => {
          setIsRenaming(false)
          onChange(renamed)
        },
        onError: notifyProblem,
      },
    )
  if (!isRenaming)
    return (
      <div className="flex justify-end gap-1">
        <IconButton
          icon={Pencil}
          label={`Rename ${template.name}`}
          size="sm"
          onClick={() => setIsRenaming(true)}
        />
        <IconButton
          icon={Trash2}
          label={`Delete ${template.name}`}
          size="sm"
          onClick={async () => {
            if (await remove(template)) onChange(undefined)
          }}
        />
      </div>
    )
  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <TextField label="Template name" value={name} maxLength={255} autoFocus onChange={setName} />
      </div>
      <Button onClick={save} busy={rename.isPending} disabled={name.trim() === ''}>
        Rename
      </Button>
    </div>
  )
}
