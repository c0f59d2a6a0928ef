import { oneOf, reader, text } from '../ui/address.ts'

/** What the list of releases can be narrowed to. */
export const stages = ['underWay', 'scheduled', 'needsAttention', 'finished'] as const
export type Stage = (typeof stages)[number]

export const readReleases = reader({
  stage: oneOf(stages),
  kind: oneOf(['release', 'schedule', 'batch']),
  pageId: text,
  query: text,
  /** The release whose panel is open, after `undo:` if it is about to be undone. */
  open: text,
})
export type ReleasesSearch = ReturnType<typeof readReleases>
