import { oneOf, reader, text } from '../ui/address.ts'

/** The filters of the list of releases. */
export const stages = ['underWay', 'scheduled', 'needsAttention', 'finished'] as const
export type Stage = (typeof stages)[number]

export const readReleases = reader({
  stage: oneOf(stages),
  kind: oneOf(['release', 'schedule', 'batch']),
  pageId: text,
  query: text,
  /** The release whose panel is open, after `undo:` to preview undoing it. */
  open: text,
})
export type ReleasesSearch = ReturnType<typeof readReleases>
