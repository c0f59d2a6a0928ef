import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { createContext, useContext, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { fieldsQuery } from '../fields/queries.ts'

export type MenuAnchor = { left: number; top: number }
export type PlaceholderValue = { name: string; value: string; isKnown: boolean }

/** The values of placeholders for the account or person of the preview. */
export const PlaceholderValues = createContext<PlaceholderValue[]>([])

type Props = { at: MenuAnchor; onPick: (name: string) => void; onClose: () => void }

const width = 320

/** Adds custom fields that have no value in the preview. */
function useWithFields(values: PlaceholderValue[]): PlaceholderValue[] {
  const fields = useQuery(fieldsQuery).data?.items ?? []
  const known = new Set(values.map(({ name }) => name))
  const others = fields.map(({ owner, key }) => `${owner}.fields.${key}`).filter((name) => !known.has(name))
  return [...values, ...others.map((name) => ({ name, value: '', isKnown: false }))]
}

/** The available placeholders, each with its value. */
export function PlaceholderMenu({ at, onPick, onClose }: Props) {
  const values = useWithFields(useContext(PlaceholderValues))
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const close = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) onClose()
    }
    addEventListener('pointerdown', close, true)
    return () => removeEventListener('pointerdown', close, true)
  }, [onClose])
  const left = Math.max(8, Math.min(at.left, innerWidth - width - 8))
  const top = Math.max(8, Math.min(at.top, innerHeight - 340))
  return createPortal(
    <div
      ref={box}
      role="dialog"
      aria-label="Insert a placeholder"
      style={{ left, top, width }}
      className="fixed z-50 animate-rise overflow-hidden rounded-lg bg-raised shadow-float"
    >
      <Command
        label="Placeholders"
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation()
            onClose()
          }
        }}
      >
        <Command.Input
          autoFocus
          placeholder="Find a placeholder"
          className="h-10 w-full border-b border-line bg-transparent px-3 text-sm outline-none max-md:text-lg"
        />
        <Command.List className="thin-scroll max-h-64 overflow-y-auto p-1">
          <Command.Empty className="px-2 py-3 text-sm text-quiet">No matching placeholders</Command.Empty>
          {values.map(({ name, value, isKnown }) => (
            <Command.Item
              key={name}
              value={name}
              onSelect={() => onPick(name)}
              className="flex min-h-8 items-center justify-between gap-3 rounded-md px-2 py-1 text-sm data-[selected=true]:bg-hover"
            >
              <span className="chip">{name}</span>
              <span className="min-w-0 truncate text-quiet">
                {value ? (isKnown ? value : `“${value}” if unknown`) : 'empty if unknown'}
              </span>
            </Command.Item>
          ))}
        </Command.List>
      </Command>
    </div>,
    document.body,
  )
}
