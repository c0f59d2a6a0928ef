import type { Document } from '../schema.ts'
import { callFollowup } from './callFollowup.ts'
import { custom } from './custom.ts'
import { inbound } from './inbound.ts'
import { outbound } from './outbound.ts'
import { salesDeck } from './salesDeck.ts'

/** The documents that pages start from, by name; the ones named like a type of page are for that type. */
export const templates = {
  inbound,
  outbound,
  call_followup: callFollowup,
  sales_deck: salesDeck,
  custom,
} satisfies Record<string, Document>

export type TemplateName = keyof typeof templates
export const templateNames = Object.keys(templates) as TemplateName[]

/** What each is for, told to those who choose one. */
export const templateTexts: Record<TemplateName, { title: string; description: string }> = {
  inbound: {
    title: 'For those who come to you',
    description: 'Says what you do, shows that it works, and answers what stands in the way.',
  },
  outbound: {
    title: 'For those you write to',
    description: 'Short: why you write to them of all people, one proof, and one thing to do.',
  },
  call_followup: {
    title: 'After a call',
    description: 'What you heard, what you propose, and what happens next.',
  },
  sales_deck: {
    title: 'The whole story',
    description: 'For those who decide together: the problem, the change, figures, prices and questions.',
  },
  custom: {
    title: 'Something else',
    description: 'A few blocks to begin with: who it is for, what it is about, and how to answer.',
  },
}
