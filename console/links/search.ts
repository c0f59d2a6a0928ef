import { oneOf, reader, text } from '../ui/address.ts'

export const readLinks = reader({
  /** Links if omitted. */
  tab: oneOf(['domains']),
  /** Personal addresses; links if omitted. */
  kind: oneOf(['persons']),
  /** The search text for personal addresses. */
  query: text,
  /** The custom domain that links are filtered by; all hosts if omitted. */
  domain: text,
  /** Only links to this page. */
  pageId: text,
  path: text,
  /** The link whose panel is open, or `new`. */
  link: text,
  /** The domain whose panel is open, or `new`. */
  setup: text,
})
export type LinksSearch = ReturnType<typeof readLinks>
