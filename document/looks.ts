/** The art directions. A look is a set of tokens and style rules; every block works in each of them. */
export const looks = {
  editorial: {
    description: 'like a good report: serif headlines, warm paper, hairlines, one dark section',
    headingFont: 'fraunces',
    textFont: 'instrument-sans',
    radius: 2,
  },
  product: {
    description: 'like a software company: tight sans-serif, white cards, soft light, one dark section',
    headingFont: 'geist',
    textFont: 'geist',
    radius: 14,
  },
  bold: {
    description: 'like a campaign: heavy wide headlines, a dark opening, fields of colour, angled edges',
    headingFont: 'archivo',
    textFont: 'hanken-grotesk',
    radius: 0,
  },
} as const

export type LookName = keyof typeof looks
export const lookNames = Object.keys(looks) as LookName[]

/** The look of a page if neither its theme nor its brand sets one. */
export const defaultLook: LookName = 'product'

export const cornerStyles = {
  square: { description: 'no rounding', radius: 0 },
  soft: { description: 'slightly rounded', radius: 6 },
  round: { description: 'clearly rounded', radius: 16 },
} as const
export type CornerStyle = keyof typeof cornerStyles
