import { Plus, X } from 'lucide-react'
import { IconButton } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import type { BrandPatch } from './queries.ts'
import { type Brand, contrastWords, isColor } from './words.ts'

type Props = {
  draft: Pick<Brand, 'primaryColor' | 'secondaryColor'>
  change: (patch: BrandPatch) => void
}

/** The main and second colour, each with its contrast. */
export function ColorRows({ draft: { primaryColor, secondaryColor }, change }: Props) {
  return (
    <div className="divide-y divide-line rounded-lg border border-edge bg-raised">
      <ColorRow label="Main" value={primaryColor} onChange={(color) => change({ primaryColor: color })} />
      {secondaryColor === null ? (
        <button
          type="button"
          onClick={() => change({ secondaryColor: '#e4572e' })}
          className="flex h-12 w-full items-center gap-3 px-3 text-start text-sm text-quiet hover:text-ink"
        >
          <span className="grid size-7 place-items-center rounded-md border border-dashed border-edge">
            <Plus aria-hidden className="size-4" />
          </span>
          Add second colour
        </button>
      ) : (
        <ColorRow
          label="Second"
          value={secondaryColor}
          onChange={(color) => change({ secondaryColor: color })}
          onRemove={() => change({ secondaryColor: null })}
        />
      )}
    </div>
  )
}

type RowProps = { label: string; value: string; onChange: (color: string) => void; onRemove?: () => void }

function ColorRow({ label, value, onChange, onRemove }: RowProps) {
  const words = isColor(value) ? contrastWords(value) : undefined
  const name = `${label} colour`
  return (
    <div className="flex items-center gap-3 px-3 py-2">
      <input
        type="color"
        aria-label={`Pick ${name.toLowerCase()}`}
        value={isColor(value) ? value : '#888888'}
        onChange={(event) => onChange(event.target.value)}
        className="swatch size-7 shrink-0 cursor-pointer rounded-md border border-line"
      />
      <div className="min-w-0 flex-1">
        <div className="text-sm font-medium">{label}</div>
        <div className={cx('text-xs', words?.isWeak ? 'text-warn' : 'text-quiet')}>
          {words?.text ?? 'Enter # and six digits, such as #1f6f5c.'}
        </div>
      </div>
      <input
        aria-label={name}
        aria-invalid={!words}
        value={value}
        spellCheck={false}
        maxLength={7}
        onChange={(event) => onChange(event.target.value.trim().toLowerCase())}
        className="h-8 w-22 rounded-md border border-edge bg-ground px-2 font-mono text-sm uppercase aria-invalid:border-danger max-md:text-lg"
      />
      {onRemove && (
        <IconButton icon={X} size="sm" label={`Remove ${name.toLowerCase()}`} onClick={onRemove} />
      )}
    </div>
  )
}
