import { catalogue } from '../../document/catalogue.ts'
import { cx } from '../ui/cx.ts'

/** The colours used in drawings. */
const looks: Record<string, string> = {
  t: 'fill-ink/28',
  h: 'fill-ink/65',
  p: 'fill-ink/14',
  a: 'fill-accent/75',
  c: 'fill-transparent stroke-ink/25',
}

type Props = { type: string; layout?: string; className?: string }

/** A small drawing of a block in one of its layouts. */
export function Wireframe({ type, layout, className }: Props) {
  const thumbnail = catalogue[type]?.thumbnail
  const drawing = thumbnail?.layouts?.[layout ?? ''] ?? thumbnail?.drawing ?? ''
  return (
    <svg viewBox="0 0 64 44" aria-hidden="true" className={cx('block w-full', className)}>
      {drawing.split(',').map((part) => {
        const [kind = '', ...numbers] = part.split(' ')
        const [x = 0, y = 0, width = 0, height = 0] = numbers.map(Number)
        const line = kind === 'c' ? 0.5 : 0
        return (
          <rect
            key={part}
            x={x + line}
            y={y + line}
            width={width - 2 * line}
            height={height - 2 * line}
            rx={Math.min(kind === 't' ? 1 : 1.5, height / 2)}
            className={looks[kind]}
          />
        )
      })}
    </svg>
  )
}
