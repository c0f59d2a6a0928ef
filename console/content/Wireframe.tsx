import { cx } from '../ui/cx.ts'

/*
 * Small drawings of blocks and their layouts, 64 by 44. Each part is `kind x y width height`:
 * t a line of text, h a heading, p a picture, a an accent, c a card.
 */
const drawings: Record<string, string> = {
  hero: 'h 6 8 30 5,h 6 15 22 5,t 6 24 26 2,t 6 28 20 2,a 6 34 14 5,p 40 8 18 28',
  'hero left': 'h 6 6 36 5,h 6 13 28 5,t 6 21 30 2,a 6 26 12 4,p 6 33 52 8',
  'hero centered': 'h 14 8 36 5,h 19 15 26 5,t 17 24 30 2,a 25 30 14 5',
  'hero split': 'h 6 8 26 5,h 6 15 20 5,t 6 24 24 2,a 6 32 12 5,p 36 8 22 28',
  'hero map':
    'h 6 8 24 5,h 6 15 18 5,t 6 24 22 2,a 6 32 12 5,c 34 4 30 36,a 42 12 3 3,a 52 20 3 3,a 46 28 3 3',
  'hero route':
    'h 6 8 24 5,t 6 18 20 2,a 6 32 12 5,c 34 4 30 36,a 40 12 3 3,t 42 13 14 1,a 55 12 3 3,a 48 30 3 3',
  'hero chart': 'h 6 8 24 5,t 6 18 20 2,a 6 32 12 5,c 34 8 24 28,a 37 26 4 7,a 43 20 4 13,a 49 14 4 19',
  'hero ridge': 'h 6 6 34 5,t 6 14 24 2,p 4 32 12 10,p 16 26 14 16,p 30 20 14 22,p 44 28 16 14',
  'hero timeline':
    'h 6 8 24 5,t 6 18 20 2,a 6 32 12 5,t 40 6 1 32,a 38 9 5 3,a 38 20 5 3,a 38 31 5 3,t 46 9 12 2,t 46 20 12 2,t 46 31 12 2',
  'hero figures': 'h 6 8 24 5,t 6 18 20 2,a 6 32 12 5,a 38 6 14 6,t 38 14 18 2,a 38 20 14 6,t 38 28 18 2',
  'hero device': 'h 6 5 24 5,t 36 6 22 2,a 36 11 12 4,p 8 20 48 22,c 11 24 12 14,t 27 25 24 2,t 27 30 20 2',
  'hero pattern':
    'h 6 8 24 5,t 6 18 20 2,a 6 32 12 5,c 38 4 8 8,p 48 4 8 8,p 38 14 8 8,c 48 14 8 8,c 38 24 8 8,p 48 24 8 8',
  logos: 'p 6 12 14 6,p 25 12 14 6,p 44 12 14 6,p 6 26 14 6,p 25 26 14 6,p 44 26 14 6',
  'logos wall':
    'c 4 8 18 13,c 23 8 18 13,c 42 8 18 13,c 4 23 18 13,c 23 23 18 13,c 42 23 18 13,p 8 13 10 3,p 27 13 10 3,p 46 13 10 3,p 8 28 10 3,p 27 28 10 3,p 46 28 10 3',
  'logos row': 'p 4 19 9 6,p 16 19 9 6,p 28 19 9 6,p 40 19 9 6,p 52 19 9 6',
  text: 'h 10 6 26 5,t 10 15 44 2,t 10 20 42 2,t 10 25 44 2,t 10 30 30 2',
  features:
    'h 6 6 28 4,c 6 15 16 22,c 24 15 16 22,c 42 15 16 22,t 9 27 10 2,t 27 27 10 2,t 45 27 10 2,a 9 19 5 4,a 27 19 5 4,a 45 19 5 4',
  'features list':
    'h 6 8 18 4,t 6 15 14 2,a 30 8 3 3,t 36 8 22 2,a 30 18 3 3,t 36 18 22 2,a 30 28 3 3,t 36 28 22 2',
  'features ledger': 'h 6 5 26 4,t 6 15 34 2,t 48 15 10 2,t 6 24 34 2,t 48 24 10 2,t 6 33 34 2,t 48 33 10 2',
  'features bento':
    'c 6 6 30 15,c 38 6 20 15,c 6 23 20 15,c 28 23 30 15,a 9 10 10 5,a 42 10 8 5,a 9 27 8 5,a 32 27 10 5',
  'features numbers':
    'a 6 10 12 8,a 25 10 12 8,a 44 10 12 8,t 6 22 14 2,t 25 22 14 2,t 44 22 14 2,t 6 26 10 2,t 25 26 10 2,t 44 26 10 2',
  stats: 'a 6 12 14 9,a 25 12 14 9,a 44 12 14 9,t 6 25 14 2,t 25 25 14 2,t 44 25 14 2',
  'stats spark':
    'a 6 8 12 2,a 25 8 8 2,a 44 8 14 2,h 6 14 14 8,h 25 14 14 8,h 44 14 14 8,t 6 26 14 2,t 25 26 14 2,t 44 26 14 2',
  'stats rows': 'a 6 5 22 9,t 34 8 24 2,a 6 18 22 9,t 34 21 24 2,a 6 31 22 9,t 34 34 24 2',
  steps: 'h 6 6 24 4,a 6 16 4 4,t 14 17 36 2,a 6 24 4 4,t 14 25 36 2,a 6 32 4 4,t 14 33 36 2',
  'steps scale':
    'h 6 6 24 4,t 6 20 52 1,a 6 18 4 5,a 22 18 4 5,a 44 18 4 5,t 6 27 12 2,t 22 27 14 2,t 44 27 12 2',
  'steps gantt': 'h 6 5 24 4,a 6 15 18 5,a 20 23 20 5,a 36 31 22 5',
  'steps chevrons': 'a 4 14 16 14,p 23 14 16 14,p 42 14 16 14,t 8 20 8 2',
  quote: 'a 6 8 5 4,h 6 15 46 4,h 6 21 36 4,t 6 32 16 2',
  'quote arch': 'p 6 8 14 28,h 26 10 32 4,h 26 16 26 4,t 26 28 14 2',
  'quote card': 'c 4 6 38 32,h 8 12 28 3,h 8 17 22 3,t 8 30 12 2,a 44 6 16 32',
  'quote bleed': 'p 0 4 26 36,h 30 10 28 4,h 30 16 22 4,t 30 30 12 2',
  image: 'p 6 6 52 32',
  'image bleed': 'p 12 6 52 32',
  'image frame': 'c 6 6 52 32,t 9 8 3 2,t 14 8 3 2,p 6 13 52 25',
  video: 'p 6 6 52 32,a 28 17 9 10',
  'video frame': 'c 6 6 52 32,t 9 8 3 2,p 6 13 52 25,a 28 20 9 10',
  comparison:
    'h 6 5 24 4,t 6 15 52 1,c 40 13 18 26,t 8 19 12 2,t 24 19 12 2,a 43 19 12 2,t 8 26 12 2,t 24 26 12 2,a 43 26 12 2,t 8 33 12 2,t 24 33 12 2,a 43 33 12 2',
  'comparison before-after':
    'c 4 8 26 28,p 34 8 26 28,t 8 13 16 2,t 8 19 16 2,t 8 25 12 2,a 38 13 16 2,a 38 19 16 2,a 38 25 12 2',
  pricing:
    'c 6 8 24 30,c 34 8 24 30,h 10 12 12 5,t 10 21 14 2,t 10 26 14 2,a 38 12 12 5,t 38 21 14 2,a 38 30 14 4',
  'pricing featured':
    'c 4 6 32 32,a 8 11 14 6,t 8 21 20 2,a 8 30 16 4,c 39 6 21 15,c 39 23 21 15,t 42 12 12 2,t 42 29 12 2',
  faq: 'h 6 5 24 4,t 6 15 46 2,t 56 15 2 2,t 6 20 40 2,c 6 25 52 1,t 6 29 46 2,t 56 29 2 2,c 6 34 52 1',
  'faq ledger':
    'h 6 8 18 3,t 28 8 30 2,t 28 12 24 2,h 6 20 18 3,t 28 20 30 2,t 28 24 24 2,h 6 32 18 3,t 28 32 30 2',
  'faq columns':
    'h 6 8 14 3,t 6 14 16 2,t 6 18 12 2,h 26 8 14 3,t 26 14 16 2,t 26 18 12 2,h 46 8 12 3,t 46 14 14 2,t 46 18 10 2',
  form: 'h 6 8 18 4,t 6 15 16 2,c 30 6 28 32,c 33 10 22 6,c 33 19 22 6,a 33 29 12 5',
  'form below': 'h 6 5 26 4,c 6 13 36 6,c 6 22 36 6,a 6 32 14 6',
  cta: 'c 4 6 56 32,h 9 12 24 5,t 9 20 20 2,a 9 28 14 5,p 42 11 14 14,t 42 29 12 2',
  'cta field': 'p 0 6 64 34,h 6 13 30 6,a 6 28 14 5,c 42 12 16 22',
  'cta plain': 'h 6 14 30 5,t 6 23 24 2,a 44 16 14 6',
  custom: 'c 6 6 52 32,t 18 20 6 2,a 28 17 8 8,t 40 20 6 2',
}

/** Layouts that look like the block's own drawing. */
const same = new Set([
  'features grid',
  'stats trio',
  'steps list',
  'quote plain',
  'image plain',
  'video plain',
  'comparison table',
  'pricing cards',
  'faq accordion',
  'form beside',
  'cta card',
])

const looks: Record<string, string> = {
  t: 'fill-ink/28',
  h: 'fill-ink/65',
  p: 'fill-ink/14',
  a: 'fill-accent/75',
  c: 'fill-transparent stroke-ink/25',
}

type Props = { type: string; layout?: string; className?: string }

/** A block in one of its layouts, as a small drawing. */
export function Wireframe({ type, layout, className }: Props) {
  const named = `${type} ${layout}`
  const drawing = (layout && !same.has(named) && drawings[named]) || drawings[type] || drawings.text || ''
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
