import { numbers } from '../api/locale.ts'
import { percentage, shortNumber } from '../ui/figures.tsx'
import type { Summary } from './queries.ts'

export type FigureName = keyof Summary

type Figure = {
  label: string
  hint: string
  show: (value: number) => string
  /** The change since the previous period, in words. */
  change: (now: number, before: number) => string | undefined
  /** Whether a lower value is better. */
  lessIsGood?: true
}

const one = numbers({ maximumFractionDigits: 1 })
const signed = numbers({ maximumFractionDigits: 1, signDisplay: 'exceptZero' })
const signedPercent = numbers({
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
})

function duration(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)} min ${whole % 60} s`
}

const byShare = (now: number, before: number) =>
  before === 0 ? undefined : signedPercent.format(now / before - 1)
const byPoints = (now: number, before: number) => `${signed.format((now - before) * 100)} pts`

export const figureWords: Record<FigureName, Figure> = {
  totalSessions: {
    label: 'Sessions',
    hint: 'Visits by people. Bots, prefetches and link scanners are excluded',
    show: shortNumber,
    change: byShare,
  },
  conversionRate: {
    label: 'Conversion',
    hint: 'Sessions with an action click or a form submission',
    show: percentage,
    change: byPoints,
  },
  formSubmitRate: {
    label: 'Form submits',
    hint: 'Sessions with a form submission',
    show: percentage,
    change: byPoints,
  },
  bounceRate: {
    label: 'Bounce',
    hint: 'Sessions of under 10 seconds, with one view and no interaction',
    show: percentage,
    change: byPoints,
    lessIsGood: true,
  },
  avgTimeSpentSeconds: {
    label: 'Time on page',
    hint: 'Average time the page was visible',
    show: duration,
    change: (now, before) => `${signed.format(Math.round(now - before))} s`,
  },
  avgScrollDepthPercentage: {
    label: 'Scroll depth',
    hint: 'Average scroll depth',
    show: (value) => percentage(value / 100),
    change: (now, before) => `${signed.format(now - before)} pts`,
  },
  avgInteractionsPerSession: {
    label: 'Interactions',
    hint: 'Clicks, form starts and video plays in a session',
    show: (value) => one.format(value),
    change: (now, before) => signed.format(now - before),
  },
}
export const figureNames = Object.keys(figureWords) as FigureName[]
