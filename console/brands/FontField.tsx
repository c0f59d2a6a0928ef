import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { sendFile } from '../api/files.ts'
import { Button } from '../ui/Button.tsx'
import { Select } from '../ui/fields.tsx'
import { notifyProblem } from '../ui/notify.tsx'
import { fontNames, fontWords } from './words.ts'

type Props = {
  name: string
  label: string
  hint: string
  value: string | null
  onChange: (font: string | null) => void
}

/** One of the fonts that come along, or a WOFF2 file of the brand's own. */
export function FontField({ name, label, hint, value, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [isSending, setIsSending] = useState(false)
  const [ownName, setOwnName] = useState('Your font')
  const send = async (file: File | undefined) => {
    if (!file) return
    setIsSending(true)
    try {
      const { fileId, name: sent } = await sendFile(file, () => {}, new AbortController().signal)
      setOwnName(sent)
      onChange(fileId)
    } catch (error) {
      notifyProblem(error)
    }
    setIsSending(false)
  }
  const own = value?.startsWith('file_') ? [{ value, label: ownName }] : []
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <Select
          {...{ name, label, hint }}
          value={value ?? 'usual'}
          onChange={(chosen) => onChange(chosen === 'usual' ? null : chosen)}
          options={[
            { value: 'usual', label: 'Look default' },
            ...own,
            ...fontNames
              .filter((font) => font !== 'system')
              .map((font) => ({ value: font as string, label: fontWords[font] })),
          ]}
        />
      </div>
      <input
        ref={input}
        type="file"
        accept=".woff2,font/woff2"
        className="sr-only"
        tabIndex={-1}
        aria-label={`Upload a font: ${label.toLowerCase()}`}
        onChange={(event) => void send(event.target.files?.[0])}
      />
      <Button icon={Upload} busy={isSending} className="mt-label h-9!" onClick={() => input.current?.click()}>
        WOFF2
      </Button>
    </div>
  )
}
