import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { api } from '../api/client.ts'
import { IconButton } from '../ui/Button.tsx'
import { Select } from '../ui/fields.tsx'
import { notifyProblem } from '../ui/notify.tsx'
import { fontNames, fontWords } from './words.ts'

type Props = { label: string; value: string | null; onChange: (font: string | null) => void }

/** A built-in font, or a WOFF2 file uploaded for the brand. */
export function FontField({ label, value, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [ownName, setOwnName] = useState('Your font')
  const send = async (file: File | undefined) => {
    if (!file) return
    try {
      const { fileId, name: sent } = await api.files.upload(file)
      setOwnName(sent)
      onChange(fileId)
    } catch (error) {
      notifyProblem(error)
    }
  }
  const own = value?.startsWith('file_') ? [{ value, label: ownName }] : []
  return (
    <div className="relative min-w-0 flex-1">
      <Select
        label={label}
        value={value ?? 'usual'}
        onChange={(chosen) => onChange(chosen === 'usual' ? null : chosen)}
        options={[
          { value: 'usual', label: 'From the look' },
          ...own,
          ...fontNames
            .filter((font) => font !== 'system')
            .map((font) => ({ value: font as string, label: fontWords[font] })),
        ]}
      />
      <input
        ref={input}
        type="file"
        accept=".woff2,font/woff2"
        className="sr-only"
        tabIndex={-1}
        aria-label={`Upload a font: ${label.toLowerCase()}`}
        onChange={(event) => void send(event.target.files?.[0])}
      />
      <IconButton
        icon={Upload}
        size="sm"
        label={`Upload a WOFF2 font: ${label.toLowerCase()}`}
        className="absolute! end-0 -top-1"
        onClick={() => input.current?.click()}
      />
    </div>
  )
}
