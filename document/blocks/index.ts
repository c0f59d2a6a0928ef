import { comparison } from './comparison.ts'
import { cta } from './cta.ts'
import { custom } from './custom.ts'
import { faq } from './faq.ts'
import { features } from './features.ts'
import { form } from './form.ts'
import { hero } from './hero.ts'
import { image } from './image.ts'
import { logos } from './logos.ts'
import { pricing } from './pricing.ts'
import { quote } from './quote.ts'
import { stats } from './stats.ts'
import { steps } from './steps.ts'
import { text } from './text.ts'
import { video } from './video.ts'

/** Every type of block. A new one is a file of its own and a line here. */
export const blockTypes = [
  hero,
  logos,
  text,
  features,
  stats,
  steps,
  quote,
  image,
  video,
  comparison,
  pricing,
  faq,
  form,
  cta,
  custom,
] as const

export type BlockTypeName = (typeof blockTypes)[number]['name']
