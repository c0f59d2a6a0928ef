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
