import { oneOf, reader, text } from '../ui/address.ts'

export const studioSides = ['chat', 'changes', 'page'] as const
export type StudioSide = (typeof studioSides)[number]

export const readStudio = reader({
  /** The version that is open; the newest when left out. */
  version: text,
  /** What stands beside the page, or, on a phone, what is in sight. */
  side: oneOf(studioSides),
  /** What the open version is compared with; the published one when left out. */
  against: text,
})
export type StudioSearch = ReturnType<typeof readStudio>
