import { oneOf, reader, text } from '../ui/address.ts'

export const readLinks = reader({
  /** Links when left out. */
  tab: oneOf(['domains']),
  /** The addresses of people; the links when left out. */
  kind: oneOf(['persons']),
  /** Whom the addresses of people are searched for. */
  query: text,
  /** The custom domain whose links are shown; those of every host when left out. */
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
