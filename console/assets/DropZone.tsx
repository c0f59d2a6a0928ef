import { ImageUp } from 'lucide-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'

type Props = { onFiles: (files: File[]) => void; isOn: boolean; children: ReactNode }

/** Files can be dropped anywhere on it; the button is the accessible alternative. */
export function DropZone({ onFiles, isOn, children }: Props) {
  // Entering a child fires before leaving its parent, so entered elements are counted.
  const entered = useRef(0)
  const [isOver, setIsOver] = useState(false)
  const enter = (event: DragEvent, by: number) => {
    if (!isOn || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    entered.current = Math.max(entered.current + by, 0)
    setIsOver(entered.current > 0)
  }
  const drop = (event: DragEvent) => {
    if (!isOn) return
    event.preventDefault()
    entered.current = 0
    setIsOver(false)
    const files = [...event.dataTransfer.files]
    if (files.length > 0) onFiles(files)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an alternative to the button above
    <div
      className="relative flex min-h-0 flex-1 flex-col"
      onDragEnter={(event) => enter(event, 1)}
      onDragOver={(event) => enter(event, 0)}
      onDragLeave={(event) => enter(event, -1)}
      onDrop={drop}
    >
      {children}
      {isOver && (
        <div className="pointer-events-none absolute inset-3 z-20 grid animate-fade place-items-center rounded-xl border-2 border-dashed border-accent bg-tint/90">
          <div className="flex flex-col items-center gap-3 text-accent">
            <ImageUp aria-hidden className="size-8" strokeWidth={1.5} />
            <p className="text-lg font-semibold">Drop to upload</p>
          </div>
        </div>
      )}
    </div>
  )
}
