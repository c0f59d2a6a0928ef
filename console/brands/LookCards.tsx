import { cx } from '../ui/cx.ts'
import { type Brand, looks, openingColors } from './words.ts'

type BrandLook = NonNullable<Brand['look']>
type Props = {
  brand: Pick<Brand, 'name' | 'primaryColor' | 'secondaryColor' | 'look'>
  onChange: (look: BrandLook) => void
}

/** The three looks, drawn in the brand's colours. */
export function LookCards({ brand, onChange }: Props) {
  const chosen = brand.look ?? 'product'
  return (
    <fieldset className="grid grid-cols-3 gap-2">
      <legend className="sr-only">Look</legend>
      {looks.map(({ value, label, hint }, index) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          aria-keyshortcuts={String(index + 1)}
          onClick={() => onChange(value)}
          className={cx(
            'min-w-0 overflow-hidden rounded-lg border bg-raised text-start shadow-low',
            value === chosen ? 'border-accent ring-1 ring-accent' : 'border-edge hover:border-faint',
          )}
        >
          <LookDrawing {...brand} look={value} />
          <span className="block px-2.5 pt-2 text-sm font-medium">{label}</span>
          <span className="block truncate px-2.5 pb-2 text-xs text-quiet">{hint}</span>
        </button>
      ))}
    </fieldset>
  )
}

type DrawingProps = Pick<Brand, 'name' | 'primaryColor' | 'secondaryColor'> & { look: BrandLook }

function LookDrawing({ look, name, primaryColor, secondaryColor }: DrawingProps) {
  const colors = openingColors({ primaryColor, secondaryColor, look })
  return (
    <span
      aria-hidden
      className="relative block h-21 overflow-hidden border-b border-line p-2.5"
      style={{
        background: colors?.ground,
        color: colors?.text,
        fontFamily: look === 'editorial' ? 'Fraunces, Georgia, "Times New Roman", serif' : undefined,
      }}
    >
      {look === 'product' && (
        <span
          className="absolute -end-4 -top-6 size-20 rounded-full opacity-75 blur-lg"
          style={{ background: colors?.light }}
        />
      )}
      <span className="block truncate text-[7px] leading-none opacity-70">{name || 'Your brand'}</span>
      <span
        className={cx(
          'mt-2 block text-[12px] leading-[1.12]',
          look === 'bold' ? 'font-extrabold' : look === 'product' ? 'font-semibold' : 'font-normal',
        )}
      >
        One idea for{' '}
        <span className={cx(look === 'editorial' && 'italic')} style={{ color: colors?.accent }}>
          Acme.
        </span>
      </span>
      <span
        className="mt-2 block h-2.5 w-9 border"
        style={{
          background: colors?.button,
          borderColor: look === 'bold' ? 'transparent' : colors?.edge,
          borderRadius: look === 'product' ? 3 : 0,
        }}
      />
    </span>
  )
}
