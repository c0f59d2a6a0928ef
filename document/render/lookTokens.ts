import type { LookName } from '../looks.ts'

/** Typography and spacing of a look. h1 and h2 are sizes; suffixes: l for line height, t for tracking, m for measure. */
export type LookTokens = Record<
  'hw' | 'h3' | 'qw' | 'fw' | 'plw' | 'h1' | 'h1l' | 'h1t' | 'h1m' | 'h2' | 'h2l' | 'h2t' | 'gap' | 'hst',
  string | number
>

export const lookTokens: Record<LookName, LookTokens> = {
  editorial: {
    ...{ hw: 390, h3: 500, qw: 350, fw: 320, plw: 500, hst: 'normal' },
    ...{ h1: 'clamp(2.6rem,1.2rem + 4.1vw,4.5rem)', h1l: 1.02, h1t: '-.024em', h1m: '13em' },
    ...{ h2: 'clamp(2rem,1.3rem + 2vw,3rem)', h2l: 1.08, h2t: '-.022em', gap: 'clamp(5rem,9.5vw,8.5rem)' },
  },
  product: {
    ...{ hw: 600, h3: 600, qw: 550, fw: 600, plw: 600, hst: 'normal' },
    ...{ h1: 'clamp(2.5rem,1.2rem + 3.9vw,4.25rem)', h1l: 1.04, h1t: '-.038em', h1m: '12em' },
    ...{
      h2: 'clamp(1.875rem,1.3rem + 1.7vw,2.75rem)',
      h2l: 1.1,
      h2t: '-.034em',
      gap: 'clamp(4.5rem,8vw,7.5rem)',
    },
  },
  bold: {
    ...{ hw: 800, h3: 700, qw: 700, fw: 800, plw: 800, hst: '112%' },
    ...{ h1: 'clamp(2.5rem,1rem + 4.6vw,4.75rem)', h1l: 1, h1t: '-.035em', h1m: '11em' },
    ...{ h2: 'clamp(2rem,1.1rem + 2.9vw,3.5rem)', h2l: 1.03, h2t: '-.035em', gap: 'clamp(5rem,9vw,8rem)' },
  },
}
