import { type LookName, lookNames } from '../looks.ts'
import type { Document } from '../schema.ts'
import { callFollowup } from './callFollowup.ts'
import { custom } from './custom.ts'
import { inbound } from './inbound.ts'
import { outbound } from './outbound.ts'
import { salesDeck } from './salesDeck.ts'

/** One template per page type, in the look of its brand. */
const byType = { inbound, outbound, call_followup: callFollowup, sales_deck: salesDeck, custom }
type PageType = keyof typeof byType

export type TemplateName = PageType | `${PageType}_${LookName}`

type BuiltInTemplate = {
  pageType: PageType
  look: LookName | undefined
  title: string
  description: string
  document: Document
}

const texts: Record<PageType, { title: string; description: string }> = {
  inbound: {
    title: 'For people who come to you',
    description: 'What brought them, what changes for them, proof, and a way to talk.',
  },
  outbound: {
    title: 'For people you write to',
    description: 'Short: why them, one result, one proof, one thing to do.',
  },
  call_followup: {
    title: 'After a call',
    description: 'What you heard, what follows from it, and who does what by when.',
  },
  sales_deck: {
    title: 'For people who decide together',
    description: 'The whole case on one page: today, the result, proof, plan, price and answers.',
  },
  custom: {
    title: 'Something else',
    description: 'Three points and a form, to make your own.',
  },
}

const all = Object.entries(byType).flatMap(([name, document]): [TemplateName, BuiltInTemplate][] => {
  const pageType = name as PageType
  const { title, description } = texts[pageType]
  return [
    [pageType, { pageType, look: undefined, title, description, document }],
    ...lookNames.map((look): [TemplateName, BuiltInTemplate] => [
      `${pageType}_${look}`,
      {
        ...{ pageType, look, description },
        title: `${title}, ${look}`,
        document: { ...document, theme: { ...document.theme, look } },
      },
    ]),
  ]
})

/** All templates: for each page type, one in the brand's look and one in each look. */
export const templateList = new Map<TemplateName, BuiltInTemplate>(all)
export const templateNames = [...templateList.keys()]

export const templates = Object.fromEntries(all.map(([name, { document }]) => [name, document])) as Record<
  TemplateName,
  Document
>
