import type { Shape } from '../api/schema.ts'

export type Page = Shape<'Page'>
export type PageType = Page['pageType']
export type PageStatus = Page['status']

export const pageStatuses: PageStatus[] = ['published', 'draft', 'archived']

/** What the types of page are called, and when one takes them. */
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

/** What the address of a page may hold: the tab, and what is open or chosen in it. */
export type PageSearch = {
  tab?: PageTab | undefined
  query?: string | undefined
  archived?: true | undefined
  create?: true | undefined
  /** The link that is open: its id, `new`, or `for:` and an audience. */
  link?: string | undefined
  domain?: string | undefined
  /** The range of dates: one of the usual ones, or from and to as days of the calendar. */
  range?: string | undefined
  from?: string | undefined
  to?: string | undefined
  /** The figure that is drawn over time. */
  figure?: string | undefined
  /** What is being released: `new` or `drafts`, also with a kept choice; `batch:` and an id; or a release. */
  release?: string | undefined
  /** In the list of releases: the stage, the kind, and the release whose panel is open. */
  stage?: string | undefined
  kind?: string | undefined
  open?: string | undefined
  /** The brand that is open: its id, or `new`. */
  brand?: string | undefined
}
