import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from '../../ui/Button.tsx'

type Props<T> = {
  rows: T[]
  onChange: (rows: T[]) => void
  /** The singular of a row: “action”. */
  noun: string
  /** The display name of a row. */
  nameOf: (row: T) => string
  fresh: () => T
  most: number
  empty: string
  children: (row: T, index: number, change: (part: Partial<T>) => void) => ReactNode
}

/** A list that is edited in place: rows are added, moved and removed. */
export function Rows<T>({ rows, onChange, noun, nameOf, fresh, most, empty, children }: Props<T>) {
  const move = (from: number, to: number) => {
    const next = [...rows]
    next.splice(to, 0, ...next.splice(from, 1))
    onChange(next)
  }
  const change = (at: number) => (part: Partial<T>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...part } : row)))
  return (
    <div className="space-y-3">
      {rows.length === 0 && <p className="text-sm text-quiet">{empty}</p>}
      {rows.map((row, index) => {
        const name = nameOf(row) || `${noun} ${index + 1}`
        return (
          <fieldset
            // biome-ignore lint/suspicious/noArrayIndexKey: new rows have no id yet, and their state is in `row`
            key={index}
            aria-label={name}
            className="flex min-w-0 gap-2 rounded-lg border border-line p-3 md:ps-4"
          >
            <div className="min-w-0 flex-1 space-y-4">{children(row, index, change(index))}</div>
            <div className="flex flex-col">
              <IconButton
                icon={ArrowUp}
                size="sm"
                label={`Move ${name} up`}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              />
              <IconButton
                icon={ArrowDown}
                size="sm"
                label={`Move ${name} down`}
                disabled={index === rows.length - 1}
                onClick={() => move(index, index + 1)}
              />
              <IconButton
                icon={Trash2}
                size="sm"
                label={`Remove ${name}`}
                onClick={() => onChange(rows.filter((_, at) => at !== index))}
              />
            </div>
          </fieldset>
        )
      })}
      {rows.length < most && (
        <Button icon={Plus} size="sm" onClick={() => onChange([...rows, fresh()])}>
          Add {noun}
        </Button>
      )}
    </div>
  )
}
