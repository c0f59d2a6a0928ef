import type { Shape } from '../api/schema.ts'

export type Page = Shape<'Page'>
export type PageType = Page['pageType']
export type PageStatus = Page['status']

export const pageStatuses: PageStatus[] = ['published', 'draft', 'archived']

/** The names of page types, and when to use them. */
export const typeWords: Record<PageType, { label: string; hint: string }> = {
  outbound: {
    label: 'Outbound',
    hint: 'For people you contact first: why you are writing, and one easy reply.',
  },
  inbound: {
    label: 'Inbound',
    hint: 'For people who contacted you: what they asked about and the next step.',
  },
  call_followup: {
    label: 'Call follow-up',
    hint: 'After a call: what you heard, what you agreed and what comes next.',
  },
  sales_deck: { label: 'Sales deck', hint: 'A deck as a page, personalised for each company.' },
  custom: { label: 'Custom', hint: 'A blank start for anything else.' },
}
export const pageTypes = Object.keys(typeWords) as PageType[]

export const pageTabs = ['content', 'audiences', 'links', 'releases', 'analytics', 'settings'] as const
export type PageTab = (typeof pageTabs)[number]
