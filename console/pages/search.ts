import { flag, oneOf, reader, text, texts } from '../ui/address.ts'
import { pageStatuses, pageTabs, pageTypes } from './words.ts'

export const readPages = reader({
  query: text,
  status: oneOf([...pageStatuses, 'deleted']),
  type: oneOf(pageTypes),
  sort: text,
  create: flag,
  /** The page whose questions are answered, and what it was made of. */
  questions: text,
  from: text,
})
export type PagesSearch = ReturnType<typeof readPages>

export const readPage = reader({
  tab: oneOf(pageTabs),
  query: text,
  sort: text,
  archived: flag,
  create: flag,
  /** The link that is open: its id, `new`, or `for:` and an audience. */
  link: text,
  domain: text,
  /** The range of dates: one of the usual ones, or from and to as days of the calendar. */
  range: text,
  from: text,
  to: text,
  /** The figure that is drawn over time. */
  figure: text,
  /** Which sessions are counted, each `kind:value`; and the goal they are counted towards. */
  where: texts,
  goal: text,
  /** What is being released: `new` or `drafts`, also with a kept choice; `batch:` and an id; or a release. */
  release: text,
  /** In the list of releases: the stage, the kind, and the release whose panel is open. */
  stage: text,
  kind: text,
  open: text,
  /** The block of the content that is chosen first. */
  block: text,
  /** The brand that is open: its id, or `new`. */
  brand: text,
})
export type PageSearch = ReturnType<typeof readPage>
