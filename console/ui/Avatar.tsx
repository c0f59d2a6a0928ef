import { cx } from './cx.ts'

type Props = {
  name: string
  /** The URL of the person's picture. */
  picture?: string | null | undefined
  size?: number
  square?: boolean
}

/** A picture, or initials on a colour derived from the name. */
export function Avatar({ name, picture, size = 24, square }: Props) {
  const hue = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7)
  const words = name.split(/[\s·._-]+/).filter(Boolean)
  const initials = words
    .slice(0, size < 22 ? 1 : 2)
    .map((word) => [...word][0]?.toUpperCase())
    .join('')
  if (picture)
    return (
      <img
        src={picture}
        alt=""
        width={size}
        height={size}
        className="inline-block shrink-0 rounded-full object-cover"
      />
    )
  return (
    <span
      aria-hidden
      className={cx(
        'inline-grid shrink-0 place-items-center font-medium select-none',
        square ? 'rounded-md' : 'rounded-full',
      )}
      style={{
        width: size,
        height: size,
        fontSize: Math.round(size * 0.42),
        background: `light-dark(oklch(0.925 0.035 ${hue}), oklch(0.34 0.05 ${hue}))`,
        color: `light-dark(oklch(0.4 0.08 ${hue}), oklch(0.9 0.05 ${hue}))`,
      }}
    >
      {initials}
    </span>
  )
}
