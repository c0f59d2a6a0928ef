import { Globe } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Button } from '../ui/Button.tsx'

type Props = {
  value: string
  onChange: (domain: string) => void
  onRead: () => void
  isReading: boolean
  /** The label of the button. */
  verb: string
  /** Shown below the field: what was found, or the error. */
  children?: ReactNode
}

/** A domain field with a button that reads the brand from the site. */
export function DomainField({ value, onChange, onRead, isReading, verb, children }: Props) {
  const id = useId()
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (value.trim() && !isReading) onRead()
      }}
    >
      <label htmlFor={id} className="sr-only">
        Your domain
      </label>
      <div className="flex gap-2 max-md:flex-col">
        <span className="relative min-w-0 flex-1">
          <Globe aria-hidden className="absolute start-3 top-1/2 size-4 -translate-y-1/2 text-faint" />
          <input
            id={id}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            placeholder="yourcompany.com"
            dir="ltr"
            inputMode="url"
            autoComplete="url"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={500}
            className="h-9 w-full rounded-md border border-edge bg-raised ps-9 pe-3 text-base shadow-low focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 max-md:h-11 max-md:text-lg"
          />
        </span>
        <Button type="submit" busy={isReading} disabled={!value.trim()} className="h-9! max-md:h-11!">
          {isReading ? 'Reading…' : verb}
        </Button>
      </div>
      {children && (
        <div role="status" className="mt-2 text-xs text-quiet">
          {children}
        </div>
      )}
    </form>
  )
}
