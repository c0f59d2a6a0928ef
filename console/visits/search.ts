import { reader, text } from '../ui/address.ts'

/** `visit` is the one whose details are open. */
export const readVisits = reader({
  pageId: text,
  audienceId: text,
  personId: text,
  accountId: text,
  visit: text,
})
export type VisitsSearch = ReturnType<typeof readVisits>
