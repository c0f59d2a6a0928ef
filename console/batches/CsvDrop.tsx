import { FileSpreadsheet, Upload, X } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { Button, IconButton } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'

type Props = { file: File | undefined; onFile: (file: File | undefined) => void; error: string | undefined }

/** Accepts a CSV file, dropped or chosen. */
export function CsvDrop({ file, onFile, error }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const over = (event: DragEvent, isOver: boolean) => {
    event.preventDefault()
    setIsOver(isOver)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an alternative to the button
    <div
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false)
        const [dropped] = event.dataTransfer.files
        if (dropped) onFile(dropped)
      }}
      className={cx(
        'rounded-lg border border-dashed transition-colors',
        isOver ? 'border-accent bg-tint' : error ? 'border-danger' : 'border-edge',
      )}
    >
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        aria-label="CSV file"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          onFile(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      {file ? (
        <div className="flex items-center gap-3 px-4 py-3 text-sm">
          <FileSpreadsheet aria-hidden className="size-5 shrink-0 text-quiet" />
          <span className="min-w-0 flex-1 truncate font-medium">{file.name}</span>
          <span className="text-quiet tabular-nums">{sizeOf(file)}</span>
          <IconButton icon={X} size="sm" label="Choose another file" onClick={() => onFile(undefined)} />
        </div>
      ) : (
        <div className="flex flex-col items-center gap-3 px-6 py-8 text-center">
          <Button icon={Upload} onClick={() => input.current?.click()}>
            Choose a CSV file
          </Button>
          <p className="text-sm text-quiet">
            Or drop it here. The first row must contain column names. Up to 50,000 rows.
          </p>
        </div>
      )}
      {error && (
        <p role="alert" className="px-4 pb-3 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

function sizeOf({ size }: File): string {
  return size < 1024 * 1024
    ? `${Math.max(1, Math.round(size / 1024))} KB`
    : `${(size / 1024 / 1024).toFixed(1)} MB`
}
