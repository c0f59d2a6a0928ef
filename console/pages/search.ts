import { flag, oneOf, reader, text, texts } from '../ui/address.ts'
import { pageStatuses, pageTabs, pageTypes } from './words.ts'

export const readPages = reader({
  query: text,
  status: oneOf([...pageStatuses, 'deleted']),
  type: oneOf(pageTypes),
  sort: text,
  create: flag,
  /** The page whose questions are open, and the example or template it was made from. */
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
  /** The open link: its id, `new`, or `for:` and an audience. */
  link: text,
  domain: text,
  /** The date range: a preset, or the first and last day. */
  range: text,
  from: text,
  to: text,
  /** The figure in the chart. */
  figure: text,
  /** Filters of sessions, each `kind:value`, and the goal. */
  where: texts,
  goal: text,
  /** The open release: `new` or `drafts`, also with the key of chosen audiences; `batch:` and an id; or a release id. */
  release: text,
  /** In the list of releases: the stage, the kind, and the release whose panel is open. */
  stage: text,
  kind: text,
  open: text,
  /** The block of the content that is selected first. */
  block: text,
  /** The open brand: its id, or `new`. */
  brand: text,
})
export type PageSearch = ReturnType<typeof readPage>
