import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useShortcut } from '../ui/shortcuts.ts'
import { onOpenPalette } from './commands.ts'

const load = () => import('./Palette.tsx')
const Palette = lazy(async () => ({ default: (await load()).Palette }))

/** Loads ⌘K when the browser is idle, and keeps what is typed until its script has arrived. */
export function PaletteHost() {
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const [early, setEarly] = useState('')
  const open = () => {
    setEarly('')
    setWasOpened(true)
    setIsOpen(true)
  }
  const close = () => setIsOpen(false)
  useEffect(() => {
    onOpenPalette(open)
    return () => onOpenPalette(() => {})
  })
  useEffect(() => whenIdle(() => void load().catch(() => {})), [])
  useShortcut('mod+k', () => (isOpen ? close() : open()))
  if (!wasOpened) return null
  return (
    <Suspense fallback={isOpen && <EarlyInput value={early} onChange={setEarly} onClose={close} />}>
      <Palette isOpen={isOpen} onClose={close} initialText={early} />
    </Suspense>
  )
}

type EarlyProps = { value: string; onChange: (text: string) => void; onClose: () => void }

function EarlyInput({ value, onChange, onClose }: EarlyProps) {
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => input.current?.focus(), [])
  return (
    <div className="fixed inset-0 z-50 bg-veil">
      <div className="fixed inset-x-3 top-3 mx-auto max-w-xl rounded-xl bg-raised shadow-float md:top-[14vh]">
        <input
          ref={input}
          aria-label="Search and commands"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onClose}
          onKeyDown={(event) => event.key === 'Escape' && onClose()}
          className="h-12 w-full bg-transparent ps-11 pe-4 text-base outline-none max-md:text-lg"
        />
      </div>
    </div>
  )
}

function whenIdle(run: () => void): () => void {
  // Safari has no `requestIdleCallback`.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, 2_000)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: 5_000 })
  return () => cancelIdleCallback(handle)
}
